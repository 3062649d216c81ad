// Requests about a route under way, which its handle holds.

public import RouteAPI

extension RouteTask {
    /// Gives the present costs of a route; its path stays the same.
    ///
    /// ```swift
    /// var parameters = RefreshParameters()
    /// parameters.routeHandle = handle    // the field RouteHandle of a route
    /// parameters.startTime = .now
    /// let answer = try await task.refresh(parameters)
    /// // answer.result.blockages: what is closed on it
    /// ```
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func refresh(_ parameters: RefreshParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Looks for a better route than the rest of one under way.
    ///
    /// `replanning` of the answer has the decision with its figures; there is a route where one is
    /// proposed.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func better(_ parameters: BetterParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Leads a vehicle back to its route, or to its start.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func rejoin(_ parameters: RejoinParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }
}
