// Edits of a GeoPackage's rows.

import Geo

extension GeoPackageStore {
    /// Adds, updates and deletes rows in one transaction, durable when the call returns.
    public func apply(
        _ edits: LayerEdits, to layer: String
    ) throws(FeatureStoreError) -> EditOutcome {
        let outcome = try writing(keeping: { $0.isComplete || !edits.rollbackOnFailure }) {
            connection in
            try self.apply(edits, to: layer, on: connection)
        }
        return edits.rollbackOnFailure ? outcome.allOrNone : outcome
    }

    private func apply(
        _ edits: LayerEdits, to name: String, on connection: SQLConnection
    ) throws -> EditOutcome {
        let catalog = try GeoPackageCatalog(connection, store: self.name)
        let layer = try catalog.layer(named: name)
        guard !layer.isView else {
            throw FeatureStoreError.badRequest(
                "the layer \"\(layer.schema.name)\" is a view of other tables and cannot be edited")
        }
        try ChangeCounters.install(for: catalog.names(), on: connection)
        let writer = RowWriter(layer, on: connection)
        var outcome = EditOutcome()
        if let adds = edits.adds {
            let match = RowWriter.FieldMatch(adds.fields, of: layer)
            let statement = try writer.insertion(of: match)
            for feature in adds.features {
                outcome.adds.append(
                    try Self.result(nil) {
                        try writer.insert(
                            feature, match, in: adds.spatialReference,
                            keepsID: edits.keepsObjectIDs, by: statement)
                    })
            }
        }
        for update in edits.updates {
            outcome.updates.append(
                try Self.result(update.objectID) {
                    try writer.update(update)
                    return update.objectID
                })
        }
        for id in edits.deletes {
            outcome.deletes.append(
                try Self.result(id) {
                    try writer.delete(id)
                    return id
                })
        }
        try Self.noteChange(of: layer, extent: writer.extent, on: connection)
        return outcome
    }

    private static func result(_ id: Int64?, _ edit: () throws -> Int64) throws -> EditResult {
        do {
            return EditResult(objectID: try edit())
        } catch let failure as EditFailure {
            return EditResult(objectID: id, failure: failure)
        }
    }

    /// Notes the time of a change and widens the stated box, as other programs expect it.
    static func noteChange(
        of layer: GeoPackageLayer, extent: Envelope, on connection: SQLConnection
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

extension EditOutcome {
    /// The outcome of edits that are all undone when one fails.
    fileprivate var allOrNone: EditOutcome {
        if isComplete { return self }
        let undone = EditFailure(
            .rolledBack, "the edit was undone, since another edit of the request failed")
        func marked(_ results: [EditResult], areAdds: Bool) -> [EditResult] {
            results.map { result in
                result.failure == nil
                    ? EditResult(objectID: areAdds ? nil : result.objectID, failure: undone)
                    : result
            }
        }
        return EditOutcome(
            adds: marked(adds, areAdds: true), updates: marked(updates, areAdds: false),
            deletes: marked(deletes, areAdds: false))
    }
}
