// A request to match traces to streets. Parameters that are `nil` take the layer's default.

/// A request for the routes that traces and drawn lines follow.
///
///     var parameters = MatchParameters()
///     parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
///     parameters.gpsAccuracy = 8
///     let result = try layer.match(parameters)
public struct MatchParameters: OperationParameters {
    /// The traces: fixes with times and accuracies, or drawn lines.
    public var traces: TraceInput?
    /// Drawn lines in Google's format, each a trace of its own.
    public var encodedPolylines: [String]?
    /// The decimals of ``encodedPolylines``: 5 or 6.
    public var polylinePrecision: Int?
    /// The standard deviation of positions in meters, where they do not have one of their own; it
    /// is estimated by default.
    public var gpsAccuracy: Double?
    /// The meters of each trace that are matched, from its start; -1 for all.
    public var matchDistanceLimit: Int?
    /// Whether the answer has the routes.
    public var returnRoutes: Bool?
    /// Whether the answer has the stops of the routes.
    public var returnStops: Bool?
    /// Whether the answer has the positions of traces with their places on the network.
    public var returnTracePoints: Bool?
    /// Whether the answer has the gaps of traces and their causes.
    public var returnTraceGaps: Bool?
    /// Whether the answer has the rules that traces broke.
    public var returnBrokenRules: Bool?
    /// The common parameters.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The parameter that carries the traces.
    package static let tracesName = "traces"
    /// The parameter that carries encoded polylines.
    package static let polylinesName = "encodedPolylines"
}
