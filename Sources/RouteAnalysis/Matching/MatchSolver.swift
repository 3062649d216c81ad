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
struct MatchSolver {
    let layer: AnalysisLayer
    let control: SolveControl
    /// Receives rows for many trace points; without it, the answer has them all.
    var receiver: (any AnswerRowReceiver)?

    /// From this many trace points on, rows are passed on.
    var passedOnPoints = 4_096

    /// Answers a request.
    ///
    /// - Throws: As ``solve(_:of:)``, and if traces are missing or too many.
    func solve(_ parameters: MatchParameters) throws(RouteRequestError) -> AnalysisResult {
        let traces = try control.timed(\.reading) { () throws(RouteRequestError) in
            let resolved = layer.resolved(parameters)
            var traces = RequestTraces(resolved)
            try traces.take(
                parameters, decimals: resolved[\.polylinePrecision], limits: layer.defaults.limits)
            return traces
        }
        return try solve(parameters, of: traces)
    }

    /// Answers a request for traces already read.
    ///
    /// If a trace cannot be matched, a message says so, provided another trace has a route.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    /// - Complexity: O(*n*) for *n* positions, times the streets near each.
    func solve(
        _ parameters: MatchParameters, of traces: RequestTraces
    ) throws(RouteRequestError) -> AnalysisResult {
        let (request, resolved) = try control.timed(\.reading) { () throws(RouteRequestError) in
            try read(parameters, times: traces.times)
        }
        if traces.count > Self.fewPositions { try control.beginLongWork() }
        let prepared = try RequestPreparation(layer: layer, control: control)
            .prepare(duringTravel(request, times: traces.times))
        if resolved[\.analysis.service.validate] {
            return try validated(prepared, traces)
        }
        let routes = try control.timed(\.routing) { () throws(RouteRequestError) in
            try match(traces, prepared, parameters)
        }
        let answer = MatchAnswer(
            layer: layer, control: control, parameters: resolved, routes: routes,
            prepared: prepared.with(stops: routes.stops), receiver: receiver,
            passedOnPoints: passedOnPoints)
        let result = try answer.result()
        if let failure = routes.failure { throw failure }
        return result
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

    private func read(
        _ parameters: MatchParameters, times: ClosedRange<Int64>?
    ) throws(RouteRequestError) -> (Shared<ResolvedRequest>, ResolvedParameters<MatchParameters>) {
        // Stops are made from the matched paths; the layer's own do not count.
        var requested = parameters
        requested.analysis.inputs[RouteParameters.stopsName] = LocationInput(
            features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        let source = times.map { TrafficSource.past(layer.traffic, $0) }
        return try layer.reader(traffic: source).read(
            requested, [LocationDemand(RouteParameters.stopsName, minimum: 0)],
            order: { _ in StopOrder() },
            returning: { found in
                var returns = ResolvedRequest.Returned(common: found)
                returns.routes = found[\.returnRoutes]
                returns.stops = found[\.returnStops]
                return returns
            })
    }

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

    /// Makes the answer for a request that is only checked.
    private func validated(
        _ prepared: PreparedAnalysis, _ traces: RequestTraces
    ) throws(RouteRequestError) -> AnalysisResult {
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
