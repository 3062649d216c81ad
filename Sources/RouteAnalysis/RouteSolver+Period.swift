// Solves requests whose routes depend on the time of travel.

import Answers
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteSolver {
    /// Answers a request whose routes depend on the time of travel.
    ///
    /// The conditions in force depend on the routes' duration, which is known only after they are
    /// found. The period is extended until all routes end within it.
    func solve(
        _ request: Shared<ResolvedRequest>, during first: TravelPeriod,
        adding demand: AlternativeDemand?
    ) throws(AnalysisFailure) -> AnalysisResult {
        let (solved, messages, period) = try search(
            request, during: first, withAlternatives: demand != nil)
        return try assemble(adding(demand, to: solved, during: period), adding: messages)
    }

    /// Finds a request's routes in a period long enough for them.
    ///
    /// If alternatives will follow, an extended period is long enough for the usual ones, too. It
    /// does not depend on the request's own limits, so neither do the best routes.
    ///
    /// Without a start time, if some stop cannot be reached otherwise, the closures at departure
    /// count: a stop on a street closed now then moves to an open one.
    ///
    /// - Returns: The routes, messages about what conditions changed, and the period; `nil` if only
    ///   the closures at departure count.
    private func search(
        _ request: Shared<ResolvedRequest>, during first: TravelPeriod,
        withAlternatives: Bool
    ) throws(AnalysisFailure) -> (
        solved: SolvedAnalysis, messages: [Message], period: TravelPeriod?
    ) {
        let begun = first.begin(request)
        var (period, last) = (first, PreparedAnalysis?.none)
        while true {
            let solved: SolvedAnalysis
            do throws(AnalysisFailure) {
                solved = try search(period.apply(to: begun), reusing: last)
            } catch {
                last = error.prepared
                if error.error.identifier == .noSolution, !period.hasStartTime {
                    return (try search(request), [], nil)
                }
                // A street that is closed now may be open when the route reaches it.
                guard error.error.identifier == .noSolution, period.extendFully() else {
                    throw error
                }
                continue
            }
            last = solved.prepared
            let found = solved.found
            let longest = found.longestMilliseconds
            let needed =
                withAlternatives ? AlternativeLimits.usual.milliseconds(beside: longest) : longest
            if longest > period.milliseconds, period.extend(to: needed) { continue }
            if found.lacksPaths {
                if !period.hasStartTime { return (try search(request), [], nil) }
                if period.extendFully() { continue }
            }
            guard !period.states.isNone else { return (solved, [], period) }
            return (
                solved,
                try AnalysisFailure.wrapping(solved.prepared) { () throws(RouteRequestError) in
                    try changes(of: solved, from: period.withoutConditions(request))
                },
                period
            )
        }
    }

    /// Prepares a request and does some work with it, under the conditional restrictions of the
    /// period in which its routes travel.
    ///
    /// - Parameter work: Returns its result, and the longest route's duration in milliseconds.
    /// - Returns: The work's result, and the period; `nil` if nothing changes during travel.
    func prepared<Result>(
        _ request: Shared<ResolvedRequest>,
        _ work: (PreparedAnalysis) throws(RouteRequestError) -> (result: Result, longest: Int64)
    ) throws(RouteRequestError) -> (result: Result, period: TravelPeriod?) {
        guard var period = TravelPeriod(of: request, on: layer.network) else {
            return (try work(prepare(request)).result, nil)
        }
        let begun = period.begin(request)
        var last: PreparedAnalysis?
        while true {
            let prepared = try prepare(period.apply(to: begun), reusing: last)
            last = prepared
            let (result, longest) = try work(prepared)
            if longest > period.milliseconds, period.extend(to: longest) { continue }
            return (result, period)
        }
    }

    /// The most stops for which the best order is found at once.
    private static let fewStops = 12

    /// Writes messages about what conditions changed. It solves the same request without them; if
    /// finding the best order takes long, in the order already found.
    private func changes(
        of solved: SolvedAnalysis, from request: Shared<ResolvedRequest>
    ) throws(RouteRequestError) -> [Message] {
        let routes = solved.found.routes
        var request = request
        var groups: [RouteGroup]?
        if request.order.findsBest, routes.contains(where: { $0.stops.count > Self.fewStops }) {
            request.order.findsBest = false
            groups = routes.map { RouteGroup(name: $0.name, stops: $0.stops) }
        }
        let plain = try prepare(request, reusing: solved.prepared)
        let without = try RouteSearch(layer: layer, prepared: plain, control: control)
            .plainRoutes(through: groups)
        return ConditionReport(plain, on: layer.network).changes(of: routes, from: without)
    }
}
