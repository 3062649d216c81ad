// The defaults of a route layer for requests, and its limits.

public import Geo

/// Caps on one request.
public struct ServiceLimits: Hashable, Sendable {
    /// Stops in a request.
    public var maximumStops = 10_000
    /// Stops in a route.
    public var maximumStopsPerRoute = 1_000
    /// Pairs of origins and destinations, or of incidents and facilities, in a request.
    public var maximumPairs = 1_000_000
    /// Positions of all traces in a request.
    public var maximumTracePoints = 100_000
    /// Barriers of each class in a request.
    public var maximumBarriers = ByBarrierClass<Int> { $0 == .point ? 10_000 : 2_000 }
    /// Vertices of all line and polygon barriers together.
    public var maximumBarrierVertices = 250_000
    /// Streets that all barriers of a class may touch, each counted once for every barrier; for
    /// points at a junction, all that meet there.
    public var maximumAffectedFeatures = ByBarrierClass<Int> { _ in 2_000_000 }
    /// Places at which the lines and polygons of a request may cross or cover streets: a line that
    /// crosses a street ten times does so at ten places, each of which takes 24 bytes.
    package var maximumBarrierPlaces = 2_000_000
    /// The same of all standing barriers. No client can do anything about it.
    package var maximumStandingBarrierPlaces = 4_000_000
    /// Seconds a solve may take.
    public var maximumSolveSeconds = 60.0
    /// Bytes of a request body.
    public var maximumRequestBytes = 20_000_000

    /// Makes the shipped limits.
    public init() {}
}

/// A route layer: every default of a solve, its travel modes and limits.
public struct RouteLayerConfiguration: Hashable, Sendable {
    /// What the layer can be asked.
    public var layerType = LayerType.route
    /// The layer's name in URLs.
    public var layerName = "Route"
    /// The default cost to minimize.
    public var impedanceAttributeName: String
    /// The default restrictions.
    public var restrictionAttributeNames: [String]
    /// Costs totalled by default.
    public var accumulateAttributeNames: [String]
    /// Parameter values by default.
    public var attributeParameterValues: [AttributeParameterValue] = []
    /// Where stops and barriers are placed by default.
    public var locateSettings = LocateSettings(toleranceMeters: 5_000)
    /// Whether bad stops are skipped by default.
    public var ignoreInvalidLocations = true
    /// The default U-turn policy.
    public var restrictUTurns = UTurnPolicy.atDeadEndsAndIntersections
    /// The default output system.
    public var outputSpatialReference = SpatialReference.wgs84
    /// The default generalization offset.
    public var outputGeometryPrecision = 10.0
    /// Its unit.
    public var outputGeometryPrecisionUnits = MapUnit.meters
    /// The default route shape.
    public var outputLines = OutputLineType.trueShape
    /// Whether stops are reordered by default.
    public var findBestSequence = false
    /// Whether the first stop stays first by default.
    public var preserveFirstStop = true
    /// Whether the last stop stays last by default.
    public var preserveLastStop = true
    /// The seconds that the search for the best order may take for each route by default.
    public var maxSequencingTime = 1.0
    /// Whether time windows count by default.
    public var useTimeWindows = false
    /// How many facilities are found for an incident by default.
    public var defaultTargetFacilityCount = 1
    /// The default direction of the routes between incidents and facilities.
    public var travelDirection = TravelDirection.toFacility
    /// Whether such routes start or end at the time of day by default.
    public var timeOfDayUsage = TimeOfDayUsage.startTime
    /// Whether directions are written by default.
    public var returnDirections = true
    /// The default language.
    public var directionsLanguage = "en-US"
    /// The languages on offer.
    public var directionsSupportedLanguages = ["en-US"]
    /// The languages that the operator adds.
    package var directionsPhrases: LayerPhrases?
    /// The styles on offer.
    public var directionsStyleNames = ["NA Desktop", "NA Navigation", "NA Campus"]
    /// The default unit of direction lengths.
    public var directionsLengthUnits = NetworkUnit.kilometers
    /// The default time cost of directions.
    public var directionsTimeAttributeName: String
    /// The travel modes on offer.
    public var travelModes: [TravelMode] = []
    /// The id of the mode that clients preselect, or empty.
    public var defaultTravelMode = ""
    /// The IANA name of the zone that wall-clock times are read in.
    public var timeZoneName = "UTC"
    /// Hosts that feature sets named by url are fetched from, in lower case; none by default.
    public var featureHosts: [String] = []
    /// Hosts that inputs may be fetched from though they lie in a private network.
    public var privateFeatureHosts: [String] = []
    /// Stops and barriers for requests that send none.
    public var preloaded = PreloadedInputs()
    /// Caps on one request.
    public var limits = ServiceLimits()

    /// The greatest tolerance that a request may ask for, in meters: as far as Esri's own service
    /// looks, or as far as this layer does where that is farther.
    public var maximumToleranceMeters: Double { max(20_000, locateSettings.toleranceMeters) }

    /// Makes a layer from the four names that have no universal default.
    public init(
        impedanceAttributeName: String, restrictionAttributeNames: [String],
        accumulateAttributeNames: [String], directionsTimeAttributeName: String
    ) {
        self.impedanceAttributeName = impedanceAttributeName
        self.restrictionAttributeNames = restrictionAttributeNames
        self.accumulateAttributeNames = accumulateAttributeNames
        self.directionsTimeAttributeName = directionsTimeAttributeName
    }
}

extension RouteLayerConfiguration {
    /// The same defaults for a layer of a kind, named as the kind is.
    ///
    /// Only route layers write directions unless a request asks for them, as in ArcGIS.
    public func layer(of type: LayerType) -> RouteLayerConfiguration {
        var configuration = self
        configuration.layerType = type
        configuration.layerName = type.word
        configuration.returnDirections = returnDirections && type == .route
        return configuration
    }
}
