// Finds the table columns that become attributes.

/// A table's columns other than its shapes, each with a unique name.
package struct TableColumns {
    /// The columns' positions, in order.
    let places: [Int]

    /// Finds the columns that have names.
    ///
    /// If several columns share a name, only the first is used, and the others must have the same
    /// cells or none.
    ///
    /// - Throws: ``FeatureReadError`` naming two columns that share a name but not their cells, and
    ///   the first row where they differ.
    init(
        of header: [String], without shapes: CSVShapeColumns?,
        in rows: some Sequence<CSVReader.Row>
    ) throws(FeatureReadError) {
        var places: [Int] = []
        var taken: [String: Int] = [:]
        for (place, name) in header.enumerated() where shapes?.uses(place) != true && !name.isEmpty
        {
            if let first = taken[name.lowercased()] {
                try Self.compare(first, place, of: header, in: rows)
            } else {
                taken[name.lowercased()] = place
                places.append(place)
            }
        }
        self.places = places
    }

    /// Compares two columns with the same name.
    ///
    /// - Throws: ``FeatureReadError`` naming both and the first row where they differ.
    package static func compare(
        _ first: Int, _ second: Int, of header: [String], in rows: some Sequence<CSVReader.Row>
    ) throws(FeatureReadError) {
        for row in rows {
            let cells = (row.cell(first), row.cell(second))
            if cells.1.isEmpty || cells.0 == cells.1 { continue }
            throw FeatureReadError(
                "row 1: columns \(first + 1) and \(second + 1) are both named "
                    + "\"\(header[first].excerpt(40))\", and row \(row.number) has "
                    + "\"\(cells.0.excerpt(40))\" and \"\(cells.1.excerpt(40))\" there; rename one")
        }
    }
}

extension CSVReader.Row {
    /// Returns a cell without surrounding blanks; empty if the row is too short.
    package func cell(_ column: Int) -> String {
        column < cells.count ? cells[column].trimmingBlanks : ""
    }

    /// Checks that no text lies beyond the columns.
    ///
    /// - Throws: ``FeatureReadError`` naming the row.
    package func checkLength(_ count: Int) throws(FeatureReadError) {
        guard cells.count > count, cells[count...].contains(where: { !$0.isBlank }) else { return }
        throw FeatureReadError("row \(number): \(cells.count) cells under \(count) columns")
    }
}
