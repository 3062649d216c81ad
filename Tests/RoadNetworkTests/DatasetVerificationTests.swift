// A damaged dataset is refused before anything is read from it.

import Foundation
import NetworkBuilder
import RouteTesting
import Testing

@testable import RoadNetwork

@Suite struct DatasetVerificationTests {
    /// A network's file, open for writing.
    private struct Stored {
        let folder: TemporaryFolder
        let bytes: [UInt8]
        var path: String { folder.path + "/" + NetworkDataset.fileName }

        init(seed: UInt64) throws {
            folder = try TemporaryFolder()
            bytes = try SampleContents.bytes(seed: seed)
            try write(bytes)
        }

        /// Replaces the file by one with these bytes.
        func write(_ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        }

        /// Writes into the existing file.
        func overwrite(_ byte: UInt8, at offset: Int) throws {
            let file = try FileHandle(forUpdating: URL(filePath: path))
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([byte]))
            try file.close()
        }

        var hasMark: Bool { FileManager.default.fileExists(atPath: path + VerifiedMark.suffix) }

        func open(_ verification: DatasetVerification) throws -> NetworkDataset {
            try NetworkDataset(path: folder.path, verification: verification)
        }

        /// The place of a byte in a column that opening does not read.
        func columnByte() throws -> Int {
            let table = try SectionTable(DatasetFile(bytes: bytes), name: "test")
            return try #require(table.sections["edge.head"]).offset
        }
    }

    @Test func `a flipped byte anywhere is refused before it is read`() throws {
        let stored = try Stored(seed: 6)
        let table = try SectionTable(DatasetFile(bytes: stored.bytes), name: "test")
        for section in table.sections.values where section.bytes > 0 {
            var damaged = stored.bytes
            damaged[section.offset + section.bytes / 2] ^= 0x10
            try stored.write(damaged)
            for verification in [DatasetVerification.whole, .remembered] {
                let error = #expect(throws: DatasetError.self, "\(section.name)") {
                    _ = try stored.open(verification)
                }
                #expect(error?.description.contains("rebuild needed") == true)
            }
        }
        #expect(!stored.hasMark)
    }

    @Test func `a flipped bit in the padding between sections is refused`() throws {
        let stored = try Stored(seed: 13)
        let table = try SectionTable(DatasetFile(bytes: stored.bytes), name: "test")
        let sections = table.sections.values.sorted {
            ($0.offset, $0.bytes) < ($1.offset, $1.bytes)
        }
        var end = table.tableEnd
        var count = 0
        for section in sections {
            let padding = end..<max(end, section.offset)
            end = max(end, section.offset + section.bytes)
            guard let first = padding.first, let last = padding.last else { continue }
            for place in [first, last] {
                var damaged = stored.bytes
                damaged[place] ^= 0x01
                let network = try NetworkDataset(bytes: damaged)
                #expect(network.damagedSections().count == 1)
                count += 1
            }
        }
        #expect(count > 10)
    }

    @Test func `a file that was found whole is remembered until it changes`() throws {
        let stored = try Stored(seed: 7)
        let place = try stored.columnByte()
        _ = try stored.open(.whole)
        #expect(!stored.hasMark)
        _ = try stored.open(.remembered)
        #expect(stored.hasMark)
        _ = try stored.open(.remembered)
        try stored.overwrite(stored.bytes[place] ^ 1, at: place)
        #expect(throws: DatasetError.self) { try stored.open(.remembered) }
        #expect(throws: DatasetError.self) { try stored.open(.whole) }
        // The same bytes in a new file make another file.
        try stored.write(stored.bytes)
        _ = try stored.open(.remembered)
        var damaged = stored.bytes
        damaged[place] ^= 1
        try stored.write(damaged)
        #expect(throws: DatasetError.self) { try stored.open(.remembered) }
    }

    @Test func `a mark that cannot be read, or is another file's, counts for nothing`() throws {
        let stored = try Stored(seed: 8)
        let other = try Stored(seed: 9)
        _ = try other.open(.remembered)
        let mark = stored.path + VerifiedMark.suffix
        for bytes in [
            Data(), Data("{}".utf8),
            try Data(contentsOf: URL(filePath: other.path + VerifiedMark.suffix)),
        ] {
            var damaged = stored.bytes
            damaged[try stored.columnByte()] ^= 1
            try stored.write(damaged)
            try bytes.write(to: URL(filePath: mark))
            #expect(throws: DatasetError.self) { try stored.open(.remembered) }
        }
    }

    @Test func `what is skipped is not read`() throws {
        let stored = try Stored(seed: 10)
        let place = try stored.columnByte()
        try stored.overwrite(stored.bytes[place] ^ 1, at: place)
        #expect(try stored.open(.skipped).damagedSections() == ["edge.head"])
    }

    @Test func `a file that is written to has changed, one that is replaced has not`() throws {
        let stored = try Stored(seed: 11)
        let network = try stored.open(.whole)
        #expect(!network.hasChanged)
        try stored.write(try SampleContents.bytes(seed: 12))
        #expect(!network.hasChanged)
        let next = try stored.open(.whole)
        try stored.overwrite(0, at: stored.bytes.count / 2)
        #expect(next.hasChanged)
        #expect(!network.hasChanged)
        #expect(try !NetworkDataset(bytes: stored.bytes).hasChanged)
    }
}

@Suite struct StructureCheckTests {
    private func faults(_ contents: NetworkContents) throws -> [String] {
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        #expect(network.damagedSections().isEmpty)
        return network.structuralFaults()
    }

    private func contents(seed: UInt64) throws -> NetworkContents {
        var contents = SampleContents.random(seed: seed)
        try HierarchyStage.add(to: &contents)
        return contents
    }

    @Test(arguments: UInt64(0)..<20)
    func `what is built fits together`(seed: UInt64) throws {
        #expect(try faults(try contents(seed: seed)) == [])
        let drawn = try RandomNetwork(
            nodes: 40, meanDegree: 3, seed: seed, isConditional: seed % 2 == 0)
        #expect(drawn.dataset.structuralFaults() == [])
    }

    @Test func `a row that points nowhere is found, and its column named`() throws {
        let sound = try contents(seed: 3)
        func expect(_ column: String, _ change: (inout NetworkContents) -> Void) throws {
            var changed = sound
            change(&changed)
            let found = try faults(changed)
            #expect(found.contains { $0.hasPrefix(column) }, "\(column): \(found)")
        }
        try expect("edge.head") { $0.edgeHead[3] = 1 << 30 }
        try expect("outEdges") { $0.outEdges[0] = .max }
        try expect("node.firstOut") { $0.nodeFirstOut[1] = .max }
        try expect("edge.slot") { $0.edgeSlot[0] = 200 }
        try expect("copyOf") { $0.copyOf[0] = .max }
        try expect("node.turnClasses") { $0.nodeTurnClasses[0] = .max }
        try expect("turnClass.pool") { $0.turnClassPool[0] = .max }
        try expect("turnRule.from") { $0.turnRuleFrom[0] = .max }
        try expect("turnRule.target") { $0.turnRuleTarget[0] = .max }
        try expect("segment.name") { $0.segmentName[0] = .max }
        try expect("shape.first") { $0.shapeFirst[1] = 1 << 40 }
        try expect("name.first") { $0.nameFirst[1] = 1 << 40 }
        try expect("translation.names.0") { $0.translatedNames[0][0] = .max }
        try expect("translation.names.1") { $0.translatedNames[1].swapAt(0, 1) }
        try expect("translation.texts.2") { $0.translations[2][0] = .max }
        try expect("barred.nodes") { $0.barredNodes[0] = .max }
        try expect("limit.edges.0") { $0.limitEdges[0][0] = .max }
        try expect("index.segments") { $0.indexSegments[0] = .max }
        try expect("index.levels") { $0.indexLevels[0] = 1 }
        try expect("way.edges") { $0.wayEdges[0] = .max }
        try expect("way.edges") { $0.wayEdges[0] = $0.wayEdges[1] }
        try expect("way.edges") { $0.wayEdges.swapAt(0, $0.wayEdges.count - 1) }
        try expect("node.byID") { $0.nodesByID.swapAt(0, 1) }
        try expect("shapeNode.offsets") { $0.shapeNodes.offsets[0] = 1 }
        try expect("shapeNode.bytes") { $0.shapeNodes.bytes[1] = 0xFE }
        try expect("shapeNode.bytes") { $0.shapeNodes.firstIDs.swapAt(0, 1) }
        try expect("point.segments") { $0.pointSegments[0] = .max }
        try expect("point.codes") { $0.pointCodes[0] = 0 }
        try expect("lane.edges") { $0.laneEdges[0] = .max }
        try expect("lane.patterns") { $0.lanePatterns[0] = 9 }
        try expect("lane.first") { $0.laneFirst[0] = 1 }
        try expect("lane.turns") { $0.laneTurns[0] = .max }
        try expect("hierarchy.0.upFirst") { $0.hierarchies[0]?.upFirst[1] = .max }
        try expect("hierarchy.0.up") { $0.hierarchies[0]?.upHead[0] = .max }
        try expect("hierarchy.0.parent") { $0.hierarchies[0]?.parent[1] = 0 }
        try expect("hierarchy.0.stateOfRank") { $0.hierarchies[0]?.stateOfRank[0] = .max }
        try expect("hierarchy.0.turnArc") { $0.hierarchies[0]?.turnArc[0] = .max - 1 }
    }
}
