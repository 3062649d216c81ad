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
        var plan = try form.plan()
        let selection = try form.deleted()
        let systems = plan.edits.systems(and: selection)
        try systems.check()
        try admit(systems)
        if let selection { plan.delete(try ids(of: selection)) }
        plan.leaveOut(try hiddenRows(of: plan.edits))
        if plan.hasFailure, plan.edits.rollbackOnFailure { return plan.refused }
        let edits = plan.edits
        return plan.outcome(
            of: try storing { () throws(FeatureStoreError) in try layer.apply(edits) })
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
