// A route layer's defaults for requests, and its limits.

public import Geo

/// A route layer's defaults, travel modes and limits.
///
/// Preparation makes a standard one for any network, and a service definition changes it.
/// Requests are completed from it (``ResolvedParameters``), and ``LayerResourceWriter`` shows it to
/// clients.
public struct RouteLayerConfiguration: Hashable, Sendable {
    /// What the layer can be asked.
    public var layerType = LayerType.route
    /// The layer's name in URLs.
    public var layerName = "Route"
    /// The default cost to minimize.
    public var impedanceAttributeName: String
    /// The default restrictions.
    public var restrictionAttributeNames: [String]
    /// The costs totaled by default.
    public var accumulateAttributeNames: [String]
    /// The default values of attributes' parameters.
    public var attributeParameterValues: [AttributeParameterValue] = []
    /// How stops and barriers are placed by default.
    public var locateSettings = LocateSettings(toleranceMeters: 5_000)
    /// Whether bad stops are skipped by default.
    public var ignoreInvalidLocations = true
    /// Where routes may make U-turns by default.
    public var restrictUTurns = UTurnPolicy.atDeadEndsAndIntersections
    /// The default spatial reference of output shapes.
    public var outputSpatialReference = SpatialReference.wgs84
    /// How far simplified lines may be from the streets by default.
    public var outputGeometryPrecision = 10.0
    /// The unit of ``outputGeometryPrecision``.
    public var outputGeometryPrecisionUnits = MapUnit.meters
    /// The default shape of routes.
    public var outputLines = OutputLineType.trueShape
    /// Whether stops are reordered by default.
    public var findBestSequence = false
    /// Whether the first stop stays first by default.
    public var preserveFirstStop = true
    /// Whether the last stop stays last by default.
    public var preserveLastStop = true
    /// How many seconds the search for the best order may take for each route by default.
    public var maxSequencingTime = 1.0
    /// Whether time windows count by default.
    public var useTimeWindows = false
    /// How many facilities to find for an incident by default.
    public var defaultTargetFacilityCount = 1
    /// In which direction routes lead between incidents and facilities by default.
    public var travelDirection = TravelDirection.toFacility
    /// Whether such routes start or end at the time of day by default.
    public var timeOfDayUsage = TimeOfDayUsage.startTime
    /// Whether answers have directions by default.
    public var returnDirections = true
    /// The default language of directions.
    public var directionsLanguage = "en-US"
    /// The languages available for directions.
    public var directionsSupportedLanguages = ["en-US"]
    /// Languages that the operator adds.
    package var directionsPhrases: LayerPhrases?
    /// The styles available for directions.
    public var directionsStyleNames = ["NA Desktop", "NA Navigation", "NA Campus"]
    /// The default unit for lengths in directions.
    public var directionsLengthUnits = NetworkUnit.kilometers
    /// The time cost that directions report by default.
    public var directionsTimeAttributeName: String
    /// The travel modes that requests may name.
    public var travelModes: [TravelMode] = []
    /// The id of the mode that clients preselect; empty for none.
    public var defaultTravelMode = ""
    /// The IANA name of the time zone for local times.
    public var timeZoneName = "UTC"
    /// Hosts, in lower case, from which feature sets given by URL may be fetched. None by default.
    public var featureHosts: [String] = []
    /// Hosts from which inputs may be fetched even if they are in a private network.
    public var privateFeatureHosts: [String] = []
    /// Stops and barriers for requests that send none.
    public var preloaded = PreloadedInputs()
    /// The limits on one request.
    public var limits = ServiceLimits()

    /// The largest tolerance that a request may ask for, in meters: as far as Esri's own service
    /// looks, or this layer's default if that is farther.
    public var maximumToleranceMeters: Double { max(20_000, locateSettings.toleranceMeters) }

    /// Creates a layer from the four names without a universal default.
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
    /// Returns the same defaults for a layer of another type, named after the type.
    ///
    /// As in ArcGIS, only route layers write directions without being asked.
    public func layer(of type: LayerType) -> RouteLayerConfiguration {
        var configuration = self
        configuration.layerType = type
        configuration.layerName = type.word
        configuration.returnDirections = returnDirections && type == .route
        return configuration
    }
}

extension RouteLayerConfiguration {
    /// Finds the travel mode with an id or a name; case matters only between modes that differ in
    /// nothing else. An empty word names none, though modes may lack an id.
    package func travelMode(named word: String) -> TravelMode? {
        guard !word.isEmpty else { return nil }
        let folded = word.lowercased()
        return travelModes.first { $0.id == word || $0.name == word }
            ?? travelModes.first {
                $0.name.lowercased() == folded || $0.id.lowercased() == folded
            }
    }

    /// Returns the travel mode that settings describe. If they name a mode, they replace its
    /// settings; otherwise they make a mode alone, or `nil` if they lack a cost.
    package func travelMode(with changes: TravelModeChanges) -> TravelMode? {
        let words = [changes.id, changes.name].compactMap(\.self)
        if let mode = words.lazy.compactMap({ travelMode(named: $0) }).first {
            return changes.applied(to: mode)
        }
        return changes.alone
    }
}
