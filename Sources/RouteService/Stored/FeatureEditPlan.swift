// A request's edits in its order: what to make, and what has failed before.

import FeatureStore
import Geo

/// Edits to make, beside the results of rows that cannot be read or do not belong to the layer.
struct FeatureEditPlan {
    var edits = LayerEdits()
    /// For each row of the request, in order, its failure; `nil` if ``edits`` has it.
    var adds: [EditResult?] = []
    var updates: [EditResult?] = []
    var deletes: [EditResult?] = []

    /// How many rows the request has.
    var count: Int { adds.count + updates.count + deletes.count }

    /// Whether a row has failed already.
    var hasFailure: Bool { (adds + updates + deletes).contains { $0 != nil } }

    /// The result of a row that cannot be read.
    static func unreadable(_ reason: String, id: Int64? = nil) -> EditResult {
        EditResult(objectID: id, failure: EditFailure(.invalidRow, reason))
    }

    /// Deletes these rows.
    mutating func delete(_ ids: [Int64]) {
        edits.deletes = ids
        deletes = ids.map { _ in nil }
    }

    /// Leaves out rows that do not belong to the layer.
    mutating func leaveOut(_ hidden: Set<Int64>) {
        guard !hidden.isEmpty else { return }
        func marked(_ results: [EditResult?], _ ids: [Int64]) -> [EditResult?] {
            var ids = ids.makeIterator()
            return results.map { result in
                if let result { return result }
                guard let id = ids.next(), hidden.contains(id) else { return nil }
                return EditResult(
                    objectID: id, failure: EditFailure(.noSuchRow, "no row has the id \(id)"))
            }
        }
        updates = marked(updates, edits.updates.map(\.objectID))
        deletes = marked(deletes, edits.deletes)
        edits.updates.removeAll { hidden.contains($0.objectID) }
        edits.deletes.removeAll { hidden.contains($0) }
    }

    /// The outcome if the rows that have failed keep all others from being edited.
    var refused: EditOutcome {
        let failure = EditFailure(
            .rolledBack, "another edit failed, and rollbackOnFailure leaves all as it was")
        func results(_ ids: [Int64?]) -> [EditResult] {
            ids.map { EditResult(objectID: $0, failure: failure) }
        }
        return outcome(
            of: EditOutcome(
                adds: results((edits.adds?.features ?? []).map { _ in nil }),
                updates: results(edits.updates.map(\.objectID)), deletes: results(edits.deletes)))
    }

    /// Adds the results of rows that have failed to the outcome of ``edits``.
    func outcome(of made: EditOutcome) -> EditOutcome {
        func merged(_ results: [EditResult?], _ made: [EditResult]) -> [EditResult] {
            var made = made.makeIterator()
            return results.compactMap { $0 ?? made.next() }
        }
        return EditOutcome(
            adds: merged(adds, made.adds), updates: merged(updates, made.updates),
            deletes: merged(deletes, made.deletes))
    }
}
