// How much one caller may ask for, over all its requests.

/// What one user, or one address without a token, may ask of a service.
public struct UsageLimits: Hashable, Sendable {
    /// Requests a minute, as many as that at once; `nil` for no limit.
    public var requestsPerMinute: Int?
    /// Seconds of solving a minute, as many as that at once; `nil` for no limit.
    public var solveSecondsPerMinute: Double?
    /// Solves that run or wait at once; `nil` for no limit.
    public var runningSolves: Int?

    /// Sets no limit.
    public init() {}

    /// Whether there is nothing to count.
    public var isUnlimited: Bool {
        requestsPerMinute == nil && solveSecondsPerMinute == nil && runningSolves == nil
    }
}
