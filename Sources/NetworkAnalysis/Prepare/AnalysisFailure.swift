// The failure of a request, with the preparation that it reached.

package import RouteAPI

/// An error, with the prepared request if preparation succeeded. An answer without routes shows the
/// places of the prepared request.
package struct AnalysisFailure: Error {
    package var error: RouteRequestError
    package var prepared: PreparedAnalysis?

    package init(error: RouteRequestError, prepared: PreparedAnalysis? = nil) {
        self.error = error
        self.prepared = prepared
    }

    /// Does some work on a request, and adds the preparation of the request to an error.
    ///
    /// - Throws: The error of the work, with the preparation.
    package static func wrapping<Result>(
        _ prepared: PreparedAnalysis? = nil, _ work: () throws(RouteRequestError) -> Result
    ) throws(AnalysisFailure) -> Result {
        do throws(RouteRequestError) {
            return try work()
        } catch {
            throw AnalysisFailure(error: error, prepared: prepared)
        }
    }

    /// Whether an answer without routes may replace the error. A solve that was cancelled or timed
    /// out says nothing about the request, so its error is not replaced.
    package var allowsEmptyAnswer: Bool {
        error.identifier != .cancelled && error.identifier != .timedOut
    }

    /// The failure with the warnings of reading the request, since an ignored name may be the
    /// cause. An answer without routes has those warnings as messages.
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
