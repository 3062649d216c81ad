// A request for routes. Where a parameter is `nil`, the layer's default applies.

/// Which kind of lateness to avoid when stops are reordered.
public enum LatenessRule: String, Hashable, Sendable, CaseIterable {
    /// Minimize the total lateness at all stops.
    case sum
    /// Minimize the number of late stops, then the total.
    case count
}

/// A request for routes. Where a parameter is `nil`, the layer's default applies.
///
/// Set ``stops`` and whatever should differ from the layer's defaults, then pass the request to
/// RouteTaskClient's `RouteTask` or Preparation's `NetworkLayer`. Besides its own parameters
/// the request has the common ones of every analysis; their members are also members of the
/// request:
///
///     var parameters = RouteParameters()
///     parameters.stops = LocationInput(features: stops)
///     parameters.impedanceAttributeName = "Kilometers"    // of the part `travel`
public struct RouteParameters: Hashable, Sendable {
    /// Whether stops may be reordered.
    public var findBestSequence: Bool?
    /// Whether the first stop stays first when stops are reordered.
    public var preserveFirstStop: Bool?
    /// Whether the last stop stays last when stops are reordered.
    public var preserveLastStop: Bool?
    /// Whether stops with a `Sequence` keep their place when stops are reordered.
    public var preserveSequence: Bool?
    /// How many minutes a route should take at most, from its start to the end of the last service.
    public var maxTotalTime: Double?
    /// How many minutes after its window a stop may be reached. If it is later, the stop is left
    /// out.
    public var maxViolationTime: Double?
    /// How many seconds the search for the best order may take for each route.
    public var maxSequencingTime: Double?
    /// How many minutes each route's break takes.
    public var breakDuration: Double?
    /// When the break may begin, in milliseconds like stops' time windows.
    public var breakStart: Int?
    /// When the break must begin at the latest, in milliseconds like stops' time windows.
    public var breakEnd: Int?
    /// Whether stops' time windows are used.
    public var useTimeWindows: Bool?
    /// Whether time windows are instants rather than local times.
    public var timeWindowsAreUTC: Bool?
    /// Whether a route without a start time begins as late as its time windows allow.
    public var optimizeStartTime: Bool?
    /// What to minimize if no order keeps all time windows.
    public var latenessObjective: LatenessRule?
    /// How many routes to find besides the best one, 0 to 3.
    public var alternatives: Int?
    /// The highest impedance of an alternative, as a multiple of the best route's.
    public var maxDetour: Double?
    /// How much of its impedance an alternative may share with each better route, as a share of the
    /// best route's impedance.
    public var maxSharing: Double?
    /// For how many meters alternatives must follow the route given by ``legs``.
    public var minDeviationDistance: Double?
    /// For how many seconds alternatives must follow the route given by ``legs``.
    public var minDeviationTime: Double?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops.
    public var returnStops: Bool?
    /// The legs of a route to rebuild instead of searching; one fewer than stops.
    public var legs: [LegOptions]?
    /// How many meters of each line a client matches, from its start, if its routes come as lines
    /// from elsewhere; -1 for all, `nil` for 100,000. It goes into the request that matches the
    /// lines: a solve does not send it.
    public var matchDistanceLimit: Int?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}

    /// The stops. At least two must be valid.
    public var stops: LocationInput? {
        get { analysis.inputs[Self.stopsName] }
        set { analysis.inputs[Self.stopsName] = newValue }
    }

    package static let stopsName = "stops"
}

extension RouteParameters {
    /// Midnight on 1899-12-30, in milliseconds since 1970: bounds of windows on this day are times
    /// of day, as desktop clients write them.
    package static let dayWithoutDate: Int64 = -2_209_161_600_000
}
