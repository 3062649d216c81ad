// The rules of access of a service: for using it, for editing its stored layers, and for sending
// traffic to its network.

/// The callers that one service is open to.
public struct ServiceAccess: Hashable, Sendable {
    /// Whether a request needs a token.
    public var requiresToken = false
    /// The users whose tokens are good here; `nil` for all.
    public var users: Set<String>?
    /// The users whose tokens have the right to edit the stored layers of the service; `nil` for
    /// none.
    public var editors: Set<String>?
    /// The users whose tokens have the right to send traffic to the network of the service; `nil`
    /// for none.
    public var trafficSenders: Set<String>?

    /// Whether the rules name or need users.
    package var needsUsers: Bool { requiresToken || editors != nil || trafficSenders != nil }

    /// A service that is open to all.
    public init() {}

    /// Whether the rules are open to the callers of other rules, and to no others.
    package func hasSameCallers(as other: ServiceAccess) -> Bool {
        requiresToken == other.requiresToken && users == other.users
    }

    /// The outcome for a caller.
    package enum Decision: Hashable {
        /// The request is answered.
        case allowed
        /// The request needs a token: code 499.
        case tokenRequired
        /// The user of the token may not use the service: code 403.
        case forbidden
    }

    /// Decides on a caller.
    package func decision(on caller: Caller) -> Decision {
        switch (requiresToken, caller) {
        case (false, _): .allowed
        case (true, .anonymous): .tokenRequired
        case (true, .user(let name)): users?.contains(name) ?? true ? .allowed : .forbidden
        }
    }

    /// Decides on a caller that edits stored layers: a user of the service, and one of its editors.
    package func decisionOnEditing(by caller: Caller) -> Decision {
        decision(on: caller, withRightOf: editors)
    }

    /// Decides on a caller that sends traffic: a user of the service with that right.
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
