// Tests PBF files with damaged bytes: read or refused, never read past their end.

import Foundation
import Testing

@testable import NetworkBuilder

@Suite struct DamagedPBFTests {
    /// An uncompressed file of three nodes, two streets and a turn restriction.
    private static let sound: [UInt8] = {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = tests.appendingPathComponent("Fuzz/Corpus/osm/plain.osm.pbf")
        return (try? Data(contentsOf: path)).map(Array.init) ?? []
    }()

    /// The tags of all objects in a file of these bytes, read together with roles and nodes.
    private func tags(in bytes: [UInt8]) throws -> [TagSet] {
        let folder = try Scratch()
        let path = folder.path + "/damaged.osm.pbf"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let reader = try OSMReader(path: path, kinds: [.nodes, .ways, .relations])
        var tags: [TagSet] = []
        while let object = try reader.next() {
            tags.append(object.tags)
            for member in object.members { #expect(member.role.utf8.count < bytes.count) }
            #expect(object.wayNodes.count < bytes.count)
        }
        return tags
    }

    @Test func `a zero byte in a tag is refused, and no tag is read past the last one`() throws {
        let name = Array("Quay".utf8)
        let start = try #require(Self.sound.firstRange(of: name)).lowerBound
        var bytes = Self.sound
        #expect(try tags(in: bytes).contains { $0["name"] == "Quay" })
        bytes[start + 1] = 0
        let error = #expect(throws: OSMReadError.self) { try tags(in: bytes) }
        #expect(error?.description.contains("a tag holds a zero byte") == true)
    }

    @Test(arguments: [0x00, 0x7F, 0xFF] as [UInt8])
    func `any byte may be another one`(value: UInt8) throws {
        var read = 0
        for place in Self.sound.indices {
            var bytes = Self.sound
            bytes[place] = value
            do {
                _ = try tags(in: bytes)
                read += 1
            } catch let error as OSMReadError {
                #expect(error.description.contains("cannot be read"))
            }
        }
        #expect(read > 0 && read < Self.sound.count)
    }
}
