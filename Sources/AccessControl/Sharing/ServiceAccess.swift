// Access rules for a service: to use it, edit its stored layers, and send traffic to its network.

/// Which callers may use a service.
public struct ServiceAccess: Hashable, Sendable {
    /// Whether requests need a token.
    public var requiresToken = false
    /// Users who may use the service; `nil` for all.
    public var users: Set<String>?
    /// Users who may also edit the service's stored layers; `nil` for none.
    public var editors: Set<String>?
    /// Users who may also send traffic to the service's network; `nil` for none.
    public var trafficSenders: Set<String>?

    /// Whether the rules require or name users.
    package var needsUsers: Bool { requiresToken || editors != nil || trafficSenders != nil }

    /// Makes rules that let everyone in.
    public init() {}

    /// Returns whether both rules admit the same callers.
    package func hasSameCallers(as other: ServiceAccess) -> Bool {
        requiresToken == other.requiresToken && users == other.users
    }

    /// The decision on a caller.
    package enum Decision: Hashable {
        /// Answer the request.
        case allowed
        /// The request needs a token: code 499.
        case tokenRequired
        /// The token's user may not use the service: code 403.
        case forbidden
    }

    /// Decides whether a caller may use the service.
    package func decision(on caller: Caller) -> Decision {
        switch (requiresToken, caller) {
        case (false, _): .allowed
        case (true, .anonymous): .tokenRequired
        case (true, .user(let name)): users?.contains(name) ?? true ? .allowed : .forbidden
        }
    }

    /// Decides whether a caller may edit stored layers: it must be a user of the service and an
    /// editor.
    package func decisionOnEditing(by caller: Caller) -> Decision {
        decision(on: caller, withRightOf: editors)
    }

    /// Decides whether a caller may send traffic: it must be a user of the service with that right.
    package func decisionOnTraffic(by caller: Caller) -> Decision {
        decision(on: caller, withRightOf: trafficSenders)
    }

    private func decision(on caller: Caller, withRightOf users: Set<String>?) -> Decision {
        guard case .user(let name) = caller else { return .tokenRequired }
        let use = decision(on: caller)
        guard use == .allowed else { return use }
        return users?.contains(name) ?? false ? .allowed : .forbidden
    }
}
