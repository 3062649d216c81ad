// A request for routes. Parameters that are `nil` take the layer's default.

/// What of the lateness of a route is to be small when stops are reordered.
public enum LatenessRule: String, Hashable, Sendable, CaseIterable {
    /// The sum of it at all stops.
    case sum
    /// The number of late stops, then the sum.
    case count
}

/// A request for routes. Parameters that are `nil` take the layer's default.
///
/// It has the common parameters of every analysis and those specific to routes. The members of the
/// common parts are its members as well:
///
///     var parameters = RouteParameters()
///     parameters.stops = LocationInput(features: stops)
///     parameters.impedanceAttributeName = "Kilometers"    // of the part `travel`
public struct RouteParameters: OperationParameters {
    /// Whether stops may be reordered.
    public var findBestSequence: Bool?
    /// Whether the first stop stays first when reordering.
    public var preserveFirstStop: Bool?
    /// Whether the last stop stays last when reordering.
    public var preserveLastStop: Bool?
    /// Whether stops with a `Sequence` keep that place when reordering.
    public var preserveSequence: Bool?
    /// The minutes that a route should take at most, from its start to the end of the last service.
    public var maxTotalTime: Double?
    /// The minutes by which a stop may be reached after its window; a later one is left out.
    public var maxViolationTime: Double?
    /// The seconds that the search for the best order may take for each route.
    public var maxSequencingTime: Double?
    /// The minutes of the break of each route.
    public var breakDuration: Double?
    /// When the break may begin, in milliseconds as the time windows of stops.
    public var breakStart: Int?
    /// When the break must begin at the latest, in milliseconds as the time windows of stops.
    public var breakEnd: Int?
    /// Whether the time windows of stops are used.
    public var useTimeWindows: Bool?
    /// Whether time windows are instants rather than local wall-clock times.
    public var timeWindowsAreUTC: Bool?
    /// Whether a route without a start time begins as late as its time windows allow.
    public var optimizeStartTime: Bool?
    /// What is to be small when no order keeps all time windows.
    public var latenessObjective: LatenessRule?
    /// The number of routes in addition to the best one, from 0 to 3.
    public var alternatives: Int?
    /// The greatest impedance of an alternative, as a multiple of the best route's.
    public var maxDetour: Double?
    /// The greatest part of an alternative that it shares with each better route, as a share of the
    /// best route's impedance.
    public var maxSharing: Double?
    /// Meters for which alternatives keep to the route of ``legs``.
    public var minDeviationDistance: Double?
    /// Seconds for which alternatives keep to the route of ``legs``.
    public var minDeviationTime: Double?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops.
    public var returnStops: Bool?
    /// The legs of a route that is rebuilt rather than searched for, one fewer than stops.
    public var legs: [LegOptions]?
    /// The common parameters.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The stops; at least two must be valid.
    public var stops: LocationInput? {
        get { analysis.inputs[Self.stopsName] }
        set { analysis.inputs[Self.stopsName] = newValue }
    }

    /// The parameter that carries the stops.
    package static let stopsName = "stops"
}
