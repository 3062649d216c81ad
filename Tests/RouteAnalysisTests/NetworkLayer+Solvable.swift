// Answers to drawn requests, some of which have none.

import NetworkAnalysis
import RouteAPI
import RouteAnalysis

extension NetworkLayer {
    /// The answer to a drawn request; `nil` when it has none, for a reason that drawing may bring
    /// about.
    ///
    /// - Parameter isExpected: Whether an error is such a reason: that there is no route.
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

    /// The answer to a request with drawn places and settings; `nil` when they do not fit together.
    /// Parameters that are not valid are a fault of the test.
    func solveIfValid(_ parameters: RouteParameters) throws -> AnalysisResult? {
        try solveIfPossible(parameters) { $0.identifier != .invalidParameter }
    }
}
