// Changes of a layer's rows, and the outcome of each.

public import Geo

/// Rows to add, change and delete, in this order.
public struct LayerEdits: Hashable, Sendable {
    /// Rows to add: values are matched to the layer's fields by name in any case of letters, shapes
    /// are projected to its system. Fields that the layer lacks are a failure of the rows that have
    /// a value there.
    public var adds: FeatureSet?
    /// Whether rows are added under the ids that the set has in its object id field.
    public var keepsObjectIDs: Bool
    /// Rows to change.
    public var updates: [FeatureUpdate]
    /// The ids of rows to delete.
    public var deletes: [Int64]
    /// Whether one failure leaves all rows as they were.
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

/// The new values of a row.
public struct FeatureUpdate: Hashable, Sendable {
    /// The row.
    public var objectID: Int64
    /// New values by field, in any case of letters; other fields stay as they are.
    public var attributes: [String: AttributeValue]
    /// The new shape, `.empty` for none, or `nil` to keep the one there is.
    public var geometry: Geometry?
    /// The new shape's system, or `nil` for the layer's.
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

/// What became of edits: one result for each, in their order.
public struct EditOutcome: Hashable, Sendable {
    /// The results of the rows to add.
    public var adds: [EditResult]
    /// The results of the rows to change.
    public var updates: [EditResult]
    /// The results of the rows to delete.
    public var deletes: [EditResult]

    /// Makes an outcome.
    public init(
        adds: [EditResult] = [], updates: [EditResult] = [], deletes: [EditResult] = []
    ) {
        self.adds = adds
        self.updates = updates
        self.deletes = deletes
    }

    /// The outcome when the edits that were made are undone, as of other failures of a request.
    public var undone: EditOutcome { marked }

    /// Whether every edit was made.
    public var isComplete: Bool {
        (adds + updates + deletes).allSatisfy { $0.failure == nil }
    }
}

/// What became of one edit.
public struct EditResult: Hashable, Sendable {
    /// The row's id; `nil` for a row that was not added.
    public var objectID: Int64?
    /// Why the edit was not made, or `nil`.
    public var failure: EditFailure?

    /// Makes a result.
    public init(objectID: Int64?, failure: EditFailure? = nil) {
        self.objectID = objectID
        self.failure = failure
    }
}

/// Why an edit was not made.
public struct EditFailure: Error, Hashable, Sendable {
    /// The kinds of failures, with the numbers that feature services give them.
    public enum Code: Int, Hashable, Sendable {
        /// A value or a shape does not suit the layer.
        case invalidRow = 1000
        /// Another edit failed, and all were undone.
        case rolledBack = 1003
        /// No row has the id.
        case noSuchRow = 1019
    }

    /// The kind.
    public var code: Code
    /// What is wrong, what was found and what would be accepted.
    public var message: String

    /// Makes a failure.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
