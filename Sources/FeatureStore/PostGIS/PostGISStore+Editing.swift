// Edits rows in a PostgreSQL database.

import Geo
import PostgreSQL

extension PostGISStore {
    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    package func apply(
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

    /// Checks that a layer's rows can be edited with the account's rights.
    package func requireEditing(of layer: String) throws(FeatureStoreError) {
        guard access != .readOnly else { throw .readOnly(store: name) }
        try reading { access, _ in
            let table = try self.catalog(access).layer(named: layer)
            try table.requireTable()
            let row = try access.connection.query(
                """
                SELECT current_user::text,
                  (SELECT string_agg(p, ', ' ORDER BY p) FROM unnest(ARRAY['INSERT', 'UPDATE']) p
                    WHERE NOT has_any_column_privilege($1::text::regclass, p)),
                  has_table_privilege($1::text::regclass, 'DELETE'),
                  (SELECT s FROM pg_get_serial_sequence($1::text, $2::text) s
                    JOIN pg_catalog.pg_attribute a
                      ON a.attrelid = $1::text::regclass AND a.attname = $2::text
                    WHERE a.attidentity = '' AND NOT has_sequence_privilege(s, 'USAGE'))
                """, [.text(table.table), .text(table.objectID.field.name)]
            ).first
            var missing = [row?.text(1), row?.bool(2) == false ? "DELETE" : nil]
                .compactMap(\.self)
            if let sequence = row?.text(3) { missing.append("USAGE on the sequence \(sequence)") }
            guard missing.isEmpty else {
                let account = row?.text(0) ?? "of the URL"
                throw FeatureStoreError.unwritable(
                    store: self.name,
                    reason: "the account \(account) lacks \(missing.joined(separator: ", ")) on "
                        + "the layer \"\(table.schema.name)\"; its owner grants it, or declare the "
                        + "layer without editing")
            }
        }
    }

    /// Runs `body` and makes all its edits in one transaction.
    package func together<Result>(
        on layers: [String], keeping isKept: (Result) -> Bool,
        _ body: () throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try writing(keeping: isKept) { access in
            for name in layers.sorted() {
                let layer = try self.catalog(access).layer(named: name)
                try layer.requireTable()
                try access.connection.execute(
                    "LOCK TABLE \(layer.table) IN SHARE ROW EXCLUSIVE MODE")
            }
            return try body()
        }
    }

    /// Makes the edits; returns `nil` if the database refuses a row and there is no savepoint to
    /// return to.
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
                let outcome = try RowWriter(layer, by: rows, checksArea: true).apply(edits)
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
