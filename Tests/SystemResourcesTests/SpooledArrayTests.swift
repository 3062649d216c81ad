// Long arrays in temporary files behave like arrays in memory.

import DataStructures
import Foundation
import Testing

@testable import SystemResources

struct SpooledArrayTests {
    private struct Place: BitwiseCopyable, Equatable {
        var x: Double
        var part: Int?
        var isLeft: Bool
    }

    private func places(_ count: Int) -> [Place] {
        var generator = SeededGenerator(UInt64(count))
        return (0..<count).map { _ in
            Place(
                x: .random(in: -1...1, using: &generator),
                part: Bool.random(using: &generator) ? .random(in: 0..<9, using: &generator) : nil,
                isLeft: .random(using: &generator))
        }
    }

    @Test(arguments: [0, 1, 5_000, 50_000])
    func `values are read back in order and one by one`(count: Int) {
        let wanted = places(count)
        let array = SpooledArray<Place>()
        var generator = SeededGenerator(3)
        for (row, place) in wanted.enumerated() {
            array.append(place)
            // Reading in between changes nothing.
            if row % 777 == 0 {
                let place = Int.random(in: 0...row, using: &generator)
                #expect(array[place] == wanted[place])
            }
        }
        #expect(array.count == count)
        #expect(Array(array.values(in: 0..<count)) == wanted)
        for _ in 0..<20 where count > 0 {
            let start = Int.random(in: 0..<count, using: &generator)
            let range = start..<Int.random(in: start...count, using: &generator)
            #expect(Array(array.values(in: range)) == Array(wanted[range]))
        }
        #expect(array.failure == nil)
        #expect(count < 20_000 || count - array.storedCount < 20_000)
    }

    @Test func `without a file the values stay in memory`() {
        let wanted = places(50_000)
        let array = SpooledArray<Place>(folder: "/there/is/no/such/folder")
        for place in wanted { array.append(place) }
        #expect(array.storedCount == 0)
        #expect(Array(array.values(in: 0..<wanted.count)) == wanted)
    }

    @Test func `a file leaves no name and is closed with its array`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("spool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func opened() throws -> Int {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return names.count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\(name)")
                return target?.hasPrefix(folder.path) == true
            }
        }
        var array: SpooledArray<Place>? = SpooledArray(folder: folder.path)
        for place in places(50_000) { array?.append(place) }
        #expect(array?.storedCount != 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try opened() == 1)
        array = nil
        #expect(try opened() == 0)
    }
}
