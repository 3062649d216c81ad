// Imports files into layers: how to read them, and where the rows go.
//
// LayerImport+CSV streams tables, LayerImport+Stream rows of other readers; LayerImport+Features
// takes sets of features and other stores.

package import Geo

/// Imports a file into a layer, in one transaction.
///
/// ```swift
/// var task = LayerImport(layer: "deliveries")
/// task.csv.x = "easting"
/// task.csv.y = "northing"
/// task.spatialReference = SpatialReference(wkid: 25832)
/// let summary = try task.run(.csv(path: "deliveries.csv"), into: store)
/// ```
///
/// Field types are inferred from all rows unless you give them. Tables, streams and other stores
/// are read row by row, so memory does not grow with the file. Esri JSON and GeoJSON are held in
/// memory as a whole.
package struct LayerImport: Hashable, Sendable {
    /// What to do with a layer that has the same name.
    package enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Fail if the layer exists.
        case create
        /// Add rows to the layer; fields are matched by name.
        case append
        /// Remove the layer first.
        case replace
    }

    /// Which columns in a table hold the shape.
    package struct TableColumns: Hashable, Sendable {
        /// The column with eastings or longitudes; set it together with ``y``.
        package var x: String?
        /// The column with northings or latitudes.
        package var y: String?
        /// The column with well-known text.
        package var text: String?
        /// The character between cells, or `nil` to detect it from the first line.
        package var separator: Unicode.Scalar?
        /// Whether rows have no shapes.
        package var isWithoutShapes = false

        /// Detects everything from the first line.
        package init() {}
    }

    /// The layer's name.
    package var layer: String
    /// What to do with a layer that has the same name.
    package var mode: Mode
    /// The coordinate system for files that state none; WGS 84 by default.
    package var spatialReference: SpatialReference?
    /// The system for a new layer, or `nil` to keep the file's.
    package var storedReference: SpatialReference?
    /// Field types, by name ignoring case.
    package var types: [String: FieldType] = [:]
    /// The field whose whole numbers become the row ids. If `nil`, an object id field is used, or a
    /// field named `fid`, `OBJECTID` or `id` with a different whole number in every row.
    package var idField: String?
    /// Names of the fields to index, ignoring case.
    package var indexed: [String] = []
    /// Where a table's shapes are.
    package var csv = TableColumns()
    /// The table's name in messages, or nil to use its file's.
    package var tableName: String?
    /// What the user says about the file's encoding and dates.
    package var hints = FileHints()
    /// Limits on files held as a whole, and on a table's columns.
    package var limits = FeatureLimits(
        maximumFeatures: 5_000_000, maximumVertices: 50_000_000, maximumFields: 500,
        maximumValues: 100_000_000)

    /// Makes an import into a layer.
    package init(layer: String, mode: Mode = .create) {
        self.layer = layer
        self.mode = mode
    }

    /// Where the rows come from.
    package enum Source: Sendable {
        /// A comma-separated table.
        case csv(path: String)
        /// Features in memory, split by kind, from GeoJSON or GPX.
        case features(FeaturesByKind)
        /// Features in memory.
        case set(FeatureSet)
        /// A file in another format, read batch by batch.
        case stream(FeatureStream)
        /// A query on another store; rows keep their ids.
        case layer(any LayerStore, LayerQuery)
    }

    /// How far an import has come.
    package struct Progress: Hashable, Sendable {
        /// The rows stored so far.
        package var rows: Int
        /// The share of work done, 0 to 1, if known.
        package var share: Double?
    }

    /// What an import has stored.
    package struct Summary: Hashable, Sendable {
        /// The layers and how many rows each received.
        package var layers: [Count] = []
        /// Remarks on how the file was read, if that is not obvious.
        package var notes: [String] = []

        /// A layer and how many rows it received.
        package struct Count: Hashable, Sendable {
            /// The layer's name.
            package var layer: String
            /// How many rows were added.
            package var rows: Int
        }

        /// How many rows were added to all layers.
        package var rows: Int { layers.reduce(0) { $0 + $1.rows } }
    }

    /// Imports a source into the layer. If features have several kinds of shapes, several layers
    /// are made, with names ending in `_points`, `_lines` and `_polygons`.
    ///
    /// - Parameters:
    ///   - progress: Called every few thousand rows.
    ///   - isCancelled: Called as often; return true to stop and store nothing.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   ``FeatureStoreError/unreadable(store:reason:)`` if the file cannot be read.
    @discardableResult
    package func run(
        _ source: Source, into store: any BulkStore, progress: (Progress) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(FeatureStoreError) -> Summary {
        switch source {
        case .csv(let path):
            try CSVImport(self, path: path).run(into: store, progress, isCancelled)
        case .features(let features): try run(features, into: store, progress, isCancelled)
        case .stream(let stream):
            try StreamImport(self, stream).run(into: store, progress, isCancelled)
        case .set(let set): try run([(layer, set)], into: store, progress, isCancelled)
        case .layer(let other, let query):
            try run(other, query, into: store, progress, isCancelled)
        }
    }

    /// Rows between two progress reports.
    static let rowsBetweenReports = 5_000
}

// MARK: - Common to all sources

extension LayerImport {
    /// Makes, replaces or checks the layer, depending on ``mode``.
    ///
    /// - Parameter schema: The schema for a new layer.
    func prepare(
        _ schema: LayerSchema, _ store: any BulkStore, _ loader: any RowLoader
    ) throws(FeatureStoreError) {
        switch mode {
        case .create: try loader.create(schema)
        case .replace:
            let known = try store.layers().first {
                $0.name.lowercased() == schema.name.lowercased()
            }
            if let known { try loader.drop(known.name) }
            try loader.create(schema)
        case .append: _ = try store.layer(named: schema.name)
        }
    }

    /// Returns the type the caller gives a field.
    func givenType(of field: String) -> FieldType? {
        let wanted = field.lowercased()
        return types.first { $0.key.lowercased() == wanted }?.value
    }

    /// Returns whether the caller wants an index on a field.
    func isIndexed(_ field: String) -> Bool {
        indexed.contains { $0.lowercased() == field.lowercased() }
    }

    /// Throws if the caller names a field that does not exist.
    func checkNames(among fields: [String]) throws(FeatureStoreError) {
        let known = Set(fields.map { $0.lowercased() })
        let given = types.keys.sorted() + indexed + (idField.map { [$0] } ?? [])
        for name in given where !known.contains(name.lowercased()) {
            throw .noField(name, layer: layer, known: fields, nearest: nil)
        }
    }

    /// Returns the position of the field whose values become the ids.
    ///
    /// - Parameter isUnique: Returns whether all values in a field are different whole numbers.
    func idPlace(
        among fields: [Field], isUnique: (Int) -> Bool
    ) throws(FeatureStoreError) -> Int? {
        if let idField {
            let wanted = idField.lowercased()
            let place = fields.firstIndex { $0.name.lowercased() == wanted }
            guard let place, isUnique(place) else {
                throw .badRequest(
                    "the field \"\(idField)\" does not have unique whole numbers; ids must "
                        + "be unique")
            }
            return place
        }
        if let place = fields.firstIndex(where: { $0.type == .objectID }), isUnique(place) {
            return place
        }
        for name in ["fid", "objectid", "id"] {
            let place = fields.firstIndex { $0.name.lowercased() == name }
            if let place, isUnique(place) { return place }
        }
        return nil
    }
}
