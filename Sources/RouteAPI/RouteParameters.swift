// A solve request as the caller meant it. What is `nil` takes the layer's default.

public import Geo

/// Input rows with the switches that ride in them.
public struct LocationInput: Hashable, Sendable {
    /// The rows, with or without attributes.
    public var features: FeatureSet
    /// Whether streets that the active restrictions prohibit are passed over where points are
    /// placed.
    public var doNotLocateOnRestrictedElements: Bool

    /// Makes an input.
    public init(features: FeatureSet, doNotLocateOnRestrictedElements: Bool = true) {
        self.features = features
        self.doNotLocateOnRestrictedElements = doNotLocateOnRestrictedElements
    }
}

/// A whole solve request. Every `nil` takes the layer's default.
public struct RouteParameters: Hashable, Sendable {
    /// The stops; at least two must be valid.
    public var stops: LocationInput?
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()
    /// The way of travelling; it overrides impedance, restrictions, U-turns and generalization.
    public var travelMode: TravelModeSelection?
    /// When routes leave their first stop.
    public var startTime: StartTime?
    /// Whether ``startTime`` is an instant rather than local wall-clock time.
    public var startTimeIsUTC: Bool?
    /// Whether time windows are instants rather than local wall-clock times.
    public var timeWindowsAreUTC: Bool?
    /// Whether time windows count.
    public var useTimeWindows: Bool?
    /// Whether stops may be reordered.
    public var findBestSequence: Bool?
    /// Whether the first stop stays first when reordering.
    public var preserveFirstStop: Bool?
    /// Whether the last stop stays last when reordering.
    public var preserveLastStop: Bool?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// Other costs to total.
    public var accumulateAttributeNames: [String]?
    /// The active restrictions; an empty list means none.
    public var restrictionAttributeNames: [String]?
    /// Parameter values of attributes.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Where the route may turn round.
    public var restrictUTurns: UTurnPolicy?
    /// Accepted; answers are exact either way.
    public var useHierarchy: Bool?
    /// Whether bad stops are skipped rather than failing the request.
    public var ignoreInvalidLocations: Bool?
    /// Whether directions are wanted.
    public var returnDirections: Bool?
    /// The language of directions.
    public var directionsLanguage: String?
    /// How much of the directions is wanted.
    public var directionsOutputType: DirectionsOutputType?
    /// The style of directions.
    public var directionsStyleName: String?
    /// The unit of lengths in directions.
    public var directionsLengthUnits: NetworkUnit?
    /// The time cost of directions.
    public var directionsTimeAttributeName: String?
    /// The shape of routes.
    public var outputLines: OutputLineType?
    /// Whether routes are wanted.
    public var returnRoutes: Bool?
    /// Whether stops are wanted.
    public var returnStops: Bool?
    /// Whether barriers are wanted.
    public var returnBarriers = ByBarrierClass<Bool?>()
    /// Whether the edges that routes run over are wanted.
    public var returnTraversedEdges: Bool?
    /// Whether the junctions that routes pass are wanted.
    public var returnTraversedJunctions: Bool?
    /// Whether the turns that routes make are wanted.
    public var returnTraversedTurns: Bool?
    /// Whether heights are wanted.
    public var returnZ: Bool?
    /// The system of all output shapes. Where it is `nil`, ``MapContext/outSR`` counts.
    public var outSR: SpatialReference?
    /// The surroundings that newer clients send.
    public var context: MapContext?
    /// The greatest offset of generalized lines; 0 for none.
    public var outputGeometryPrecision: Double?
    /// The unit of ``outputGeometryPrecision``.
    public var outputGeometryPrecisionUnits: MapUnit?
    /// Decimals of output coordinates, or `nil` for all.
    public var geometryPrecision: Int?
    /// Decimals of output heights, or `nil` for all.
    public var geometryPrecisionZ: Int?
    /// Decimals of output measures, or `nil` for all.
    public var geometryPrecisionM: Int?
    /// Whether input object ids are kept.
    public var preserveObjectID: Bool?
    /// Whether a failing request answers with empty feature sets.
    public var returnEmptyResults: Bool?
    /// Where inputs are placed.
    public var locateSettings: LocateSettingsByInput?
    /// Accepted and without effect: settings that clients of one vendor keep to themselves.
    public var overrides: String?
    /// Ours: whether the answer carries its totals as integers in quanta.
    public var returnQuanta: Bool?
    /// Ours: whether the answer must not depend on what the server has cached. Of several equally
    /// cheap ways it is then always the same one.
    public var deterministic: Bool?
    /// Ours: whether the answer lists every setting with its value and where that came from.
    public var explainParameters: Bool?
    /// Ours: whether what was not understood is an error and not a note.
    public var strict: Bool?
    /// Ours: whether the request is checked and its inputs are located without solving.
    public var validate: Bool?
    /// Whether the answer brings a picture for a person; no parameter of the contract.
    public var drawsPicture = false
    /// Notes on names that were not understood: the parameter, and a sentence for the caller.
    public var notes: [RouteRequestError.Fault] = []

    /// Makes a request that takes every default.
    public init() {}
}

extension RouteParameters {
    /// The inputs that are sent, with the parameters that carry them.
    package var inputs: [(parameter: String, features: FeatureSet)] {
        var inputs = stops.map { [("stops", $0.features)] } ?? []
        for kind in BarrierClass.allCases {
            if let input = barriers[kind] { inputs.append((kind.parameter, input.features)) }
        }
        return inputs
    }
}
