// Start here for traces: matches them to streets, from parameters to result.

import Answers
import Geo
import MapMatching
import PathFinding
import Preparation
import RouteAPI
import RoutingEngine
import SystemResources

/// Matches one request's traces.
///
/// ``NetworkLayer/match(_:control:)`` is its public entry point:
///
/// ```swift
/// var parameters = MatchParameters()
/// parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
/// let result = try layer.match(parameters)
/// // result.routes: one for each part of the trace; result[table: "tracePoints"]: their places
/// ```
///
/// A match reads the request and its traces, prepares barriers and costs as every analysis does,
/// and feeds each trace, position by position, to `MapMatcher`. The matcher delivers points, path
/// elements and gaps as it goes; ``MatchedTrace`` keeps what does not grow with the number of
/// positions, and points go to a spooled file. So a trace of any length needs little memory.
///
/// Each connected part of a trace becomes a ``GivenPath``, which is followed for its costs like a
/// handle's path. Rules the vehicle broke become rows and warnings, never errors. ``MatchAnswer``
/// then assembles routes as a solve would, plus the tables `tracePoints`, `traceGaps` and
/// `brokenRules`.
///
/// Times in traces matter: conditions and traffic are those in force while the traces were
/// traveled.
///
/// It runs like every analysis (`AnalysisRun`); only the traces are read before it begins, since
/// they may come from a file.
struct MatchSolver: AnalysisRun {
    let layer: AnalysisLayer
    let control: SolveControl
    /// The traces, or why they cannot be read.
    let traces: Result<RequestTraces, RouteRequestError>
    /// Receives rows for many trace points; without it, the answer has them all.
    var receiver: (any AnswerRowReceiver)?

    /// From this many trace points on, rows are passed on.
    var passedOnPoints = 4_096

    /// Reads a request's own traces.
    ///
    /// - Returns: The traces, or the error if they are missing or too many.
    static func traces(
        of parameters: MatchParameters, on layer: AnalysisLayer, _ control: SolveControl
    ) -> Result<RequestTraces, RouteRequestError> {
        Result { () throws(RouteRequestError) in
            try control.timed(\.reading) { () throws(RouteRequestError) in
                let resolved = layer.resolved(parameters)
                var traces = RequestTraces(resolved)
                try traces.take(
                    parameters, decimals: resolved[\.polylinePrecision],
                    limits: layer.defaults.limits)
                return traces
            }
        }
    }

    func read(
        _ requested: MatchParameters
    ) throws(RouteRequestError) -> ReadRequest<MatchParameters> {
        let times = try traces.get().times
        // Stops are made from the matched paths; the layer's own do not count.
        var requested = requested
        requested.analysis.inputs[RouteParameters.stopsName] = LocationInput(
            features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        return try read(
            requested, [LocationDemand(RouteParameters.stopsName, minimum: 0)],
            traffic: times.map { TrafficSource.past(layer.traffic, $0) })
    }

    static func returned(by parameters: Resolved) -> ResolvedRequest.Returned {
        var returned = ResolvedRequest.Returned(common: parameters)
        returned.routes = parameters[\.returnRoutes]
        returned.stops = parameters[\.returnStops]
        return returned
    }

    static func ownSets(of parameters: Resolved) -> [String] {
        [
            parameters[\.returnTracePoints] ? "tracePoints" : nil,
            parameters[\.returnTraceGaps] ? "traceGaps" : nil,
            parameters[\.returnBrokenRules] ? "brokenRules" : nil,
        ].compactMap(\.self)
    }

    /// A request's parameters, with their effective values.
    typealias Resolved = ResolvedParameters<MatchParameters>

    /// Matches the traces.
    ///
    /// If a trace cannot be matched, a message says so, provided another trace has a route.
    ///
    /// - Complexity: O(*n*) for *n* positions, times the streets near each.
    func solve(_ read: ReadRequest<MatchParameters>) throws(AnalysisFailure) -> AnalysisResult {
        try prepared(read) { (prepared, traces) throws(RouteRequestError) in
            let routes = try control.timed(\.routing) { () throws(RouteRequestError) in
                try match(traces, prepared, read.parameters.requested)
            }
            let answer = MatchAnswer(
                layer: layer, control: control, parameters: read.parameters, routes: routes,
                prepared: prepared.with(stops: routes.stops), receiver: receiver,
                passedOnPoints: passedOnPoints)
            let result = try answer.result()
            if let failure = routes.failure { throw failure }
            return result
        }
    }

    /// Makes the answer for a request that is only checked.
    func validate(_ read: ReadRequest<MatchParameters>) throws(AnalysisFailure) -> AnalysisResult {
        try prepared(read) { (prepared, traces) throws(RouteRequestError) in
            var result = try control.timed(\.assembling) { () throws(RouteRequestError) in
                try ResultAssembly(SolvedAnalysis(prepared, FoundRoutes()), on: layer).result()
            }
            result.effectiveParameters = prepared.request.effective.reported
            result.limits = [
                LimitUse(
                    "maximumTracePoints", allowed: layer.defaults.limits.maximumTracePoints,
                    found: traces.count)
            ]
            return result
        }
    }

    /// An answer to a match that fails has no places: stops are what it would have found.
    func placed(
        _ parameters: Resolved, after failure: AnalysisFailure
    ) throws(RouteRequestError) -> AnalysisResult {
        throw failure.error
    }

    /// Prepares a request for some work on its traces.
    private func prepared(
        _ read: ReadRequest<MatchParameters>,
        _ work: (PreparedAnalysis, RequestTraces) throws(RouteRequestError) -> AnalysisResult
    ) throws(AnalysisFailure) -> AnalysisResult {
        try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            let traces = try traces.get()
            if traces.count > Self.fewPositions { try control.beginLongWork() }
            let prepared = try RequestPreparation(layer: layer, control: control)
                .prepare(duringTravel(read.request, times: traces.times))
            var result = try work(prepared, traces)
            let notes = read.parameters.requested.traces?.notes ?? []
            result.messages += notes.map { Message(.warning, "The traces: \($0).") }
            return result
        }
    }

    /// Returns a request under the conditions and closures that begin or end while its traces are
    /// traveled.
    private func duringTravel(
        _ request: Shared<ResolvedRequest>, times: ClosedRange<Int64>?
    ) -> Shared<ResolvedRequest> {
        guard var period = TravelPeriod(of: request, on: layer.network) else { return request }
        if let times {
            _ = period.extend(to: times.upperBound - times.lowerBound)
        }
        return period.begin(request)
    }

    /// More positions are not matched on a thread that other requests wait for.
    private static let fewPositions = 20

    private func match(
        _ traces: RequestTraces, _ prepared: PreparedAnalysis, _ parameters: MatchParameters
    ) throws(RouteRequestError) -> MatchedRoutes {
        var options = MatchOptions()
        options.gpsAccuracyMeters = parameters.gpsAccuracy
        let matcher = MapMatcher(
            costs: prepared.costs, options: options, monitor: SolveMonitor(control: control))
        var routes = MatchedRoutes(traces, on: layer)
        for (number, trace) in traces.traces.enumerated() {
            try control.check()
            var matched = MatchedTrace(trace, from: routes.points.count)
            var fixes = traces.fixes(of: trace)
            var rest = trace.matchedCount
            do {
                _ = try matcher.match {
                    rest -= 1
                    return rest < 0 ? nil : fixes.next().map { TracePoint($0) }
                } deliver: { event in
                    matched.take(event, points: routes.points)
                }
            } catch {
                throw control.stopReason
            }
            if let failure = routes.failure { throw failure }
            routes.add(matched)
            control.note(
                SolveProgress(
                    "Matching traces", done: number + 1, of: traces.traces.count, unit: "traces"))
        }
        return routes
    }
}

extension RequestTraces {
    /// Begins without traces, and matches as much of each as the request says.
    init(_ parameters: ResolvedParameters<MatchParameters>) {
        let limit = parameters[\.matchDistanceLimit]
        self.init(limitMeters: limit < 0 ? nil : Double(limit))
    }
}

extension TracePoint {
    /// Makes a point from a request's position.
    init(_ fix: TraceFix) {
        self.init(
            coordinate: fix.coordinate, time: fix.milliseconds.map { Double($0) / 1_000 },
            accuracyMeters: fix.accuracyMeters, bearing: fix.bearing)
    }
}
