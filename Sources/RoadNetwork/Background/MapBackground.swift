// The map's background, mapped and ready. NetworkBuilder writes it; VectorTiles draws it.

import Foundation

/// The background of maps over a network: water, land, buildings, boundaries and the names of
/// places.
///
/// It is a file of its own in a network's folder, which only `waypost network build --map` makes.
/// Everything that shows up at several zooms is stored once for each ``MapBand``, in map units, so
/// that a tile reads only what it shows. Bytes that the checksums admit but that make no sense are
/// skipped.
package final class MapBackground: Sendable {
    /// The file's name inside a network folder.
    package static let fileName = "map.waypost"

    /// The features for some zooms.
    package struct Features: Sendable {
        package let index: BoxIndex
        let kinds: MappedColumn<UInt8>
        let flags: MappedColumn<UInt8>
        let areas: MappedColumn<Float>
        let first: MappedColumn<UInt64>
        let bytes: MappedColumn<UInt8>
    }

    package let bands: [Features]
    package let places: MapPlaceTable
    private let table: SectionTable

    /// Opens the background in a network's folder; `nil` if the folder has none.
    ///
    /// - Parameters:
    ///   - network: The network's folder, or its dataset file.
    ///   - verification: Whether to read every byte first.
    ///   - protection: What happens if a program writes into the file.
    /// - Throws: ``DatasetError`` naming the file, what is wrong with it and what to do.
    package static func beside(
        _ network: String, verification: DatasetVerification = .whole,
        protection: DatasetProtection = .none
    ) throws -> MapBackground? {
        let dataset = URL(fileURLWithPath: NetworkDataset.file(at: network))
        let path = dataset.deletingLastPathComponent().appendingPathComponent(fileName).path
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try MapBackground(
            path: path, verification: verification, protection: protection)
    }

    /// Opens a file.
    ///
    /// - Throws: ``DatasetError`` naming the file, what is wrong with it and what to do.
    package convenience init(
        path: String, verification: DatasetVerification = .whole,
        protection: DatasetProtection = .none
    ) throws {
        let table = try SectionTable(
            DatasetFile(path: path, protection: protection), name: path, kind: .map)
        try table.verify(verification, path: path)
        try self.init(table)
    }

    /// Opens a file held in memory.
    package convenience init(bytes: [UInt8]) throws {
        try self.init(
            SectionTable(DatasetFile(bytes: bytes), name: "the map in memory", kind: .map))
    }

    private init(_ table: SectionTable) throws(DatasetError) {
        self.table = table
        var bands: [Features] = []
        for band in MapBand.all {
            bands.append(try Features(table, "band.\(band.number)"))
        }
        self.bands = bands
        places = try MapPlaceTable(table)
    }

    /// 32 hexadecimal digits that change with any byte of the file.
    package var fingerprint: String { table.fingerprintText }

    /// The size of all sections together, in bytes.
    package var byteCount: Int { table.sections.values.reduce(0) { $0 + $1.bytes } }

    /// Whether the file has been written to since it was opened; see ``NetworkDataset/hasChanged``.
    package var hasChanged: Bool { table.file.hasChanged }

    /// Lets programs write that wait; see ``NetworkDataset/admitWriters()``.
    package func admitWriters() -> Bool { table.file.admitWriters() }

    /// Returns a sentence for each column that does not fit the others in a file whose checksums
    /// match; empty for a sound file.
    ///
    /// - Complexity: O(*n*) in the size of the file.
    package func structuralFaults() -> [String] {
        var check = StructureCheck()
        for (number, features) in bands.enumerated() {
            features.check(&check, "band.\(number)")
        }
        places.check(&check)
        return check.faults
    }
}

extension MapBackground.Features {
    fileprivate init(_ table: SectionTable, _ name: String) throws(DatasetError) {
        kinds = try table.column("\(name).kinds")
        flags = try table.column("\(name).flags", count: kinds.count)
        areas = try table.column("\(name).areas", count: kinds.count)
        first = try table.column("\(name).first", count: kinds.count + 1)
        bytes = try table.column("\(name).bytes")
        index = try BoxIndex(table, name, count: kinds.count)
    }

    /// The number of features.
    package var count: Int { kinds.count }

    /// Returns a feature's kind; `nil` if its number means nothing.
    package func kind(of row: Int) -> MapKind? { MapKind(number: kinds[row]) }

    /// Returns the number of a feature's kind.
    package func kindNumber(of row: Int) -> UInt8 { kinds[row] }

    package func flags(of row: Int) -> MapFlags { MapFlags(rawValue: flags[row]) }

    /// Returns a polygon's area in square map units; 0 for lines.
    package func area(of row: Int) -> Float { areas[row].isFinite ? max(0, areas[row]) : 0 }

    /// Returns the number of a feature's bytes: at least twice the number of its points.
    package func byteCount(of row: Int) -> Int { range(of: row).count }

    /// Calls `body` with the points of each part of a feature, and whether the part is a hole.
    package func forEachPart(
        of row: Int, _ body: (_ points: inout [MapPoint], _ isInner: Bool) -> Void
    ) {
        let box = index.box(of: row)
        MapPartCoding.forEachPart(bytes, range(of: row), from: [box.x, box.y], body)
    }

    private func range(of row: Int) -> Range<Int> {
        let start = Int(min(first[row], UInt64(bytes.count)))
        let end = Int(min(first[row + 1], UInt64(bytes.count)))
        return start..<max(start, end)
    }

    fileprivate func check(_ check: inout StructureCheck, _ name: String) {
        check.offsets(first, of: bytes.count, "\(name).first")
        check.rows(kinds, below: MapKind.all.count, "\(name).kinds")
        guard check.faults.isEmpty else { return }
        check.each(count, "\(name).bytes") { row in
            var parts: [MapPart] = []
            forEachPart(of: row) { parts.append(MapPart(points: $0, isInner: $1)) }
            return !parts.isEmpty && parts[0].isInner == false
                && MapPart.box(of: parts) == index.box(of: row)
        }
    }
}
