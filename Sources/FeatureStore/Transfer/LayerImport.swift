// Layers from files: what is read how, and into which layer.
//
// LayerImport+CSV streams tables, LayerImport+Stream rows of other readers; LayerImport+Features
// takes sets of features and other stores.

public import Geo

/// Reads a file into a layer, in one transaction.
///
/// ```swift
/// var task = LayerImport(layer: "deliveries")
/// task.csv.x = "easting"
/// task.csv.y = "northing"
/// task.spatialReference = SpatialReference(wkid: 25832)
/// let summary = try task.run(.csv(path: "deliveries.csv"), into: store)
/// ```
///
/// Types follow from the values of all rows, or are given. Tables, streams and other stores are
/// read row by row: memory does not grow with the file. Esri JSON and GeoJSON are held as a whole.
public struct LayerImport: Hashable, Sendable {
    /// What becomes of a layer of the same name.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// There must be none.
        case create
        /// Rows are added to it; fields are matched by name.
        case append
        /// It is removed first.
        case replace
    }

    /// The columns of a table that are not values.
    public struct TableColumns: Hashable, Sendable {
        /// The column of eastings or longitudes; with ``y``, or neither.
        public var x: String?
        /// The column of northings or latitudes.
        public var y: String?
        /// The column of well-known text.
        public var text: String?
        /// The character between cells, or `nil` to judge by the first line.
        public var separator: Unicode.Scalar?
        /// Whether rows have no shapes.
        public var isWithoutShapes = false

        /// Judges everything by the first line.
        public init() {}
    }

    /// The layer's name.
    public var layer: String
    /// What becomes of a layer of the same name.
    public var mode: Mode
    /// The system of coordinates in files that state none; WGS 84 by default.
    public var spatialReference: SpatialReference?
    /// The system of a new layer, or `nil` for that of the file.
    public var storedReference: SpatialReference?
    /// The types of fields, by name in any case of letters.
    public var types: [String: FieldType] = [:]
    /// The field whose whole numbers become the rows' ids; without one, a field of object ids, or
    /// one named `fid`, `OBJECTID` or `id` that has a different whole number in every row.
    public var idField: String?
    /// The fields that get an index, by name in any case of letters.
    public var indexed: [String] = []
    /// Where a table has its shapes.
    public var csv = TableColumns()
    /// The name of a table in messages, or nil for that of its file.
    public var tableName: String?
    /// What the user states of a file's encoding and dates.
    public var hints = FileHints()
    /// Bounds on a file that is held as a whole, and on the columns of a table.
    public var limits = FeatureLimits(
        maximumFeatures: 5_000_000, maximumVertices: 50_000_000, maximumFields: 500,
        maximumValues: 100_000_000)

    /// Makes an import into a layer.
    public init(layer: String, mode: Mode = .create) {
        self.layer = layer
        self.mode = mode
    }

    /// Where rows come from.
    public enum Source: Sendable {
        /// A table of comma-separated values.
        case csv(path: String)
        /// Features in memory, split by kind: GeoJSON, GPX.
        case features(FeaturesByKind)
        /// Features in memory.
        case set(FeatureSet)
        /// The rows of a file of another format, batch by batch.
        case stream(FeatureStream)
        /// The rows of a query of another store, with their ids.
        case layer(any LayerStore, LayerQuery)
    }

    /// How far an import is.
    public struct Progress: Hashable, Sendable {
        /// The rows stored.
        public var rows: Int
        /// The share of the work done, 0 to 1, where it is known.
        public var share: Double?
    }

    /// What an import has stored.
    public struct Summary: Hashable, Sendable {
        /// The layers, each with the number of rows added.
        public var layers: [Count] = []
        /// How the file was read, where that is not plain.
        public var notes: [String] = []

        /// A layer and its new rows.
        public struct Count: Hashable, Sendable {
            /// The layer's name.
            public var layer: String
            /// The rows added.
            public var rows: Int
        }

        /// The rows added to all layers.
        public var rows: Int { layers.reduce(0) { $0 + $1.rows } }
    }

    /// Reads a source into the layer. Features of several kinds become several layers, whose names
    /// end in `_points`, `_lines` and `_polygons`.
    ///
    /// - Parameters:
    ///   - progress: Called every few thousand rows.
    ///   - isCancelled: Asked as often; when true, nothing is stored.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   ``FeatureStoreError/unreadable(store:reason:)`` for a file that cannot be read.
    @discardableResult
    public func run(
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

    /// Rows between two reports.
    static let rowsBetweenReports = 5_000
}

// MARK: - Common to all sources

extension LayerImport {
    /// Makes room for the layer as ``mode`` says.
    ///
    /// - Parameter schema: The schema of a new layer.
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

    /// The type that the caller gives a field.
    func givenType(of field: String) -> FieldType? {
        let wanted = field.lowercased()
        return types.first { $0.key.lowercased() == wanted }?.value
    }

    /// Whether the caller wants an index of a field.
    func isIndexed(_ field: String) -> Bool {
        indexed.contains { $0.lowercased() == field.lowercased() }
    }

    /// Refuses names of fields, given by the caller, that no field has.
    func checkNames(among fields: [String]) throws(FeatureStoreError) {
        let known = Set(fields.map { $0.lowercased() })
        let given = types.keys.sorted() + indexed + (idField.map { [$0] } ?? [])
        for name in given where !known.contains(name.lowercased()) {
            throw .noField(name, layer: layer, known: fields, nearest: nil)
        }
    }

    /// The position of the field whose values become the ids.
    ///
    /// - Parameter isUnique: Whether every value of a field is a whole number and differs from the
    ///   others.
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
