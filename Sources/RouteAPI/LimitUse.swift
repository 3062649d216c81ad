// How much of what a service allows a request takes.

/// A limit on one request, and what was found.
public struct LimitUse: Hashable, Sendable {
    /// The limit as the layer resource names it.
    public var name: String
    /// What is allowed.
    public var allowed: Int
    /// What the request has.
    public var found: Int

    /// Makes a limit's use.
    public init(_ name: String, allowed: Int, found: Int) {
        self.name = name
        self.allowed = allowed
        self.found = found
    }
}
