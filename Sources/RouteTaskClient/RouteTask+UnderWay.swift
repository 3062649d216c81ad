// Requests about a route under way, which the caller sends as its handle.

public import RouteAPI

extension RouteTask {
    /// Returns a route's present costs. Its path stays the same.
    ///
    /// ```swift
    /// var parameters = RefreshParameters()
    /// parameters.routeHandle = handle    // the field RouteHandle of a route
    /// parameters.startTime = .now
    /// let answer = try await task.refresh(parameters)
    /// // answer.result.blockages: what is closed on it
    /// ```
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func refresh(_ parameters: RefreshParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Looks for a better route than the rest of the present one.
    ///
    /// The answer's `replanning` states the decision with its figures. The answer has a route only
    /// if one is proposed.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func better(_ parameters: BetterParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Guides a vehicle back to its route, or to the route's start.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func rejoin(_ parameters: RejoinParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }
}
