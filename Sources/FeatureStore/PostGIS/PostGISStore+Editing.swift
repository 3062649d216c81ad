// Edits of the rows of a PostgreSQL database.

import Geo
import PostgreSQL

extension PostGISStore {
    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    public func apply(
        _ edits: LayerEdits, to layer: String
    ) throws(FeatureStoreError) -> EditOutcome {
        guard access != .readOnly else { throw .readOnly(store: name) }
        var found = try apply(edits, to: layer, hasPoints: false)
        if found == nil { found = try apply(edits, to: layer, hasPoints: true) }
        guard let outcome = found else {
            preconditionFailure("a row that is refused is undone alone")
        }
        return edits.rollbackOnFailure ? outcome.allOrNone : outcome
    }

    /// Makes the edits; `nil` when the database refuses a row and there is no point to return to.
    private func apply(
        _ edits: LayerEdits, to name: String, hasPoints: Bool
    ) throws(FeatureStoreError) -> EditOutcome? {
        var isRefused = false
        let outcome = try writing(
            keeping: { !isRefused && ($0.isComplete || !edits.rollbackOnFailure) }
        ) { access in
            let layer = try self.catalog(access).layer(named: name)
            try layer.requireTable()
            let rows = try PostGISRowStatements(
                layer, self.schema, on: access.connection, hasPoints: hasPoints)
            do {
                let outcome = try RowWriter(layer, by: rows).apply(edits)
                try rows.finish()
                return outcome
            } catch is PostGISRowStatements.Refused {
                isRefused = true
                return EditOutcome()
            }
        }
        return isRefused ? nil : outcome
    }
}
