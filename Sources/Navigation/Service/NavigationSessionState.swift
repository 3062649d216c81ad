// What a session saves, in case the app dies under way.

/// What a ``NavigationSession`` needs to go on if the app died.
///
/// ```swift
/// let data = try JSONEncoder().encode(await session.savedState)
/// // … the app has died and starts again
/// let saved = try JSONDecoder().decode(NavigationSessionState.self, from: data)
/// let session = try NavigationSession(
///     resuming: saved, provider: provider, request: parameters)
/// ```
///
/// Save it now and then; a route is most of it, and changes once in some minutes. Streets beside
/// the route are not kept: they are asked for again.
public struct NavigationSessionState: Codable, Sendable {
    /// What the navigator knows.
    public let navigator: NavigatorState
    /// The active route and the proposal, by their ids.
    public let routes: [String: FollowedRoute]
    /// The routes' handles and stops.
    let known: [String: SessionRequests.Known]
    let lastFix: Fix?
    let lastTime: Int64
    let routeCount: Int
}

extension NavigationSession {
    /// What another session needs to go on from here.
    ///
    /// - Complexity: O(*n*) in the vertices of the routes.
    public var savedState: NavigationSessionState {
        NavigationSessionState(
            navigator: navigator.state, routes: navigator.routes, known: known, lastFix: lastFix,
            lastTime: lastTime, routeCount: routeCount)
    }
}
