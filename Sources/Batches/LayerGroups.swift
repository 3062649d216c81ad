// Groups a stored layer's rows; each group is its own query.

import DataStructures
package import FeatureStore
package import Geo

/// A stored layer's rows by group.
///
/// Only rows of groups in progress are in memory.
package struct LayerGroups: BatchSource {
    package let groupField: Field
    package let fieldNames: [String]
    private let store: any LayerStore
    /// Selects the rows of all groups.
    private var query: LayerQuery
    private let mostRows: Int

    /// The most groups allowed, because their values are in memory.
    private static let mostGroups = 1_000_000

    /// Groups a layer's rows.
    ///
    /// - Parameters:
    ///   - store: The store that has the layer.
    ///   - query: Which rows to take, and their order within a group.
    ///   - field: The grouping field, in any case.
    ///   - mostRows: How many rows of a group are read at most.
    /// - Throws: `FeatureStoreError` naming the layer, the field or the position in the condition.
    package init(
        store: any LayerStore, _ query: LayerQuery, groupedBy field: String, mostRows: Int
    ) throws(FeatureStoreError) {
        let schema = try store.layer(named: query.layer)
        if schema.isObjectID(field) {
            groupField = Field(schema.objectIDField, .integer)
        } else if let found = schema.field(named: field) {
            groupField = Field(found.name, found.type, length: found.length)
        } else {
            let known = schema.fields.map(\.name)
            throw .noField(
                field, layer: schema.name, known: known,
                nearest: NearestName.of(field, among: known))
        }
        // Parses the text first: `1=1) OR (1=1` would end the brackets put around it below.
        try schema.checkComparisons(of: query.where)
        self.store = store
        self.query = query
        // All groups refer to one time.
        self.query.now = query.time
        self.mostRows = mostRows
        fieldNames = [schema.objectIDField] + schema.fields.map(\.name)
    }

    package func rowCount() throws -> Int { try store.count(query) }

    package func keys() throws -> [BatchKey] {
        BatchKey.keys(
            of: try store.distinctValues(
                of: groupField.name, query, limit: Self.mostGroups, isCancelled: { false }))
    }

    package func rows(of key: BatchKey) throws -> BatchRows {
        var own = query.with(key.condition(on: groupField.name))
        own.limit = mostRows
        let found = try store.features(own)
        return BatchRows(
            features: found.features, ids: found.objectIDs, isCut: found.exceededLimit)
    }
}

extension LayerQuery {
    /// Returns the same query with another condition added.
    func with(_ condition: String) -> LayerQuery {
        var query = self
        query.where = self.where.map { "(\($0)) AND (\(condition))" } ?? condition
        return query
    }
}

extension WhereClause {
    /// Parses a condition.
    ///
    /// - Parameters:
    ///   - now: The time that `CURRENT_TIMESTAMP` stands for.
    ///   - fields: The rows' fields.
    /// - Throws: `FeatureStoreError.badWhere` with the problem's position.
    static func read(
        _ text: String, now: Int64, of fields: [Field]
    ) throws(FeatureStoreError) -> WhereClause {
        let dates = fields.filter { $0.type == .date }.map { $0.name.lowercased() }
        do throws(WhereError) {
            return try WhereClause(text, now: now, dates: Set(dates))
        } catch {
            throw .badWhere(text, problem: error.problem, position: error.position)
        }
    }
}
