// Queries on a GeoPackage.

public import Geo

extension GeoPackageStore {
    /// Returns the layers, sorted by name.
    public func layers() throws(FeatureStoreError) -> [LayerSchema] {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layers().map(\.schema)
        }
    }

    /// Finds a layer by name, ignoring case.
    public func layer(named name: String) throws(FeatureStoreError) -> LayerSchema {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layer(named: name).schema
        }
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
        try reading(isCancelled) { connection, isCancelled in
            let layer = try GeoPackageCatalog(connection, store: self.name)
                .layer(named: query.layer)
            return try body(
                LayerReader(
                    layer: layer, database: SQLiteTables(connection: connection),
                    store: self.name, isCancelled: isCancelled))
        }
    }
}

/// A SQLite connection as queries read it.
private struct SQLiteTables: TableReading {
    let connection: SQLConnection

    func source(
        of query: LayerQuery, _ condition: LayerCondition, _ filter: SpatialFilter?,
        in layer: LayerTable
    ) throws -> (table: String, condition: SQLCondition) {
        let source = try QuerySource(query, condition, filter, of: layer, on: connection)
        return (source.table, source.condition)
    }

    func rows(
        of statement: SQLCondition, limit: Int?, isCancelled: @escaping () -> Bool
    ) throws -> any LayerRows {
        let rows = try SQLStatement(statement.text, on: connection)
        try rows.bind(statement.values)
        return rows
    }
}

extension SQLStatement: LayerRows {
    func value(of column: LayerColumn, at place: Int32) -> AttributeValue {
        column.value(of: self, at: place)
    }

    func withShape<Result>(
        at place: Int32, _ body: (UnsafeRawBufferPointer) throws(FeatureReadError) -> Result
    ) throws(FeatureReadError) -> Result? {
        guard type(at: place) == SQLStorage.blob else { return nil }
        return try withBytes(at: place, body)
    }
}
