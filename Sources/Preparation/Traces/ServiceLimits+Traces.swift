// The limit on positions of traces.

package import RouteAPI

extension ServiceLimits {
    /// Refuses a parameter with more positions than the service allows.
    ///
    /// - Parameter remedy: What the caller can do, as the end of a sentence.
    /// - Throws: An error that names the parameter, the limit and what was found.
    package func accept(
        positions count: Int, of parameter: String, remedy: String
    ) throws(RouteRequestError) {
        guard count > maximumTracePoints else { return }
        throw RouteRequestError(
            .limitExceeded, extendedCode: .tooManyLocations,
            details: [
                "The number of positions in \(parameter) exceeds the maximum of "
                    + "\(maximumTracePoints) allowed by the service; \(remedy).",
                "maximumTracePoints is \(maximumTracePoints); found \(count).",
            ]
        ).blaming(parameter)
    }
}
