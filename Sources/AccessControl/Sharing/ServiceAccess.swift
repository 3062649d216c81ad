// Whom a service is open to.

/// The rule of one service.
public struct ServiceAccess: Hashable, Sendable {
    /// Whether a request needs a token.
    public var requiresToken = false
    /// The users whose tokens are good here; `nil` for all.
    public var users: Set<String>?

    /// A service that is open to all.
    public init() {}

    /// What a request to a service comes to.
    package enum Decision: Hashable {
        case allowed
        /// Code 499.
        case tokenRequired
        /// Code 403.
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
