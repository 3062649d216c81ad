// A request for a cost matrix. Where a parameter is `nil`, the layer's default applies.

/// The form that an answer gives a cost matrix.
public enum MatrixOutputType: String, Hashable, Sendable, CaseIterable {
    /// Only costs, by the ids of origins and destinations. The smallest form.
    case sparseMatrix = "esriNAODOutputSparseMatrix"
    /// One row for each pair, with a straight line.
    case straightLines = "esriNAODOutputStraightLines"
    /// One row for each pair, without a shape.
    case noLines = "esriNAODOutputNoLines"
}

/// A request for the costs from origins to destinations. Where a parameter is `nil`, the layer's
/// default applies.
///
///     var parameters = ODCostMatrixParameters()
///     parameters.origins = LocationInput(features: depots)
///     parameters.destinations = LocationInput(features: customers)
///     parameters.defaultTargetDestinationCount = 3    // the three nearest of each origin
public struct ODCostMatrixParameters: Hashable, Sendable {
    /// The highest impedance from an origin to a destination, in the impedance's unit.
    public var defaultCutoff: Double?
    /// How many destinations to find for each origin, nearest first; `nil` for all.
    public var defaultTargetDestinationCount: Int?
    /// The form that the answer gives the costs.
    public var outputType: MatrixOutputType?
    /// Whether the answer has the origins.
    public var returnOrigins: Bool?
    /// Whether the answer has the destinations.
    public var returnDestinations: Bool?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}

    /// Where paths begin.
    public var origins: LocationInput? {
        get { analysis.inputs[Self.originsName] }
        set { analysis.inputs[Self.originsName] = newValue }
    }

    /// Where paths lead.
    public var destinations: LocationInput? {
        get { analysis.inputs[Self.destinationsName] }
        set { analysis.inputs[Self.destinationsName] = newValue }
    }

    package static let originsName = "origins"
    package static let destinationsName = "destinations"
}
