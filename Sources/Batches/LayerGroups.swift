// The rows of a stored layer by group; each group is a query of its own.

import DataStructures
package import FeatureStore
package import Geo

/// The rows of a stored layer by group.
///
/// Only the rows of the groups that are in progress are in memory.
package struct LayerGroups: BatchSource {
    package let groupField: Field
    package let fieldNames: [String]
    private let store: any LayerStore
    /// The rows of all groups.
    private let query: LayerQuery
    private let mostRows: Int

    /// The greatest number of groups; their values are in memory.
    private static let mostGroups = 1_000_000

    /// Makes groups of the rows of a layer.
    ///
    /// - Parameters:
    ///   - store: The store that has the layer.
    ///   - query: The rows to take, and their order within a group.
    ///   - field: The field whose values group the rows, in any case of letters.
    ///   - mostRows: The most rows of a group that are read.
    /// - Throws: `FeatureStoreError` naming the layer, the field or the place in the condition.
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
        // A text such as `1=1) OR (1=1` would end the brackets that it is put in below.
        try schema.checkComparisons(of: query.where)
        self.store = store
        self.query = query
        self.mostRows = mostRows
        fieldNames = [schema.objectIDField] + schema.fields.map(\.name)
    }

    package func rowCount() throws -> Int { try store.count(query) }

    package func keys() throws -> [BatchKey] {
        try store.distinctValues(
            of: groupField.name, query, limit: Self.mostGroups, isCancelled: { false }
        ).map { BatchKey($0) }.sorted()
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
    /// The same query with a further condition.
    func with(_ condition: String) -> LayerQuery {
        var query = self
        query.where = self.where.map { "(\($0)) AND (\(condition))" } ?? condition
        return query
    }
}

extension WhereClause {
    /// Reads a condition.
    ///
    /// - Throws: `FeatureStoreError.badWhere` with the place of the problem.
    static func read(_ text: String) throws(FeatureStoreError) -> WhereClause {
        do throws(WhereError) {
            return try WhereClause(text)
        } catch {
            throw .badWhere(text, problem: error.problem, position: error.position)
        }
    }
}
