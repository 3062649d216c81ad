// The rule of access of a service.

/// The callers that one service is open to.
public struct ServiceAccess: Hashable, Sendable {
    /// Whether a request needs a token.
    public var requiresToken = false
    /// The users whose tokens are good here; `nil` for all.
    public var users: Set<String>?

    /// A service that is open to all.
    public init() {}

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
}
