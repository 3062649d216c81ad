// A request for a matrix of costs. Parameters that are `nil` take the layer's default.

/// The form of a matrix of costs in the answer.
public enum MatrixOutputType: String, Hashable, Sendable, CaseIterable {
    /// Costs alone, by the ids of origins and destinations.
    case sparseMatrix = "esriNAODOutputSparseMatrix"
    /// A row for each pair, with a straight line.
    case straightLines = "esriNAODOutputStraightLines"
    /// A row for each pair, without a shape.
    case noLines = "esriNAODOutputNoLines"
}

/// A request for the costs from origins to destinations. Parameters that are `nil` take the layer's
/// default.
///
///     var parameters = ODCostMatrixParameters()
///     parameters.origins = LocationInput(features: depots)
///     parameters.destinations = LocationInput(features: customers)
///     parameters.defaultTargetDestinationCount = 3    // the three nearest of each origin
public struct ODCostMatrixParameters: OperationParameters {
    /// The greatest impedance from an origin to a destination, in the unit of the impedance.
    public var defaultCutoff: Double?
    /// The number of destinations of each origin, the nearest ones; `nil` for all.
    public var defaultTargetDestinationCount: Int?
    /// The form of the costs in the answer.
    public var outputType: MatrixOutputType?
    /// Whether the answer has the origins.
    public var returnOrigins: Bool?
    /// Whether the answer has the destinations.
    public var returnDestinations: Bool?
    /// The common parameters.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The places that paths begin at.
    public var origins: LocationInput? {
        get { analysis.inputs[Self.originsName] }
        set { analysis.inputs[Self.originsName] = newValue }
    }

    /// The places that paths lead to.
    public var destinations: LocationInput? {
        get { analysis.inputs[Self.destinationsName] }
        set { analysis.inputs[Self.destinationsName] = newValue }
    }

    /// The parameter that carries the origins.
    package static let originsName = "origins"
    /// The parameter that carries the destinations.
    package static let destinationsName = "destinations"
}
