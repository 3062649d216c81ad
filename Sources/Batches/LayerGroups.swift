// The rows of a stored layer by group; each group is a query of its own.

import DataStructures
package import FeatureStore
package import Geo

/// The rows of a stored layer by group.
///
/// Only the rows of the groups that are under way are in memory.
package struct LayerGroups: BatchSource {
    package let groupField: Field
    package let fieldNames: [String]
    private let store: any LayerStore
    private let layer: String
    private let condition: String?
    private let mostRows: Int

    /// The greatest number of groups; their values are in memory.
    private static let mostGroups = 1_000_000
    /// The greatest number of rows of all groups together.
    private static let mostRowsInAll = 1_000_000_000

    /// Makes groups of the rows of a layer.
    ///
    /// - Parameters:
    ///   - store: The store that has the layer.
    ///   - layer: The layer, in any case of letters.
    ///   - condition: The rows to take, in the language of ``WhereClause``; `nil` for all.
    ///   - field: The field whose values group the rows, in any case of letters.
    ///   - mostRows: The most rows of a group that are read.
    /// - Throws: `FeatureStoreError` naming the layer, the field or the place in the condition.
    package init(
        store: any LayerStore, layer: String, where condition: String?, groupedBy field: String,
        mostRows: Int
    ) throws(FeatureStoreError) {
        let schema = try store.layer(named: layer)
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
        self.store = store
        self.layer = schema.name
        fieldNames = [schema.objectIDField] + schema.fields.map(\.name)
        self.condition = condition
        self.mostRows = mostRows
    }

    package func rowCount() throws -> Int {
        try store.count(LayerQuery(layer: layer, where: condition, limit: Self.mostRowsInAll))
    }

    package func keys() throws -> [BatchKey] {
        let query = LayerQuery(
            layer: layer, where: condition, returnsGeometry: false, limit: Self.mostRowsInAll)
        return try store.distinctValues(
            of: groupField.name, query, limit: Self.mostGroups, isCancelled: { false }
        ).map { BatchKey($0) }.sorted()
    }

    package func rows(of key: BatchKey) throws -> BatchRows {
        let own = key.condition(on: groupField.name)
        let query = LayerQuery(
            layer: layer, where: condition.map { "(\($0)) AND \(own)" } ?? own, limit: mostRows)
        let found = try store.features(query)
        return BatchRows(
            features: found.features, ids: found.objectIDs, isCut: found.exceededLimit)
    }
}
