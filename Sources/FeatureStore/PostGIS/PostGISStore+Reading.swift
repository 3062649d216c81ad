// Queries on a PostgreSQL database.

public import Geo
import PostgreSQL

extension PostGISStore {
    /// Returns the layers, sorted by name.
    public func layers() throws(FeatureStoreError) -> [LayerSchema] {
        try reading { access, _ in try self.catalog(access).layers().map(\.schema) }
    }

    /// Finds a layer by name, ignoring case.
    public func layer(named name: String) throws(FeatureStoreError) -> LayerSchema {
        try reading { access, _ in try self.catalog(access).layer(named: name).schema }
    }

    /// Returns a query's rows as features, in order, up to the query's limit.
    public func features(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        try reading(query, isCancelled) { try $0.features(query) }
    }

    /// Reads a query's rows in batches.
    public func forEachBatch(
        of size: Int, _ query: LayerQuery, isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        precondition(size >= 1, "a batch has at least one row")
        try reading(query, isCancelled) { try $0.read(query, batch: size, body) }
    }

    /// Counts the rows a query selects.
    public func count(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Int {
        try reading(query, isCancelled) { try $0.count(query) }
    }

    /// Returns the ids of a query's rows, in order.
    public func objectIDs(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try reading(query, isCancelled) { try $0.objectIDs(query) }
    }

    /// Returns a field's distinct values among a query's rows, sorted, null first.
    public func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [AttributeValue] {
        try reading(query, isCancelled) {
            try $0.distinctValues(of: field, query, limit: limit)
        }
    }

    private func reading<Result>(
        _ query: LayerQuery, _ isCancelled: () -> Bool, _ body: (LayerReader) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        try reading(isCancelled) { access, isCancelled in
            let layer = try self.catalog(access).layer(named: query.layer)
            return try body(
                LayerReader(
                    layer: layer, database: PostGISTables(access: access, schema: self.schema),
                    store: self.name, isCancelled: isCancelled))
        }
    }
}

/// A PostgreSQL transaction as queries read it.
private struct PostGISTables: TableReading {
    let access: PostGISAccess
    let schema: PostGISSchema

    /// The greatest number of ids a query may list.
    private static let maximumIDs = 1_000_000

    func source(
        of query: LayerQuery, _ condition: LayerCondition, _ filter: SpatialFilter?,
        in layer: LayerTable
    ) throws -> (table: String, condition: SQLCondition) {
        var parts = [condition.sql]
        if let ids = query.objectIDs {
            guard ids.count <= Self.maximumIDs else {
                throw FeatureStoreError.tooMany(what: "ids in the query", allowed: Self.maximumIDs)
            }
            // One parameter holds any number of ids.
            let list = "{" + ids.map(String.init).joined(separator: ",") + "}"
            parts.append(
                SQLCondition("\(layer.objectID.sql) = ANY (?::int8[])", [.text(list)]))
        }
        // The database has statistics and weighs the indexes itself.
        if let box = filter?.envelope, let shapes = layer.shapes {
            let functions = schema.functions ?? ""
            parts.append(
                SQLCondition(
                    "\(shapes.sql) OPERATOR(\(functions)&&) \(functions)ST_MakeEnvelope"
                        + "(?, ?, ?, ?, \(shapes.systemID))",
                    [.double(box.minX), .double(box.minY), .double(box.maxX), .double(box.maxY)]))
        }
        return (layer.table, SQLCondition(joining: parts, by: "AND"))
    }

    func rows(
        of statement: SQLCondition, limit: Int?, isCancelled: @escaping () -> Bool
    ) throws -> any LayerRows {
        try PostGISRows(
            statement, limit: limit, on: access.connection, cursor: access.nextCursor(),
            isCancelled: isCancelled)
    }
}
