// Checks a request and places its inputs without solving.

import Answers
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteSolver {
    /// Answers a request without solving it: the places of its stops and barriers with messages and
    /// reasons, the effective parameters, and the use of the limits.
    ///
    /// - Throws: What a solve would throw before it searches.
    func validate(
        _ read: ReadRequest<RouteParameters>
    ) throws(AnalysisFailure) -> AnalysisResult {
        try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try validation(
                of: read.request, nearest: read.parameters.requested.analysis.caller.nearestCount)
        }
    }

    /// Prepares and places a request, and reports what a solve would meet.
    private func validation(
        of request: Shared<ResolvedRequest>, nearest count: Int
    ) throws(RouteRequestError) -> AnalysisResult {
        let prepared = try prepare(request).withNearestPlaces(count, control: control)
        let stops = prepared.stops
        var found = FoundRoutes(
            messages: stops.compactMap(\.problem).map { Message(.warning, $0) })
        let moved = MovedStops(stops: stops, network: layer.network, metric: prepared.metric)
        let groups = RouteGroups.make(of: stops)
        for group in groups { found.messages += moved.messages(aboutBarred: group.stops) }
        found.messages += FarPlaces.messages(
            about: stops.filter { !($0.place?.isOffBarrier ?? false) })
        if stops.contains(where: { !$0.isValid }) {
            var explainer = RouteExplainer(of: prepared, on: layer, control: control)
            for group in groups { found.reasons += explainer.explainPlaces(of: group) }
            try control.check()
        }
        if !onlyPlaces { found.messages += Self.missingStops(stops) }
        let solved = SolvedAnalysis(prepared, found)
        var result = try control.timed(\.assembling) { () throws(RouteRequestError) in
            try ResultAssembly(solved, on: layer).result()
        }
        result.effectiveParameters = request.effective.reported
        result.limits = uses(of: prepared)
        return result
    }

    /// Returns the errors a solve would report for routes with fewer than two valid stops.
    private static func missingStops(_ stops: [LocatedStop]) -> [Message] {
        RouteGroups.make(of: stops).filter { group in
            group.stops.count { stops[$0].isValid } < 2
        }.flatMap { StopErrors.tooFew(in: $0).details }.map { Message(.error, $0) }
    }

    private func uses(of prepared: PreparedAnalysis) -> [LimitUse] {
        let (stops, limits) = (prepared.stops, layer.defaults.limits)
        let largest = RouteGroups.make(of: stops).map(\.stops.count).max() ?? 0
        return [
            LimitUse("maximumStops", allowed: limits.maximumStops, found: stops.count),
            LimitUse(
                "maximumStopsPerRoute", allowed: limits.maximumStopsPerRoute, found: largest),
        ] + layer.limitUses(of: prepared)
    }
}
