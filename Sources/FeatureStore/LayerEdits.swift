// Changes to a layer's rows, and what became of each.

package import Geo

/// Rows to add, change and delete, applied in this order.
package struct LayerEdits: Hashable, Sendable {
    /// Rows to add. Values go to the layer's fields by name, ignoring case; shapes are projected to
    /// its system. If a row has a value in a field the layer lacks, the row fails.
    package var adds: FeatureSet?
    /// Whether new rows keep the ids in the set's object id field.
    package var keepsObjectIDs: Bool
    /// Rows to change.
    package var updates: [FeatureUpdate]
    /// The ids of rows to delete.
    package var deletes: [Int64]
    /// Whether a single failure undoes all edits.
    package var rollbackOnFailure: Bool

    package init(
        adds: FeatureSet? = nil, keepsObjectIDs: Bool = false, updates: [FeatureUpdate] = [],
        deletes: [Int64] = [], rollbackOnFailure: Bool = true
    ) {
        self.adds = adds
        self.keepsObjectIDs = keepsObjectIDs
        self.updates = updates
        self.deletes = deletes
        self.rollbackOnFailure = rollbackOnFailure
    }
}

/// New values for a row.
package struct FeatureUpdate: Hashable, Sendable {
    /// The row's id.
    package var objectID: Int64
    /// New values by field name, ignoring case; other fields keep theirs.
    package var attributes: [String: AttributeValue]
    /// The new shape, `.empty` to remove it, or `nil` to keep it.
    package var geometry: Geometry?
    /// The new shape's system, or `nil` if it is the layer's.
    package var spatialReference: SpatialReference?

    package init(
        objectID: Int64, attributes: [String: AttributeValue] = [:], geometry: Geometry? = nil,
        spatialReference: SpatialReference? = nil
    ) {
        self.objectID = objectID
        self.attributes = attributes
        self.geometry = geometry
        self.spatialReference = spatialReference
    }
}

/// What became of the edits, in their order.
package struct EditOutcome: Hashable, Sendable {
    /// What became of the rows to add.
    package var adds: [EditResult]
    /// What became of the rows to change.
    package var updates: [EditResult]
    /// What became of the rows to delete.
    package var deletes: [EditResult]

    package init(
        adds: [EditResult] = [], updates: [EditResult] = [], deletes: [EditResult] = []
    ) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// The outcome after all edits are undone, for example because another part of the request
    /// failed.
    package var undone: EditOutcome { marked }

    /// Whether every edit was made.
    package var isComplete: Bool {
        (adds + updates + deletes).allSatisfy { $0.failure == nil }
    }
}

/// What became of a single edit.
package struct EditResult: Hashable, Sendable {
    /// The row's id; `nil` if the row was not added.
    package var objectID: Int64?
    /// The reason why the edit was not made, or `nil`.
    package var failure: EditFailure?

    package init(objectID: Int64?, failure: EditFailure? = nil) {
        self.objectID = objectID
        self.failure = failure
    }
}

/// The reason why an edit was not made.
package struct EditFailure: Error, Hashable, Sendable {
    /// Kinds of failures, with the numbers that feature services use.
    package enum Code: Int, Hashable, Sendable {
        /// A value or a shape does not suit the layer.
        case invalidRow = 1000
        /// Another edit failed, and all were undone.
        case rolledBack = 1003
        /// No row has this id.
        case noSuchRow = 1019
    }

    /// The kind of failure.
    package var code: Code
    /// A message saying what is wrong, what was found and what would be accepted.
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
