// Queries on a GeoPackage.

import Geo

extension GeoPackageStore: LayerReading {
    package func layers() throws(FeatureStoreError) -> [LayerSchema] {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layers().map(\.schema)
        }
    }

    package func layer(named name: String) throws(FeatureStoreError) -> LayerSchema {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layer(named: name).schema
        }
    }

    package func reading<Result>(
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
