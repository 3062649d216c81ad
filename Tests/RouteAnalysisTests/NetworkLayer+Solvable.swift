// Solves random requests, which may have no answer.

import Preparation
import RouteAPI
import RouteAnalysis

extension NetworkLayer {
    /// The answer to a random request; `nil` if it has none for a reason that random drawing may
    /// cause.
    ///
    /// - Parameter isExpected: Whether an error is such a reason; by default, if there is no route.
    func solveIfPossible(
        _ parameters: RouteParameters,
        where isExpected: (RouteRequestError) -> Bool = { $0.identifier == .noSolution }
    ) throws -> AnalysisResult? {
        do throws(RouteRequestError) {
            return try solve(parameters)
        } catch {
            guard isExpected(error) else { throw error }
            return nil
        }
    }

    /// The answer to a request with random places and settings; `nil` if they do not fit together.
    /// Invalid parameters are the test's fault, and throw.
    func solveIfValid(_ parameters: RouteParameters) throws -> AnalysisResult? {
        try solveIfPossible(parameters) { $0.identifier != .invalidParameter }
    }
}
