// Tests files that are cut, foreign, outdated or changed: one clear error, never a crash.

import DataStructures
import Foundation
import RoadNetwork
import RouteTesting
import Testing

@Suite struct DatasetDamageTests {
    /// Opens bytes and returns the error, or `nil` if they open.
    private func refusal(of bytes: [UInt8]) -> (any Error)? {
        do {
            _ = try NetworkDataset(bytes: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func sections(of bytes: [UInt8]) throws -> [DatasetSection] {
        let table = try SectionTable(DatasetFile(bytes: bytes), name: "test")
        return table.sections.values.sorted { $0.offset < $1.offset }
    }

    @Test func `every truncation is refused`() throws {
        let bytes = try SampleContents.bytes(seed: 1, nodes: 6, segments: 6)
        var accepted: [Int] = []
        for length in 0..<bytes.count {
            let error = refusal(of: Array(bytes[..<length])) as? DatasetError
            let advice = length < DatasetHeader.magic.count ? "build one" : "rebuild needed"
            if error?.description.contains(advice) != true { accepted.append(length) }
        }
        #expect(accepted == [])
        #expect(refusal(of: bytes) == nil)
    }

    @Test func `bytes after the end are refused`() throws {
        let bytes = try SampleContents.bytes(seed: 1, nodes: 6, segments: 6)
        #expect(refusal(of: bytes + [0]) is DatasetError)
    }

    @Test(arguments: [UInt8(0x01), 0x40, 0x80, 0xFF])
    func `every flipped byte of the head is refused`(flip: UInt8) throws {
        let bytes = try SampleContents.bytes(seed: 2, nodes: 6, segments: 6)
        let count = try sections(of: bytes).count
        var accepted: [Int] = []
        for place in 0..<(DatasetHeader.headerBytes + count * DatasetHeader.recordBytes) {
            var damaged = bytes
            damaged[place] ^= flip
            if !(refusal(of: damaged) is DatasetError) { accepted.append(place) }
        }
        #expect(accepted == [])
    }

    @Test func `older and newer formats are reported with what to do`() throws {
        var bytes = try SampleContents.bytes(seed: 3, nodes: 6, segments: 6)
        bytes[8] = UInt8(DatasetHeader.formatVersion) - 1
        let older = try #require(refusal(of: bytes) as? DatasetError)
        #expect(older.description.contains("rebuild needed"))
        bytes[8] = UInt8(DatasetHeader.formatVersion) + 1
        let newer = try #require(refusal(of: bytes) as? DatasetError)
        #expect(newer.description.contains("use the program that built it"))
    }

    @Test func `foreign, empty and missing files say what they are`() throws {
        let folder = try TemporaryFolder()
        func refusalOfFile(_ contents: Data?) throws -> String {
            let path = folder.path + "/file"
            if let contents { try contents.write(to: URL(filePath: path)) }
            do {
                _ = try NetworkDataset(path: path)
                return "opened"
            } catch {
                return (error as? DatasetError)?.description ?? "another error: \(error)"
            }
        }
        #expect(try refusalOfFile(nil).contains("does not exist"))
        #expect(try refusalOfFile(Data()).contains("is empty: rebuild needed"))
        #expect(try refusalOfFile(Data("PK\u{3}\u{4} some archive".utf8)).contains("not a Waypost"))
        #expect(try refusalOfFile(Data([0x57])).contains("not a Waypost network"))
        #expect(throws: DatasetError.self) { try NetworkDataset(path: folder.path) }
    }

    @Test func `a flipped byte in any section is found by reading everything`() throws {
        let bytes = try SampleContents.bytes(seed: 4)
        for section in try sections(of: bytes) where section.bytes > 0 {
            for place in [0, section.bytes / 2, section.bytes - 1] {
                var damaged = bytes
                damaged[section.offset + place] ^= 0x10
                let table = try SectionTable(DatasetFile(bytes: damaged), name: "test")
                #expect(table.damagedSections() == [section.name])
            }
        }
    }

    @Test func `a damaged description is refused like any other damage`() throws {
        let bytes = try SampleContents.bytes(seed: 5, nodes: 6, segments: 6)
        let all = try sections(of: bytes)
        let section = try #require(all.first { $0.name == "description" })
        var accepted: [Int] = []
        for place in 0..<section.bytes {
            var damaged = bytes
            damaged[section.offset + place] ^= 0x01
            if !(refusal(of: damaged) is DatasetError) { accepted.append(place) }
        }
        #expect(accepted == [])
    }

    @Test(arguments: UInt64(0)..<50)
    func `random damage is refused or opens, never crashes`(seed: UInt64) throws {
        let bytes = try SampleContents.bytes(seed: seed, nodes: 6, segments: 6)
        var generator = SeededGenerator(seed)
        for _ in 0..<20 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                damaged[Int.random(in: 0..<bytes.count, using: &generator)] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            let error = refusal(of: damaged)
            #expect(error == nil || error is DatasetError, "seed \(seed)")
        }
    }
}

@Suite struct DatasetChecksumTests {
    private func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { DatasetChecksum.of($0) }
    }

    @Test(arguments: [1, 7, 8, 31, 32, 33, 64, 100])
    func `every flipped bit changes the checksum`(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var seen: Set<UInt64> = [checksum(bytes)]
        for bit in 0..<(length * 8) {
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(seen.insert(checksum(flipped)).inserted, "bit \(bit) of \(length) bytes")
        }
    }

    @Test func `zeros are distinguished by their number`() {
        let all = (0..<100).map { checksum([UInt8](repeating: 0, count: $0)) }
        #expect(Set(all).count == 100)
    }

    @Test func `swapped blocks are noticed`() {
        let first = [UInt8](repeating: 1, count: 32)
        let second = [UInt8](repeating: 2, count: 32)
        #expect(checksum(first + second) != checksum(second + first))
    }
}
