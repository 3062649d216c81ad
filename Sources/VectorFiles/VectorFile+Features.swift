// Reads all rows in a layer as input for requests.

package import Geo

extension VectorFile {
    /// Reads all rows, split by kind of shape. Dates and times stay texts, because their zone is
    /// not known here.
    ///
    /// - Parameters:
    ///   - hints: What the user says about the file.
    ///   - limits: Limits on what is accepted.
    ///   - notes: Collects remarks on how the file was read.
    /// - Throws: ``FeatureReadError`` naming the row.
    package func features(
        hints: FileHints, limits: FeatureLimits = FeatureLimits(), notes: ReadingNotes?
    ) throws(FeatureReadError) -> FeaturesByKind {
        let rows = try rows(hints: hints)
        rows.times = .texts
        if rows.layer.isTable {
            var table: [UInt8] = []
            try rows.writeTable(limits: limits) { table += $0 }
            rows.addNotes(to: notes)
            // The table is written as UTF-8, whatever the file's encoding.
            var hints = hints
            hints.encoding = nil
            return try CSVFeatureReader(limits: limits).features(
                table, hints: hints, notes: notes,
                separator: VectorRows.separator)
        }
        var split = FeatureSplit(limits: limits)
        for column in rows.layer.columns {
            // The values decide how wide whole numbers are.
            let type: FieldType? =
                switch column.field.type {
                case .integer: nil
                case .date: .string
                default: column.field.type
                }
            try split.declare(column.field.name, type)
        }
        let names = rows.layer.columns.map(\.field.name)
        let system = rows.layer.spatialReference
        while let row = try rows.next() {
            if system == nil { try rows.checkDegrees(of: row) }
            let shape = row.geometry == .empty ? nil : row.geometry
            let kind = shape?.type ?? rows.layer.usualKind
            try split.add(
                zip(names, row.values).map { (name: $0, value: $1) }, shape, as: kind)
        }
        rows.addNotes(to: notes)
        return split.finished(in: system ?? .wgs84)
    }
}

extension VectorLayer {
    /// The kind to assume for rows without a shape.
    package var usualKind: GeometryType {
        if case .kind(let kind) = shapes { kind } else { .point }
    }
}

extension VectorRows {
    /// The byte between a table's cells.
    package static let separator = UInt8(ascii: ",")

    /// Throws if the file states no system and coordinates cannot be degrees.
    package func checkDegrees(of row: Row) throws(FeatureReadError) {
        let wrong = row.geometry?.coordinates.first { abs($0.x) > 400 || abs($0.y) > 90 }
        guard let wrong else { return }
        throw FeatureReadError(
            feature: row.number,
            "the file states no system of coordinates (of a shapefile, the .prj does), and "
                + "\(wrong.x) \(wrong.y) is no longitude and latitude; give the system to waypost "
                + "layers import, such as --sr 25832")
    }

    /// Notes how texts were decoded.
    package func addNotes(to notes: ReadingNotes?) {
        guard hasLegacyText else { return }
        notes?.add(
            "the file does not state its encoding, and is not UTF-8; it was read as Windows-1252 "
                + "(--encoding names another one)")
    }

    /// Writes all rows as comma-separated values with headings, for the table readers.
    ///
    /// - Throws: ``FeatureReadError`` if a row cannot be read; the error thrown by `sink`.
    package func writeTable(
        limits: FeatureLimits, to sink: ([UInt8]) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        let isSheet = layer.hasHeadingsAmongRows
        var text = isSheet ? "" : CSVFeatureWriter.line(layer.columns.map(\.field.name))
        while let row = try next() {
            guard row.number <= limits.maximumFeatures + 1 else {
                throw FeatureReadError("more than \(limits.maximumFeatures) rows")
            }
            text += CSVFeatureWriter.line(
                row.values.map { value in
                    let cell = CSVFeatureWriter.cell(value)
                    return isSheet ? Self.clockText(cell) ?? cell : cell
                })
            if text.utf8.count > 1 << 16 {
                try sink(Array(text.utf8))
                text = ""
            }
        }
        try sink(Array(text.utf8))
    }

    /// Converts a clock time that OpenDocument writes as a duration, `PT08H30M00S`.
    private static func clockText(_ cell: String) -> String? {
        guard cell.hasPrefix("PT"), cell.hasSuffix("S"),
            let match = cell.wholeMatch(of: /PT(\d{1,2})H(\d{1,2})M(\d{1,2})(?:\.\d+)?S/),
            let hour = Int(match.1), hour < 24
        else { return nil }
        return [match.1, match.2, match.3]
            .map { $0.count < 2 ? "0\($0)" : String($0) }.joined(separator: ":")
    }
}
