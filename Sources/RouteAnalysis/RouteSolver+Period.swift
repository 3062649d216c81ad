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
        let (solved, messages) = try search(request, during: first, adding: demand)
        return try assemble(adding(demand, to: solved), adding: messages)
    }

    /// Finds a request's routes in a period long enough for them, and for alternatives to them.
    ///
    /// Without a start time, if some stop cannot be reached otherwise, the closures at departure
    /// count: a stop on a street closed now then moves to an open one.
    ///
    /// - Returns: The routes, and messages about what conditions changed.
    func search(
        _ request: Shared<ResolvedRequest>, during first: TravelPeriod,
        adding demand: AlternativeDemand?
    ) throws(AnalysisFailure) -> (solved: SolvedAnalysis, messages: [Message]) {
        let begun = first.begin(request)
        var (period, last) = (first, PreparedAnalysis?.none)
        while true {
            let solved: SolvedAnalysis
            do throws(AnalysisFailure) {
                solved = try search(period.apply(to: begun), reusing: last)
            } catch {
                last = error.prepared
                if error.error.identifier == .noSolution, !period.hasStartTime {
                    return (try search(request), [])
                }
                // A street that is closed now may be open when the route reaches it.
                guard error.error.identifier == .noSolution, period.extendFully() else {
                    throw error
                }
                continue
            }
            last = solved.prepared
            let found = solved.found
            let longest = demand?.longestMilliseconds(of: found) ?? found.longestMilliseconds
            if longest > period.milliseconds, period.extend(to: longest) { continue }
            if found.lacksPaths {
                if !period.hasStartTime { return (try search(request), []) }
                if period.extendFully() { continue }
            }
            guard !period.states.isNone else { return (solved, []) }
            return (
                solved,
                try AnalysisFailure.wrapping(solved.prepared) { () throws(RouteRequestError) in
                    try changes(of: solved, from: period.withoutConditions(request))
                }
            )
        }
    }

    /// Prepares a request and does some work with it, under the conditional restrictions of the
    /// period in which its routes travel.
    ///
    /// - Parameter work: Returns its result, and the longest route's duration in milliseconds.
    func prepared<Result>(
        _ request: Shared<ResolvedRequest>,
        _ work: (PreparedAnalysis) throws(RouteRequestError) -> (result: Result, longest: Int64)
    ) throws(RouteRequestError) -> Result {
        guard var period = TravelPeriod(of: request, on: layer.network) else {
            return try work(prepare(request)).result
        }
        let begun = period.begin(request)
        var last: PreparedAnalysis?
        while true {
            let prepared = try prepare(period.apply(to: begun), reusing: last)
            last = prepared
            let (result, longest) = try work(prepared)
            if longest > period.milliseconds, period.extend(to: longest) { continue }
            return result
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
