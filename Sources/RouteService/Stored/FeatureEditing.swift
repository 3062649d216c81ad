// Edits a stored layer for one request, from its fields to each row's outcome.

import FeatureStore
import Geo
import Preparation
import PublishedServices
import RouteAPI
import ServiceDefinitions
import ServiceTransport

/// Edits a stored layer.
struct FeatureEditing: Sendable {
    let layer: StoredLayer
    let operation: FeatureEditOperation
    let fields: FormParameters
    /// Admits the rows' coordinate systems before they are looked up, or throws.
    let admit: @Sendable (NamedSystems) throws -> Void
    /// Whether to stop searching for rows to delete. Once an edit has begun, it is completed.
    var isCancelled: @Sendable () -> Bool = { false }

    /// Makes the edits. Blocks the thread.
    ///
    /// - Throws: `RouteRequestError` naming the field; ``ServiceError`` or ``UnavailableLayer`` if
    ///   the store cannot be written.
    func outcome() throws -> EditOutcome {
        let form = FeatureEditForm(
            operation: operation, fields: fields,
            schema: try storing { () throws(FeatureStoreError) in
                try layer.schema()
            })
        LargeWork.check(bytes: fields.byteCount)
        var edits = try form.edits()
        let selection = try form.deleted()
        let systems = edits.systems(and: selection)
        try systems.check()
        try admit(systems)
        if let selection { edits.deletes = try ids(of: selection) }
        let hidden = try hiddenRows(of: edits)
        if !hidden.isEmpty, edits.rollbackOnFailure {
            return Self.refused(edits, hidden)
        }
        var visible = edits
        visible.updates.removeAll { hidden.contains($0.objectID) }
        visible.deletes.removeAll { hidden.contains($0) }
        let outcome = try storing { () throws(FeatureStoreError) in try layer.apply(visible) }
        return Self.merged(outcome, edits, hidden)
    }

    private func ids(of selection: FeatureSelection) throws -> [Int64] {
        do throws(FeatureStoreError) {
            return try layer.objectIDs(
                selection, limit: StoredLayer.mostEditedRows, isCancelled: isCancelled)
        } catch {
            if case .tooMany = error { throw FeatureEditForm.tooMany(nil) }
            throw error.failure(of: layer.name, parameter: nil)
        }
    }

    /// Finds rows to change or delete that the definition's condition leaves out. They do not
    /// belong to the layer.
    private func hiddenRows(of edits: LayerEdits) throws -> Set<Int64> {
        let asked = Set(edits.updates.map(\.objectID) + edits.deletes)
        guard layer.declaration.condition != nil, !asked.isEmpty else { return [] }
        var selection = FeatureSelection()
        selection.objectIDs = asked.sorted()
        return asked.subtracting(try ids(of: selection))
    }

    private func storing<Result>(
        _ work: () throws(FeatureStoreError) -> Result
    ) throws -> Result {
        do throws(FeatureStoreError) {
            return try work()
        } catch {
            throw error.failure(of: layer.name, parameter: nil)
        }
    }
}

extension LayerEdits {
    /// Returns the coordinate systems of the rows and of a selection's shape.
    fileprivate func systems(and selection: FeatureSelection?) -> NamedSystems {
        var references = updates.map(\.spatialReference)
        if let adds {
            references.append(adds.spatialReference)
            references += adds.features.map(\.spatialReference)
        }
        if let selection, selection.geometry != nil {
            references.append(selection.spatialReference)
        }
        return NamedSystems(references)
    }
}

extension FeatureEditing {
    /// Returns the result for a row that does not belong to the layer.
    private static func noSuchRow(_ id: Int64) -> EditResult {
        EditResult(objectID: id, failure: EditFailure(.noSuchRow, "no row has the id \(id)"))
    }

    /// Returns the outcome if edits are refused because some rows do not belong to the layer.
    private static func refused(_ edits: LayerEdits, _ hidden: Set<Int64>) -> EditOutcome {
        let rolledBack = EditFailure(
            .rolledBack, "another edit failed, and rollbackOnFailure leaves all as it was")
        func result(_ id: Int64) -> EditResult {
            hidden.contains(id) ? noSuchRow(id) : EditResult(objectID: id, failure: rolledBack)
        }
        let adds = (edits.adds?.features ?? []).map { _ in
            EditResult(objectID: nil, failure: rolledBack)
        }
        return EditOutcome(
            adds: adds, updates: edits.updates.map { result($0.objectID) },
            deletes: edits.deletes.map(result))
    }

    /// Adds results for the rows that were left out, in the order of the edits.
    private static func merged(
        _ outcome: EditOutcome, _ edits: LayerEdits, _ hidden: Set<Int64>
    ) -> EditOutcome {
        if hidden.isEmpty { return outcome }
        func merged(_ results: [EditResult], _ ids: [Int64]) -> [EditResult] {
            var rest = results.makeIterator()
            return ids.map { id in
                hidden.contains(id) ? noSuchRow(id) : rest.next() ?? noSuchRow(id)
            }
        }
        return EditOutcome(
            adds: outcome.adds, updates: merged(outcome.updates, edits.updates.map(\.objectID)),
            deletes: merged(outcome.deletes, edits.deletes))
    }
}
