// The limits on one caller over all its requests.

/// A service's limits on one user, or on one address without a token.
public struct UsageLimits: Hashable, Sendable {
    /// How many requests per minute are allowed, and how many at once; `nil` for no limit.
    public var requestsPerMinute: Int?
    /// How many seconds of solving per minute are allowed, and how many at once; `nil` for no
    /// limit.
    public var solveSecondsPerMinute: Double?
    /// How many solves may run or wait at once; `nil` for no limit.
    public var runningSolves: Int?

    /// Creates a value without any limit.
    public init() {}

    /// Whether there is no limit.
    public var isUnlimited: Bool {
        requestsPerMinute == nil && solveSecondsPerMinute == nil && runningSolves == nil
    }
}
