// Start here for traces: matches them to streets, from parameters to result.

import Geo
import MapMatching
import NetworkAnalysis
import RouteAPI
import RoutingEngine

/// Matches the traces of one request.
///
/// ``NetworkLayer/match(_:control:)`` is its public entry point:
///
/// ```swift
/// var parameters = MatchParameters()
/// parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
/// let result = try layer.match(parameters)
/// // result.routes: one for each part of the trace; result[table: "tracePoints"]: their places
/// ```
struct MatchSolver {
    let layer: AnalysisLayer
    let control: SolveControl
    /// Receives the rows of many trace points; without one, the answer has them all.
    var receiver: (any AnswerRowReceiver)?

    /// The number of trace points from which their rows are passed on.
    var passedOnPoints = 4_096

    /// Answers a request.
    ///
    /// A trace that cannot be matched becomes a message as long as another one has a route.
    ///
    /// - Throws: An error that names the input, the cause and what would work.
    /// - Complexity: O(*n*) in the number of positions, times the streets near each.
    func solve(_ parameters: MatchParameters) throws(RouteRequestError) -> AnalysisResult {
        let (request, resolved) = try control.timed(\.reading) { () throws(RouteRequestError) in
            try read(parameters)
        }
        let limit = resolved[\.matchDistanceLimit]
        let traces = try control.timed(\.reading) { () throws(RouteRequestError) in
            try RequestTraces(limits: layer.defaults.limits).read(
                parameters, decimals: resolved[\.polylinePrecision],
                limitMeters: limit < 0 ? nil : Double(limit))
        }
        if traces.reduce(0, { $0 + $1.count }) > Self.fewPositions { try control.beginLongWork() }
        let prepared = try Preparation(layer: layer, control: control)
            .prepare(duringTravel(request, parameters))
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
        return try answer.result()
    }

    /// A request under the conditions and closures that begin or end while its traces are traveled.
    private func duringTravel(
        _ request: Shared<ResolvedRequest>, _ parameters: MatchParameters
    ) -> Shared<ResolvedRequest> {
        guard var period = TravelPeriod(of: request, on: layer.network) else { return request }
        if let times = parameters.times {
            _ = period.extend(to: times.upperBound - times.lowerBound)
        }
        return period.begin(request)
    }

    /// More positions are not matched on a thread that other requests wait for.
    private static let fewPositions = 20

    private func read(
        _ parameters: MatchParameters
    ) throws(RouteRequestError) -> (Shared<ResolvedRequest>, ResolvedParameters<MatchParameters>) {
        // Stops are made of the matched paths; those of the layer itself do not count.
        var requested = parameters
        requested.analysis.inputs[RouteParameters.stopsName] = LocationInput(
            features: FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: []))
        let source = parameters.times.map { TrafficSource.past(layer.traffic, $0) }
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
        _ traces: [RequestTrace], _ prepared: PreparedAnalysis, _ parameters: MatchParameters
    ) throws(RouteRequestError) -> MatchedRoutes {
        var options = MatchOptions()
        options.gpsAccuracyMeters = parameters.gpsAccuracy
        let matcher = MapMatcher(
            costs: prepared.costs, options: options, monitor: SolveMonitor(control: control))
        var routes = MatchedRoutes(layer: layer)
        for (number, trace) in traces.enumerated() {
            try control.check()
            do throws(MatchStopped) {
                routes.add(trace, try matcher.match(trace.fixes.map { TracePoint($0) }))
            } catch {
                throw control.stopReason
            }
            control.note(
                SolveProgress(
                    "Matching traces", done: number + 1, of: traces.count, unit: "traces"))
        }
        return routes
    }

    /// The answer of a request that is only checked.
    private func validated(
        _ prepared: PreparedAnalysis, _ traces: [RequestTrace]
    ) throws(RouteRequestError) -> AnalysisResult {
        var result = try control.timed(\.assembling) { () throws(RouteRequestError) in
            try ResultAssembly(SolvedAnalysis(prepared, FoundRoutes()), on: layer).result()
        }
        result.effectiveParameters = prepared.request.effective.reported
        result.limits = [
            LimitUse(
                "maximumTracePoints", allowed: layer.defaults.limits.maximumTracePoints,
                found: traces.reduce(0) { $0 + $1.count })
        ]
        return result
    }
}

extension MatchParameters {
    /// From the first to the last time of the traces' positions in epoch milliseconds; `nil`
    /// without times.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    fileprivate var times: ClosedRange<Int64>? {
        var range: ClosedRange<Int64>?
        for fix in (traces?.traces ?? []).lazy.flatMap(\.fixes) {
            guard let sent = fix.milliseconds else { continue }
            let time = min(max(sent, -Self.farthest), Self.farthest)
            range = min(range?.lowerBound ?? time, time)...max(range?.upperBound ?? time, time)
        }
        return range
    }

    /// The year 9999, in epoch milliseconds.
    private static let farthest: Int64 = 253_402_300_800_000
}

extension TracePoint {
    /// A position of a request.
    init(_ fix: TraceFix) {
        self.init(
            coordinate: fix.coordinate, time: fix.milliseconds.map { Double($0) / 1_000 },
            accuracyMeters: fix.accuracyMeters, bearing: fix.bearing)
    }
}
