// The use of a service's limits by a request.

/// A limit on one request, and the request's use of it.
public struct LimitUse: Hashable, Sendable {
    /// The limit as the layer resource names it.
    public var name: String
    /// The greatest allowed number.
    public var allowed: Int
    /// The number in the request.
    public var found: Int

    /// Makes a limit's use.
    public init(_ name: String, allowed: Int, found: Int) {
        self.name = name
        self.allowed = allowed
        self.found = found
    }
}
