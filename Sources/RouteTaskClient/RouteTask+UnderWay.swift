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

    /// Finds where a vehicle is on its route, what is left of it, and what has changed.
    ///
    /// ```swift
    /// parameters.fixes = TraceInput([Trace(name: "", fixes: latest)])
    /// let answer = try await task.follow(parameters)
    /// parameters.progress = answer.result.following?.meters
    /// parameters.since = answer.result.following?.state
    /// ```
    ///
    /// If nothing has changed since the state that was sent, the answer has only `following`.
    /// Otherwise its first route is the rest of the one under way, with the conditions and the
    /// blockages ahead; a second one is proposed.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func follow(_ parameters: FollowParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }

    /// Guides a vehicle back to its route, or to the route's start.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func rejoin(_ parameters: RejoinParameters) async throws -> RouteAnswer {
        try await solve(parameters)
    }
}
