// The parts of the common parameters. What is `nil` takes the layer's default.

public import Geo

/// How a request travels.
public struct TravelParameters: Hashable, Sendable {
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
    /// Where the route may turn round.
    public var restrictUTurns: UTurnPolicy?
    /// Accepted; answers are exact either way.
    public var useHierarchy: Bool?

    /// Takes every default.
    public init() {}
}

/// When a request travels.
public struct TimeParameters: Hashable, Sendable {
    /// When routes leave their first stop.
    public var startTime: StartTime?
    /// Whether ``startTime`` is an instant rather than local wall-clock time.
    public var startTimeIsUTC: Bool?

    /// Takes every default.
    public init() {}
}

/// The barriers, and where on the network locations are placed.
public struct LocationParameters: Hashable, Sendable {
    /// The barriers.
    public var barriers = ByBarrierClass<LocationInput?>()
    /// Where inputs are placed.
    public var locateSettings: LocateSettingsByInput?
    /// Whether bad locations are skipped rather than failing the request.
    public var ignoreInvalidLocations: Bool?
    /// Whether input object ids are kept.
    public var preserveObjectID: Bool?
    /// The surroundings that newer clients send: an extent that inputs must lie in.
    public var context: MapContext?

    /// Takes every default.
    public init() {}
}

/// What the directions of routes are like.
public struct DirectionsParameters: Hashable, Sendable {
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

    /// Takes every default.
    public init() {}
}

/// What the shapes of an answer are like, and what it echoes.
public struct OutputParameters: Hashable, Sendable {
    /// The shape of routes.
    public var outputLines: OutputLineType?
    /// The system of all output shapes. Where it is `nil`, ``MapContext/outSR`` counts.
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
    /// Whether a failing request answers with empty feature sets.
    public var returnEmptyResults: Bool?
    /// Accepted and without effect: settings that clients of one vendor keep to themselves.
    public var overrides: String?

    /// Takes every default.
    public init() {}
}

/// What a request asks of this service beyond ArcGIS.
public struct ServiceParameters: Hashable, Sendable {
    /// Whether the answer carries its totals as integers in quanta.
    public var returnQuanta: Bool?
    /// Whether the answer must not depend on what the server has cached. Of several equally cheap
    /// routes it is then always the same one.
    public var deterministic: Bool?
    /// Whether the answer lists every setting with its value and where that came from.
    public var explainParameters: Bool?
    /// Whether what was not understood is an error and not a note.
    public var strict: Bool?
    /// Whether the request is checked and its inputs are located without solving.
    public var validate: Bool?

    /// Takes every default.
    public init() {}
}
