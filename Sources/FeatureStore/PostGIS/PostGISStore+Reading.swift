// Queries on a PostgreSQL database.

import Geo
import PostgreSQL

extension PostGISStore: LayerReading {
    package func layers() throws(FeatureStoreError) -> [LayerSchema] {
        try reading { access, _ in try self.catalog(access).layers().map(\.schema) }
    }

    package func layer(named name: String) throws(FeatureStoreError) -> LayerSchema {
        try reading { access, _ in try self.catalog(access).layer(named: name).schema }
    }

    package func reading<Result>(
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
