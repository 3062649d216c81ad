// The parts of the common parameters. Where a parameter is `nil`, the layer's default applies.

public import Geo

/// A part of the common parameters. A part without values equals a new one.
public protocol ParameterPart: Hashable, Sendable {
    /// Creates a part whose parameters are all `nil`.
    init()
}

/// What travels, and which cost it minimizes.
public struct TravelParameters: ParameterPart {
    /// The travel mode. It overrides impedance, restrictions, U-turns and generalization.
    public var travelMode: TravelModeSelection?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// Further costs to total, such as length.
    public var accumulateAttributeNames: [String]?
    /// The active restrictions. An empty list means none.
    public var restrictionAttributeNames: [String]?
    /// Values for attributes' parameters, such as a vehicle's height.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Where routes may make U-turns.
    public var restrictUTurns: UTurnPolicy?
    /// Accepted but ignored, because answers are always exact.
    public var useHierarchy: Bool?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}

/// When routes begin, and which traffic counts.
public struct TimeParameters: ParameterPart {
    /// When routes leave their first stop.
    public var startTime: StartTime?
    /// Whether ``startTime`` is an instant rather than local time.
    public var startTimeIsUTC: Bool?
    /// Whether live speeds and closures count.
    public var useTraffic: Bool?
    /// The traffic snapshot to use instead of the current one.
    public var trafficSnapshot: String?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}

/// The barriers, and how locations are placed on the network.
public struct LocationParameters: ParameterPart {
    /// The barriers, by class.
    public var barriers = ByBarrierClass<LocationInput?>()
    /// How far away streets may be, and which ones are searched.
    public var locateSettings: LocateSettingsByInput?
    /// Whether bad locations are skipped; otherwise they fail the request.
    public var ignoreInvalidLocations: Bool?
    /// Whether rows keep the object ids they were sent with.
    public var preserveObjectID: Bool?
    /// The map context that newer clients send: an extent that inputs must lie in.
    public var context: MapContext?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}

/// Whether an answer has directions, and in which form.
public struct DirectionsParameters: ParameterPart {
    /// Whether the answer has directions.
    public var returnDirections: Bool?
    /// The language tag. The nearest supported language is used.
    public var directionsLanguage: String?
    /// Which parts of the directions to return.
    public var directionsOutputType: DirectionsOutputType?
    /// The style, by a name from the layer resource.
    public var directionsStyleName: String?
    /// The unit for lengths in directions.
    public var directionsLengthUnits: NetworkUnit?
    /// The time cost that directions report.
    public var directionsTimeAttributeName: String?
    /// Where the returned part begins, in meters along the route.
    public var directionsFrom: Double?
    /// The returned part's length in meters; 0 means up to the route's end.
    public var directionsLength: Double?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}

/// An answer's shapes, and which inputs it returns.
public struct OutputParameters: ParameterPart {
    /// The routes' shape.
    public var outputLines: OutputLineType?
    /// The spatial reference of all output shapes. If it is `nil`, ``MapContext/outSR`` applies.
    public var outSR: SpatialReference?
    /// How far simplified lines may be from the streets; 0 turns simplification off.
    public var outputGeometryPrecision: Double?
    /// The unit of ``outputGeometryPrecision``.
    public var outputGeometryPrecisionUnits: MapUnit?
    /// How many decimals output coordinates have; `nil` for all.
    public var geometryPrecision: Int?
    /// How many decimals output heights have; `nil` for all.
    public var geometryPrecisionZ: Int?
    /// How many decimals output measures have; `nil` for all.
    public var geometryPrecisionM: Int?
    /// Whether the answer has the barriers, by class.
    public var returnBarriers = ByBarrierClass<Bool?>()
    /// Whether the answer has the edges that routes use.
    public var returnTraversedEdges: Bool?
    /// Whether the answer has the junctions that routes pass.
    public var returnTraversedJunctions: Bool?
    /// Whether the answer has the turns that routes make.
    public var returnTraversedTurns: Bool?
    /// Whether the answer has the routes' legs.
    public var returnLegs: Bool?
    /// Whether the answer has speeds, limits and jams along the routes, what lies on them, and what
    /// they use.
    public var returnConditions: Bool?
    /// Whether shapes have heights, if the network has them.
    public var returnZ: Bool?
    /// Whether a failing request is answered with empty feature sets.
    public var returnEmptyResults: Bool?
    /// Accepted but ignored: undocumented settings that ArcGIS clients send.
    public var overrides: String?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}

/// Extensions beyond ArcGIS.
public struct ServiceParameters: ParameterPart {
    /// Whether the answer has exact totals as integers in quanta.
    public var returnQuanta: Bool?
    /// Whether the choice among equally cheap routes must not depend on the server's caches.
    public var deterministic: Bool?
    /// Whether the answer lists every setting with its value and source, and says why stops had to
    /// move.
    public var explainParameters: Bool?
    /// Whether unknown names are errors rather than notes.
    public var strict: Bool?
    /// Whether to check the request and place its inputs, without solving.
    public var validate: Bool?
    /// Whether each route has its handle: its path as text, for later requests.
    public var returnRouteHandle: Bool?

    /// Creates a part whose parameters are all `nil`.
    public init() {}
}
