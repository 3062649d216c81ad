// Applies a request's edits row by row.

import Geo

extension LayerTable {
    /// Throws if the layer is a view.
    func requireTable() throws(FeatureStoreError) {
        guard isView else { return }
        throw .badRequest(
            "the layer \"\(schema.name)\" is a view of other tables and cannot be edited")
    }
}

extension RowWriter {
    /// Adds, updates and deletes rows, in this order.
    ///
    /// - Returns: What became of each edit. If one fails, the others are still made.
    /// - Throws: Database errors.
    func apply(_ edits: LayerEdits) throws -> EditOutcome {
        var outcome = EditOutcome()
        if let adds = edits.adds {
            let match = FieldMatch(adds.fields, of: layer)
            let insertion = try insertion(of: match)
            for feature in adds.features {
                outcome.adds.append(
                    try result(nil) {
                        try insert(
                            feature, match, in: adds.spatialReference,
                            keepsID: edits.keepsObjectIDs, by: insertion)
                    })
            }
        }
        for change in edits.updates {
            outcome.updates.append(
                try result(change.objectID) {
                    try update(change)
                    return change.objectID
                })
        }
        for id in edits.deletes {
            outcome.deletes.append(
                try result(id) {
                    try delete(id)
                    return id
                })
        }
        return outcome
    }

    private func result(_ id: Int64?, _ edit: () throws -> Int64) throws -> EditResult {
        try statements.beginRow()
        do {
            let id = try edit()
            try statements.endRow()
            return EditResult(objectID: id)
        } catch let failure as EditFailure {
            try statements.undoRow()
            return EditResult(objectID: id, failure: failure)
        }
    }
}

extension EditOutcome {
    /// The outcome if all edits are undone when one fails.
    var allOrNone: EditOutcome {
        isComplete ? self : marked
    }

    /// The outcome with every successful edit marked as undone.
    var marked: EditOutcome {
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
