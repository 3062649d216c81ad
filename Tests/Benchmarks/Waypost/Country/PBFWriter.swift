// Writes a made-up country as an .osm.pbf file for any OpenStreetMap reader.
//
// Blocks are stored uncompressed: the format allows it, and readers are measured on their own work.

import DataStructures
import Foundation

/// Writes maps.
///
/// Format: OpenStreetMap Wiki, *PBF Format*, https://wiki.openstreetmap.org/wiki/PBF_Format.
struct PBFWriter {
    private static let entitiesPerBlock = 8_000

    private let map: CountryMap
    private let file: FileHandle

    /// Writes a map. The file appears only when it is complete.
    static func write(_ map: CountryMap, to path: String) throws {
        let partial = path + ".partial"
        guard FileManager.default.createFile(atPath: partial, contents: nil),
            let file = FileHandle(forWritingAtPath: partial)
        else { throw BenchmarkError("\(partial) cannot be written") }
        try PBFWriter(map: map, file: file).write()
        try file.close()
        guard rename(partial, path) == 0 else {
            throw BenchmarkError("\(path): \(String(cString: strerror(errno)))")
        }
    }

    private func write() throws {
        var header = ProtobufBytes()
        for feature in ["OsmSchema-V0.6", "DenseNodes"] { header.add(4, bytes: feature.utf8) }
        header.add(16, bytes: "Waypost Benchmarks".utf8)
        try writeBlob("OSMHeader", header.bytes)
        try inBlocks(map.nodeCount, writeNodes)
        try inBlocks(map.wayCount, writeWays)
        try inBlocks(map.turnSigns.count, writeTurnSigns)
    }

    private func inBlocks(_ count: Int, _ write: (Range<Int>) throws -> Void) rethrows {
        for start in stride(from: 0, to: count, by: Self.entitiesPerBlock) {
            try write(start..<min(start + Self.entitiesPerBlock, count))
        }
    }

    private func writeBlob(_ type: String, _ content: [UInt8]) throws {
        var blob = ProtobufBytes()
        blob.add(1, bytes: content)
        var header = ProtobufBytes()
        header.add(1, bytes: type.utf8)
        header.add(3, blob.bytes.count)
        try file.write(contentsOf: ProtobufBytes.framed(header.bytes.count) + header.bytes)
        try file.write(contentsOf: blob.bytes)
    }

    private func writeBlock(_ strings: StringRows, _ group: ProtobufBytes) throws {
        var table = ProtobufBytes()
        for text in strings.texts { table.add(1, bytes: text.utf8) }
        var block = ProtobufBytes()
        block.add(1, bytes: table.bytes)
        block.add(2, bytes: group.bytes)
        try writeBlob("OSMData", block.bytes)
    }

    private func writeNodes(_ rows: Range<Int>) throws {
        var strings = StringRows()
        let (key, value) = (strings.row("highway"), strings.row("traffic_signals"))
        var dense = ProtobufBytes()
        dense.add(1, deltas: rows.map { $0 + 1 })
        // Coordinates are in units of 100 nanodegrees, as in the map.
        dense.add(8, deltas: rows.map { Int(map.latitudeE7[$0]) })
        dense.add(9, deltas: rows.map { Int(map.longitudeE7[$0]) })
        var tags: [Int] = []
        var signal = map.signals.indices.partitioningIndex {
            map.signals[$0] >= UInt32(rows.lowerBound)
        }
        for row in rows {
            while signal < map.signals.count, map.signals[signal] == UInt32(row) {
                if tags.last != value { tags += [key, value] }
                signal += 1
            }
            tags.append(0)
        }
        if tags.contains(where: { $0 != 0 }) { dense.add(10, packed: tags) }
        var group = ProtobufBytes()
        group.add(2, bytes: dense.bytes)
        try writeBlock(strings, group)
    }

    private func writeWays(_ rows: Range<Int>) throws {
        var strings = StringRows()
        var group = ProtobufBytes()
        for row in rows {
            let tags = map.wayTags[row].pairs
            var way = ProtobufBytes()
            way.add(1, row + 1)
            way.add(2, packed: tags.map { strings.row($0.0) })
            way.add(3, packed: tags.map { strings.row($0.1) })
            way.add(8, deltas: map.nodes(ofWay: row).map { Int($0) + 1 })
            group.add(3, bytes: way.bytes)
        }
        try writeBlock(strings, group)
    }

    private func writeTurnSigns(_ rows: Range<Int>) throws {
        var strings = StringRows()
        var group = ProtobufBytes()
        for row in rows {
            let sign = map.turnSigns[row]
            let tags = [("type", "restriction"), ("restriction", sign.kind.rawValue)]
            var relation = ProtobufBytes()
            relation.add(1, row + 1)
            relation.add(2, packed: tags.map { strings.row($0.0) })
            relation.add(3, packed: tags.map { strings.row($0.1) })
            relation.add(8, packed: ["from", "via", "to"].map { strings.row($0) })
            relation.add(9, deltas: [sign.from + 1, Int(sign.via) + 1, sign.to + 1])
            relation.add(10, packed: [1, 0, 1])
            group.add(4, bytes: relation.bytes)
        }
        try writeBlock(strings, group)
    }
}

/// A block's texts, each once; row 0 is empty because it ends a node's tags.
private struct StringRows {
    private(set) var texts = [""]
    private var rows: [String: Int] = [:]

    mutating func row(_ text: String) -> Int {
        if let row = rows[text] { return row }
        texts.append(text)
        rows[text] = texts.count - 1
        return texts.count - 1
    }
}

extension RoadTags {
    /// The tags as keys and values.
    fileprivate var pairs: [(String, String)] {
        var pairs = [("highway", kind.rawValue)]
        if isOneWay { pairs.append(("oneway", "yes")) }
        if let name { pairs.append(("name", Self.name(name))) }
        if let reference { pairs.append(("ref", reference)) }
        if let speedLimit { pairs.append(("maxspeed", String(speedLimit))) }
        if isBridge { pairs += [("bridge", "yes"), ("layer", "1")] }
        return pairs
    }

    /// A street name for each number below 512.
    private static func name(_ number: Int) -> String {
        let kinds = ["Street", "Road", "Avenue", "Lane", "Way", "Row", "Place", "Drive"]
        let firsts = ["North", "South", "Old", "New", "Upper", "Lower", "Great", "Little"]
        let seconds = ["Mill", "Church", "Station", "Market", "Oak", "Bridge", "Castle", "River"]
        return [firsts[number / 64 % 8], seconds[number / 8 % 8], kinds[number % 8]]
            .joined(separator: " ")
    }
}
