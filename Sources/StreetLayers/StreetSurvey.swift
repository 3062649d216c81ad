// A layer's first reading: its columns, and what only all rows can tell.

import Geo

/// The columns of all of a layer's rows, and which of them have codes for directions.
struct StreetSurvey {
    /// The layer's name for messages.
    let name: String
    /// The columns' names, in the order in which they come.
    private(set) var columns: [String] = []
    /// The columns' places by name, in small letters.
    private(set) var places: [String: Int] = [:]
    /// The places of columns with codes for directions, where they are looked for.
    private(set) var codedColumns: Set<Int> = []
    private(set) var rowCount = 0

    /// Reads a layer.
    ///
    /// - Parameter directions: The names of columns to look for codes in, in small letters.
    /// - Complexity: O(*n*) in the rows; memory for the columns.
    init(
        _ rows: StreetRows, directions: Set<String>, _ progress: (Int, Double?) throws -> Void
    ) throws {
        name = rows.name
        try rows.forEachBatch { batch, share in
            for (column, field) in batch.fields.enumerated() {
                let place = place(of: field.name)
                guard directions.contains(field.name.lowercased()) else { continue }
                if batch.features.contains(where: { StreetDirections.isCode($0.values[column]) }) {
                    codedColumns.insert(place)
                }
            }
            rowCount += batch.features.count
            try progress(rowCount, share)
        }
    }

    private mutating func place(of column: String) -> Int {
        let key = column.lowercased()
        if let place = places[key] { return place }
        places[key] = columns.count
        columns.append(column)
        return columns.count - 1
    }

    /// Returns a batch's rows with values for all ``columns``, in order.
    func arranged(_ batch: FeatureSet) -> [Feature] {
        let names = batch.fields.map(\.name)
        if names == columns { return batch.features }
        let ownPlaces = Dictionary(
            names.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { a, _ in a })
        let sources = columns.map { ownPlaces[$0.lowercased()] }
        return batch.features.map { feature in
            Feature(
                values: sources.map { $0.map { feature.values[$0] } ?? .null },
                geometry: feature.geometry)
        }
    }
}
