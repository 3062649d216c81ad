// How much a request uses of a service's limits.

/// A limit on one request, and how much of it the request uses.
public struct LimitUse: Hashable, Sendable {
    /// The limit's name in the layer resource.
    public var name: String
    /// The highest number allowed.
    public var allowed: Int
    /// The number found in the request.
    public var found: Int

    /// Creates a limit's use.
    public init(_ name: String, allowed: Int, found: Int) {
        self.name = name
        self.allowed = allowed
        self.found = found
    }
}
