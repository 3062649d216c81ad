// The limits of one caller over all its requests.

/// The limits of one user, or of one address without a token, at a service.
public struct UsageLimits: Hashable, Sendable {
    /// Requests per minute, up to as many at once; `nil` for no limit.
    public var requestsPerMinute: Int?
    /// Seconds of solving per minute, up to as many at once; `nil` for no limit.
    public var solveSecondsPerMinute: Double?
    /// Solves that run or wait at once; `nil` for no limit.
    public var runningSolves: Int?

    /// Makes usage limits without any limit.
    public init() {}

    /// Whether there is no limit.
    public var isUnlimited: Bool {
        requestsPerMinute == nil && solveSecondsPerMinute == nil && runningSolves == nil
    }
}
