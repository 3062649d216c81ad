// Queries on one layer, in any database.

import Geo

/// Answers queries on a layer within one database access: see ``LayerReading``.
package struct LayerReader {
    let layer: LayerTable
    let database: any TableReading
    /// The store's name, for errors.
    let store: String
    let isCancelled: () -> Bool

    /// The greatest number of vertices in an answer or batch, to bound memory.
    static let maximumVertices = 20_000_000

    /// Counts the rows a query selects.
    func count(_ query: LayerQuery) throws -> Int {
        let scan = try scan(query, for: .count)
        if scan.countsRows { return try scan.next() ? scan.count : 0 }
        var count = 0
        while try scan.next() { count += 1 }
        return count
    }

    /// Returns the ids of a query's rows, in order.
    func objectIDs(_ query: LayerQuery) throws -> [Int64] {
        let scan = try scan(query, for: .objectIDs)
        var skipped = scan.hasLimit ? query.offset : 0
        var ids: [Int64] = []
        while try scan.next() {
            if skipped < query.offset {
                skipped += 1
                continue
            }
            guard ids.count < query.limit else {
                throw FeatureStoreError.tooMany(what: "rows", allowed: query.limit)
            }
            ids.append(scan.objectID)
        }
        return ids
    }

    /// Returns a field's distinct values among a query's rows, sorted, null first.
    func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int
    ) throws -> [AttributeValue] {
        let column = try layer.requireColumn(field)
        let scan = try scan(query, for: .values(column))
        var values: Set<DistinctValue> = []
        while try scan.next() {
            values.insert(DistinctValue(scan.values()[0]))
            guard values.count <= limit else {
                throw FeatureStoreError.tooMany(
                    what: "different values of \(column.field.name)", allowed: limit)
            }
        }
        return values.sorted().map(\.value)
    }

    /// Returns a query's rows as features, in order, up to the query's limit.
    func features(_ query: LayerQuery) throws -> StoredFeatures {
        var found: StoredFeatures?
        try read(query, batch: nil) { found = $0 }
        guard let found else { preconditionFailure("a query without batches gives one result") }
        return found
    }

    /// Reads a query's rows in batches; without a batch size, all at once. Then `body` is called
    /// once, even if there are no rows.
    func read(
        _ query: LayerQuery, batch size: Int?,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws {
        let columns = try columns(query.outFields)
        let scan = try scan(query, for: .features(columns, shapes: query.returnsGeometry))
        var batch = try FeatureBatch(query, columns, of: layer)
        var skipped = scan.hasLimit ? query.offset : 0
        var kept = 0
        var isFirst = true
        while try scan.next() {
            if skipped < query.offset {
                skipped += 1
                continue
            }
            if kept == query.limit {
                batch.exceedsLimit = true
                break
            }
            if let size, batch.count == size {
                try body(batch.take())
                isFirst = false
            }
            try batch.add(scan)
            kept += 1
        }
        if isFirst || batch.count > 0 || batch.exceedsLimit { try body(batch.take()) }
    }

    /// Returns the columns to answer with, without the object id.
    private func columns(_ names: [String]?) throws(FeatureStoreError) -> [LayerColumn] {
        guard let names else { return layer.columns }
        var columns: [LayerColumn] = []
        for name in names {
            let column = try layer.requireColumn(name)
            if !column.isObjectID, !columns.contains(column) { columns.append(column) }
        }
        return columns
    }

    private func scan(_ query: LayerQuery, for purpose: LayerScan.Purpose) throws -> LayerScan {
        try LayerScan(
            query, of: layer, for: purpose, in: database, store: store, isCancelled: isCancelled)
    }
}
