// Why a request has no answer, and how far it came.

package import RouteAPI

/// An error, with what the request was prepared as when it came that far: an answer without routes
/// shows it.
package struct AnalysisFailure: Error {
    package var error: RouteRequestError
    package var prepared: PreparedAnalysis?

    package init(error: RouteRequestError, prepared: PreparedAnalysis? = nil) {
        self.error = error
        self.prepared = prepared
    }

    /// Does some work on a request, and says how far the request had come if it fails.
    package static func noting<Result>(
        _ prepared: PreparedAnalysis? = nil, _ work: () throws(RouteRequestError) -> Result
    ) throws(AnalysisFailure) -> Result {
        do throws(RouteRequestError) {
            return try work()
        } catch {
            throw AnalysisFailure(error: error, prepared: prepared)
        }
    }

    /// Whether an answer without routes may take the error's place: not where the solve was called
    /// off, which says nothing about the request.
    package var allowsEmptyAnswer: Bool {
        error.identifier != .cancelled && error.identifier != .timedOut
    }

    /// The failure with what reading the request warned of: names that were left out may be why it
    /// failed. An empty answer has those warnings as messages.
    package func telling(of request: Shared<ResolvedRequest>) -> AnalysisFailure {
        guard allowsEmptyAnswer, request.asked.requested.output.returnEmptyResults != true else {
            return self
        }
        let messages = prepared?.messages ?? request.messages + request.outputMessages
        let warnings = messages.filter { $0.type == .warning }.map(\.text)
        var failure = self
        failure.error.details += warnings.filter { !error.details.contains($0) }
        return failure
    }
}
