// The two stages after reading: the search for routes, and the assembly of the answer.

import Answers
import PathFinding
import Preparation
import RouteAPI

extension RouteSolver {
    /// Prepares a resolved request and finds its routes.
    func search(
        _ request: Shared<ResolvedRequest>, reusing last: PreparedAnalysis? = nil
    ) throws(AnalysisFailure) -> SolvedAnalysis {
        let prepared = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try prepare(request, reusing: last)
        }
        return try AnalysisFailure.wrapping(prepared) { () throws(RouteRequestError) in
            SolvedAnalysis(
                prepared,
                try RouteSearch(layer: layer, prepared: prepared, control: control).routes())
        }
    }

    /// Assembles a request's answer with its routes and further messages.
    func assemble(
        _ solved: SolvedAnalysis, adding messages: [Message] = []
    ) throws(AnalysisFailure) -> AnalysisResult {
        try AnalysisFailure.wrapping(solved.prepared) { () throws(RouteRequestError) in
            try control.timed(\.assembling) { () throws(RouteRequestError) in
                if solved.isLongToWrite { try control.beginLongWork() }
                var result = try ResultAssembly(solved, on: layer).result(timedBy: control)
                result.messages += ConditionReport(solved.prepared, on: layer.network)
                    .ignored(by: solved.found.routes)
                result.messages += messages
                return result
            }
        }
    }
}
