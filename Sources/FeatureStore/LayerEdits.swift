// Changes to a layer's rows, and what became of each.

public import Geo

/// Rows to add, change and delete, applied in this order.
public struct LayerEdits: Hashable, Sendable {
    /// Rows to add. Values go to the layer's fields by name, ignoring case; shapes are projected to
    /// its system. If a row has a value in a field the layer lacks, the row fails.
    public var adds: FeatureSet?
    /// Whether new rows keep the ids in the set's object id field.
    public var keepsObjectIDs: Bool
    /// Rows to change.
    public var updates: [FeatureUpdate]
    /// The ids of rows to delete.
    public var deletes: [Int64]
    /// Whether a single failure undoes all edits.
    public var rollbackOnFailure: Bool

    /// Makes a set of edits.
    public init(
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
public struct FeatureUpdate: Hashable, Sendable {
    /// The row's id.
    public var objectID: Int64
    /// New values by field name, ignoring case; other fields keep theirs.
    public var attributes: [String: AttributeValue]
    /// The new shape, `.empty` to remove it, or `nil` to keep it.
    public var geometry: Geometry?
    /// The new shape's system, or `nil` if it is the layer's.
    public var spatialReference: SpatialReference?

    /// Makes an update.
    public init(
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
public struct EditOutcome: Hashable, Sendable {
    /// What became of the rows to add.
    public var adds: [EditResult]
    /// What became of the rows to change.
    public var updates: [EditResult]
    /// What became of the rows to delete.
    public var deletes: [EditResult]

    /// Makes an outcome.
    public init(
        adds: [EditResult] = [], updates: [EditResult] = [], deletes: [EditResult] = []
    ) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// The outcome after all edits are undone, for example because another part of the request
    /// failed.
    public var undone: EditOutcome { marked }

    /// Whether every edit was made.
    public var isComplete: Bool {
        (adds + updates + deletes).allSatisfy { $0.failure == nil }
    }
}

/// What became of a single edit.
public struct EditResult: Hashable, Sendable {
    /// The row's id; `nil` if the row was not added.
    public var objectID: Int64?
    /// The reason why the edit was not made, or `nil`.
    public var failure: EditFailure?

    /// Makes a result.
    public init(objectID: Int64?, failure: EditFailure? = nil) {
        self.objectID = objectID
        self.failure = failure
    }
}

/// The reason why an edit was not made.
public struct EditFailure: Error, Hashable, Sendable {
    /// Kinds of failures, with the numbers that feature services use.
    public enum Code: Int, Hashable, Sendable {
        /// A value or a shape does not suit the layer.
        case invalidRow = 1000
        /// Another edit failed, and all were undone.
        case rolledBack = 1003
        /// No row has this id.
        case noSuchRow = 1019
    }

    /// The kind of failure.
    public var code: Code
    /// A message saying what is wrong, what was found and what would be accepted.
    public var message: String

    /// Makes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
