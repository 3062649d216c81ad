// A request to match traces to streets. Where a parameter is `nil`, the layer's default applies.

/// A request for the routes that traces and drawn lines follow.
///
///     var parameters = MatchParameters()
///     parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
///     parameters.gpsAccuracy = 8
///     let result = try layer.match(parameters)
public struct MatchParameters: Hashable, Sendable {
    /// The traces: fixes with times and accuracies, or drawn lines.
    public var traces: TraceInput?
    /// Drawn lines in Google's format. Each is a separate trace.
    public var encodedPolylines: [String]?
    /// How many decimals ``encodedPolylines`` have: 5 or 6.
    public var polylinePrecision: Int?
    /// The standard deviation of positions in meters, for positions without their own. By default
    /// it is estimated.
    public var gpsAccuracy: Double?
    /// How many meters of each trace to match, from its start; -1 for all.
    public var matchDistanceLimit: Int?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the routes' stops.
    public var returnStops: Bool?
    /// Whether the answer has the traces' positions with their places on the network.
    public var returnTracePoints: Bool?
    /// Whether the answer has the gaps in traces, with their causes.
    public var returnTraceGaps: Bool?
    /// Whether the answer has the rules that traces broke.
    public var returnBrokenRules: Bool?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}

    package static let tracesName = "traces"
    package static let polylinesName = "encodedPolylines"
}
