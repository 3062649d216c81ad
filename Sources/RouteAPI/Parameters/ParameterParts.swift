// The parts of the common parameters. Parameters that are `nil` take the layer's default.

public import Geo

/// A part of the common parameters; one without any value is equal to a new one.
public protocol ParameterPart: Hashable, Sendable {
    /// Takes every default.
    init()
}

/// The travel settings of a request.
public struct TravelParameters: ParameterPart {
    /// The travel mode; it overrides impedance, restrictions, U-turns and generalization.
    public var travelMode: TravelModeSelection?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// Other costs to total.
    public var accumulateAttributeNames: [String]?
    /// The active restrictions; an empty list means none.
    public var restrictionAttributeNames: [String]?
    /// Parameter values of attributes.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Where routes may make U-turns.
    public var restrictUTurns: UTurnPolicy?
    /// Accepted without effect: answers are always exact.
    public var useHierarchy: Bool?

    /// Takes every default.
    public init() {}
}

/// The time of travel of a request.
public struct TimeParameters: ParameterPart {
    /// When routes leave their first stop.
    public var startTime: StartTime?
    /// Whether ``startTime`` is an instant rather than local wall-clock time.
    public var startTimeIsUTC: Bool?
    /// Whether live speeds and closures count.
    public var useTraffic: Bool?
    /// The id of the snapshot of traffic to use, in place of the current one.
    public var trafficSnapshot: String?

    /// Takes every default.
    public init() {}
}

/// The barriers, and how locations are placed on the network.
public struct LocationParameters: ParameterPart {
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()
    /// How inputs are placed.
    public var locateSettings: LocateSettingsByInput?
    /// Whether bad locations are skipped rather than failing the request.
    public var ignoreInvalidLocations: Bool?
    /// Whether input object ids are kept.
    public var preserveObjectID: Bool?
    /// The map context that newer clients send: an extent that inputs must lie in.
    public var context: MapContext?

    /// Takes every default.
    public init() {}
}

/// The form of directions.
public struct DirectionsParameters: ParameterPart {
    /// Whether the answer has directions.
    public var returnDirections: Bool?
    /// The language of directions.
    public var directionsLanguage: String?
    /// The parts of the directions that the answer has.
    public var directionsOutputType: DirectionsOutputType?
    /// The style of directions.
    public var directionsStyleName: String?
    /// The unit of lengths in directions.
    public var directionsLengthUnits: NetworkUnit?
    /// The time cost of directions.
    public var directionsTimeAttributeName: String?
    /// Where the returned part of the directions begins, in meters along the route.
    public var directionsFrom: Double?
    /// The length of the returned part, in meters; 0 up to the end of the route.
    public var directionsLength: Double?

    /// Takes every default.
    public init() {}
}

/// The shapes of an answer, and the inputs that it returns.
public struct OutputParameters: ParameterPart {
    /// The shape of routes.
    public var outputLines: OutputLineType?
    /// The system of all output shapes. Where it is `nil`, ``MapContext/outSR`` applies.
    public var outSR: SpatialReference?
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
    /// Whether the answer has the barriers.
    public var returnBarriers = ByBarrierClass<Bool?>()
    /// Whether the answer has the edges that routes run over.
    public var returnTraversedEdges: Bool?
    /// Whether the answer has the junctions that routes pass.
    public var returnTraversedJunctions: Bool?
    /// Whether the answer has the turns that routes make.
    public var returnTraversedTurns: Bool?
    /// Whether the answer has the legs of the routes.
    public var returnLegs: Bool?
    /// Whether the answer has speeds, limits and jams along the routes, the events and spans on
    /// them, and what they use.
    public var returnConditions: Bool?
    /// Whether shapes have heights.
    public var returnZ: Bool?
    /// Whether a request that fails is answered with empty feature sets.
    public var returnEmptyResults: Bool?
    /// Accepted without effect: settings without documentation that ArcGIS clients send.
    public var overrides: String?

    /// Takes every default.
    public init() {}
}

/// Extensions of this service beyond ArcGIS.
public struct ServiceParameters: ParameterPart {
    /// Whether the answer has its totals as integers in quanta.
    public var returnQuanta: Bool?
    /// Whether the choice among equally cheap routes must not depend on the server's caches.
    public var deterministic: Bool?
    /// Whether the answer lists every setting with its value and its source, and says why stops
    /// had to move.
    public var explainParameters: Bool?
    /// Whether unknown names are errors rather than notes.
    public var strict: Bool?
    /// Whether the request is checked and its inputs are located without solving.
    public var validate: Bool?
    /// Whether each route of the answer has its handle: the path as text, for later requests.
    public var returnRouteHandle: Bool?

    /// Takes every default.
    public init() {}
}
