// Edits a GeoPackage's rows.

import Geo

extension GeoPackageStore {
    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    package func apply(
        _ edits: LayerEdits, to layer: String
    ) throws(FeatureStoreError) -> EditOutcome {
        let outcome = try writing(keeping: { $0.isComplete || !edits.rollbackOnFailure }) {
            connection in
            try self.apply(edits, to: layer, on: connection)
        }
        return edits.rollbackOnFailure ? outcome.allOrNone : outcome
    }

    /// Checks that a layer's rows can be edited.
    package func requireEditing(of layer: String) throws(FeatureStoreError) {
        guard access != .readOnly else { throw .readOnly(store: name) }
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layer(named: layer).requireTable()
        }
    }

    /// Runs `body` and makes all its edits in one transaction. Its reads see the rows as they were
    /// before.
    package func together<Result>(
        on layers: [String], keeping isKept: (Result) -> Bool,
        _ body: () throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try writing(keeping: isKept) { _ in try body() }
    }

    private func apply(
        _ edits: LayerEdits, to name: String, on connection: SQLConnection
    ) throws -> EditOutcome {
        let catalog = try GeoPackageCatalog(connection, store: self.name)
        let layer = try catalog.layer(named: name)
        try layer.requireTable()
        try ChangeCounters.install(for: catalog.names(), on: connection)
        let writer = RowWriter(
            layer, by: SQLiteRows(layer, on: connection), checksArea: true)
        let outcome = try writer.apply(edits)
        try Self.noteChange(of: layer, extent: writer.extent, on: connection)
        return outcome
    }

    /// Updates the layer's change date and its stated box, as other programs expect.
    static func noteChange(
        of layer: LayerTable, extent: Envelope, on connection: SQLConnection
    ) throws(SQLFailure) {
        try connection.run(
            "UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') "
                + "WHERE table_name = ?1", [.text(layer.schema.name)])
        guard !extent.isEmpty else { return }
        try connection.run(
            "UPDATE gpkg_contents SET min_x = min(coalesce(min_x, ?1), ?1), "
                + "min_y = min(coalesce(min_y, ?2), ?2), max_x = max(coalesce(max_x, ?3), ?3), "
                + "max_y = max(coalesce(max_y, ?4), ?4) WHERE table_name = ?5",
            [
                .double(extent.minX), .double(extent.minY), .double(extent.maxX),
                .double(extent.maxY), .text(layer.schema.name),
            ])
    }
}
