// The named places of the map's background.

/// Named places, in the order of a Hilbert curve.
package struct MapPlaceTable: Sendable {
    package let index: BoxIndex
    private let kinds: MappedColumn<UInt8>
    private let populations: MappedColumn<UInt32>
    private let names: MappedColumn<UInt32>
    private let namesEnglish: MappedColumn<UInt32>
    private let namesGerman: MappedColumn<UInt32>
    private let textFirst: MappedColumn<UInt64>
    private let textBytes: MappedColumn<UInt8>

    init(_ table: SectionTable) throws(DatasetError) {
        kinds = try table.column("place.kinds")
        populations = try table.column("place.populations", count: kinds.count)
        names = try table.column("place.names", count: kinds.count)
        namesEnglish = try table.column("place.namesEnglish", count: kinds.count)
        namesGerman = try table.column("place.namesGerman", count: kinds.count)
        index = try BoxIndex(table, "place", count: kinds.count)
        textFirst = try table.column("text.first")
        textBytes = try table.column("text.bytes")
    }

    /// The number of places.
    package var count: Int { kinds.count }

    /// Returns a place's kind; `nil` if its number means nothing.
    package func kind(of row: Int) -> MapKind? { MapKind(number: kinds[row]) }

    /// Returns the number of people in a place.
    package func population(of row: Int) -> UInt32 { populations[row] }

    /// Returns all about a place.
    package func place(_ row: Int) -> MapPlace {
        let box = index.box(of: row)
        return MapPlace(
            kind: kinds[row], point: [box.x, box.y], population: populations[row],
            name: text(names[row]), nameEnglish: text(namesEnglish[row]),
            nameGerman: text(namesGerman[row]))
    }

    private func text(_ row: UInt32) -> String {
        guard Int(row) + 1 < textFirst.count else { return "" }
        let start = Int(min(textFirst[row], UInt64(textBytes.count)))
        let end = Int(min(textFirst[row + 1], UInt64(textBytes.count)))
        return String(decoding: (start..<max(start, end)).map { textBytes[$0] }, as: UTF8.self)
    }

    func check(_ check: inout StructureCheck) {
        check.rows(kinds, below: MapKind.all.count, "place.kinds")
        check.offsets(textFirst, of: textBytes.count, "text.first")
        for column in [names, namesEnglish, namesGerman] {
            check.rows(column, below: textFirst.count - 1, "place.names")
        }
    }
}
