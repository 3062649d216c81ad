// Routes that depend on the time of travel.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteSolver {
    /// Answers a request whose routes depend on the time.
    ///
    /// How long they are under way, and so which conditions count, is known when they are found:
    /// the period is drawn out until they end within it.
    func solve(
        _ request: Shared<ResolvedRequest>, during first: TravelPeriod
    ) throws(AnalysisFailure) -> AnalysisResult {
        let begun = first.begin(request)
        var (period, last) = (first, PreparedAnalysis?.none)
        while true {
            let solved: SolvedAnalysis
            do throws(AnalysisFailure) {
                solved = try search(period.apply(to: begun), reusing: last)
            } catch {
                last = error.prepared
                // What is shut now may be open by the time it is reached.
                guard error.error.identifier == .noSolution, period.extendFully() else {
                    throw error
                }
                continue
            }
            last = solved.prepared
            let found = solved.found
            if found.longestMilliseconds > period.milliseconds,
                period.extend(to: found.longestMilliseconds)
            {
                continue
            }
            if !found.unreached.isEmpty, period.extendFully() { continue }
            var result = try assemble(solved)
            if !period.states.isNone {
                result.messages += try AnalysisFailure.noting(solved.prepared) {
                    () throws(RouteRequestError) in
                    try changes(of: solved, from: request)
                }
            }
            return result
        }
    }

    /// What conditions changed about routes: the same request is solved without them.
    private func changes(
        of solved: SolvedAnalysis, from request: Shared<ResolvedRequest>
    ) throws(RouteRequestError) -> [Message] {
        let plain = try prepare(request, reusing: solved.prepared)
        let without = try RouteSearch(layer: layer, prepared: plain, control: control)
            .plainRoutes()
        return ConditionReport(plain, on: layer.network)
            .changes(of: solved.found.routes, from: without)
    }
}
