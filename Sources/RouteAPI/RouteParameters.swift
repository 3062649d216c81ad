// A solve request as the caller meant it. What is `nil` takes the layer's default.

public import Geo

/// A value for a parameter of a network attribute.
public struct AttributeParameterValue: Hashable, Sendable, Codable {
    /// The network attribute.
    public var attributeName: String
    /// Its parameter.
    public var parameterName: String
    /// A number, or a word such as `AVOID_MEDIUM` for a restriction usage.
    public var value: String

    /// Makes a parameter value.
    public init(attributeName: String, parameterName: String, value: String) {
        self.attributeName = attributeName
        self.parameterName = parameterName
        self.value = value
    }
}

/// A bundle of settings for one way of travelling.
public struct TravelMode: Hashable, Sendable {
    /// The mode's id; `itemId` on the wire repeats it.
    public var id: String
    /// What people call it.
    public var name: String
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String
    /// A sentence about it.
    public var summary: String
    /// The cost to minimize.
    public var impedanceAttributeName: String
    /// The cost that durations are reported in.
    public var timeAttributeName: String
    /// The cost that lengths are reported in.
    public var distanceAttributeName: String
    /// The active restrictions.
    public var restrictionAttributeNames: [String]
    /// Their parameter values.
    public var attributeParameterValues: [AttributeParameterValue]
    /// Whether the caller allows a hierarchy; answers are exact either way.
    public var useHierarchy: Bool
    /// Where the route may turn round.
    public var uTurnPolicy: UTurnPolicy
    /// The greatest offset of generalized lines, or `nil` for none.
    public var simplificationTolerance: Double?
    /// The unit of ``simplificationTolerance``.
    public var simplificationToleranceUnits: MapUnit

    /// Makes a travel mode.
    public init(
        id: String, name: String, type: String, summary: String = "",
        impedanceAttributeName: String, timeAttributeName: String, distanceAttributeName: String,
        restrictionAttributeNames: [String],
        attributeParameterValues: [AttributeParameterValue] = [], useHierarchy: Bool = false,
        uTurnPolicy: UTurnPolicy, simplificationTolerance: Double? = nil,
        simplificationToleranceUnits: MapUnit = .meters
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.summary = summary
        self.impedanceAttributeName = impedanceAttributeName
        self.timeAttributeName = timeAttributeName
        self.distanceAttributeName = distanceAttributeName
        self.restrictionAttributeNames = restrictionAttributeNames
        self.attributeParameterValues = attributeParameterValues
        self.useHierarchy = useHierarchy
        self.uTurnPolicy = uTurnPolicy
        self.simplificationTolerance = simplificationTolerance
        self.simplificationToleranceUnits = simplificationToleranceUnits
    }
}

/// A travel mode as a request names it.
public enum TravelModeSelection: Hashable, Sendable {
    /// By id or name.
    case named(String)
    /// With all its settings.
    case settings(TravelMode)
}

/// Where inputs are placed on the network.
public struct LocateSettings: Hashable, Sendable {
    /// The farthest a street may be, in meters.
    public var toleranceMeters: Double
    /// Whether an input on a barred street moves to the closest usable one.
    public var allowAutoRelocate: Bool

    /// Makes locate settings.
    public init(toleranceMeters: Double, allowAutoRelocate: Bool = true) {
        self.toleranceMeters = toleranceMeters
        self.allowAutoRelocate = allowAutoRelocate
    }
}

/// Locate settings for everything, and for single inputs.
public struct LocateSettingsByInput: Hashable, Sendable {
    /// Used where nothing else is said.
    public var fallback: LocateSettings?
    /// For stops.
    public var stops: LocateSettings?
    /// For point barriers.
    public var barriers: LocateSettings?

    /// Makes settings by input.
    public init(
        fallback: LocateSettings? = nil, stops: LocateSettings? = nil,
        barriers: LocateSettings? = nil
    ) {
        self.fallback = fallback
        self.stops = stops
        self.barriers = barriers
    }
}

/// Input rows with the switches that ride in them.
public struct LocationInput: Hashable, Sendable {
    /// The rows: points with or without attributes.
    public var features: FeatureSet
    /// Whether streets that the active restrictions prohibit are passed over.
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
    /// Point barriers.
    public var barriers: LocationInput?
    /// Line barriers.
    public var polylineBarriers: FeatureSet?
    /// Polygon barriers.
    public var polygonBarriers: FeatureSet?
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
    /// Whether point barriers are wanted.
    public var returnBarriers: Bool?
    /// Whether line barriers are wanted.
    public var returnPolylineBarriers: Bool?
    /// Whether polygon barriers are wanted.
    public var returnPolygonBarriers: Bool?
    /// The system of all output shapes.
    public var outSR: SpatialReference?
    /// The greatest offset of generalized lines; 0 for none.
    public var outputGeometryPrecision: Double?
    /// The unit of ``outputGeometryPrecision``.
    public var outputGeometryPrecisionUnits: MapUnit?
    /// Decimals of output coordinates, or `nil` for all.
    public var geometryPrecision: Int?
    /// Whether input object ids are kept.
    public var preserveObjectID: Bool?
    /// Whether a failing request answers with empty feature sets.
    public var returnEmptyResults: Bool?
    /// Where inputs are placed.
    public var locateSettings: LocateSettingsByInput?
    /// Ours: whether the answer carries its totals as integers in quanta.
    public var returnQuanta: Bool?
    /// Ours: whether the answer must not depend on what the server has cached. Of several equally
    /// cheap ways it is then always the same one.
    public var deterministic: Bool?
    /// Notes on parameters that were not understood, each a sentence for the caller.
    public var notes: [String] = []

    /// Makes a request that takes every default.
    public init() {}
}
