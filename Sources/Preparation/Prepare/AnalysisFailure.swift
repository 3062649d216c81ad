// A request's failure, with the preparation it reached.

package import RouteAPI

/// An error, with the prepared request if preparation succeeded. An answer without routes then
/// shows the prepared places.
package struct AnalysisFailure: Error {
    package var error: RouteRequestError
    package var prepared: PreparedAnalysis?

    package init(error: RouteRequestError, prepared: PreparedAnalysis? = nil) {
        self.error = error
        self.prepared = prepared
    }

    /// Runs some work on a request, and adds the preparation to its error.
    ///
    /// - Throws: The work's error, with the preparation.
    package static func wrapping<Result>(
        _ prepared: PreparedAnalysis? = nil, _ work: () throws(RouteRequestError) -> Result
    ) throws(AnalysisFailure) -> Result {
        do throws(RouteRequestError) {
            return try work()
        } catch {
            throw AnalysisFailure(error: error, prepared: prepared)
        }
    }

    /// Whether an answer without routes may replace the error. A cancelled or timed-out solve says
    /// nothing about the request, so its error stays.
    package var allowsEmptyAnswer: Bool {
        error.identifier != .cancelled && error.identifier != .timedOut
    }

    /// Adds the warnings from reading the request, since an ignored name may be the cause. Answers
    /// without routes have these warnings as messages.
    package func withWarnings(of request: Shared<ResolvedRequest>) -> AnalysisFailure {
        guard allowsEmptyAnswer, request.effective.requested.output.returnEmptyResults != true
        else {
            return self
        }
        let messages = prepared?.messages ?? request.messages + request.outputMessages
        let warnings = messages.filter { $0.type == .warning }.map(\.text)
        var failure = self
        failure.error.details += warnings.filter { !error.details.contains($0) }
        return failure
    }
}
