// A caller's account at a service: its use so far against its limits.

package import RouteAPI

/// The limit that a request exceeds.
package struct UsageExceeded: Error, Hashable {
    /// The limit's name in a service definition.
    package var limit: String
    /// The limit, as text.
    package var allowed: String
    /// The use so far, as text.
    package var found: String
    /// How many seconds to wait before the same request may succeed.
    package var retrySeconds: Int

    package init(limit: String, allowed: String, found: String, retrySeconds: Int) {
        self.limit = limit
        self.allowed = allowed
        self.found = found
        self.retrySeconds = retrySeconds
    }
}

/// A caller's account at a service.
///
/// Method: token buckets. Each bucket holds one minute's allowance and refills at that rate. The
/// bucket for work is charged after a solve, when its seconds are known, and may fall below zero,
/// so a caller has to wait after a long solve.
package struct UsageAccount: Sendable {
    /// Events that change an account.
    package enum Event {
        /// A request arrives.
        case request
        case solveStarts
        /// A solve ends after this many seconds of work.
        case solveEnds(seconds: Double)
    }

    private struct Bucket: Sendable {
        let perMinute: Double
        var level: Double

        init(perMinute: Double) {
            self.perMinute = perMinute
            level = perMinute
        }

        /// Returns the bucket at another rate; anything taken from it stays taken.
        func atRate(_ perMinute: Double) -> Bucket {
            var bucket = Bucket(perMinute: perMinute)
            bucket.level = perMinute - (self.perMinute - level)
            return bucket
        }

        mutating func fill(seconds: Double) {
            level = min(perMinute, level + perMinute * seconds / 60)
        }

        /// Returns how many seconds it takes to reach a level.
        func seconds(until wanted: Double) -> Int {
            max(1, Int(((wanted - level) * 60 / perMinute).rounded(.up)))
        }
    }

    private var limits: UsageLimits
    private var requests: Bucket?
    private var work: Bucket?
    private var running = 0
    private var lastEvent: ContinuousClock.Instant

    package init(_ limits: UsageLimits, at now: ContinuousClock.Instant) {
        self.limits = limits
        requests = limits.requestsPerMinute.map { Bucket(perMinute: Double($0)) }
        work = limits.solveSecondsPerMinute.map { Bucket(perMinute: $0) }
        lastEvent = now
    }

    /// Changes the limits after the service definition has changed. The last minute's use still
    /// counts.
    package mutating func adopt(_ limits: UsageLimits) {
        guard limits != self.limits else { return }
        self.limits = limits
        requests = limits.requestsPerMinute.map { rate in
            requests?.atRate(Double(rate)) ?? Bucket(perMinute: Double(rate))
        }
        work = limits.solveSecondsPerMinute.map { work?.atRate($0) ?? Bucket(perMinute: $0) }
    }

    /// Enters an event. If it is refused, nothing changes.
    ///
    /// - Throws: ``UsageExceeded`` naming the limit.
    package mutating func handle(_ event: Event, at now: ContinuousClock.Instant)
        throws(UsageExceeded)
    {
        let seconds = max(0, (now - lastEvent) / .seconds(1))
        lastEvent = max(now, lastEvent)
        requests?.fill(seconds: seconds)
        work?.fill(seconds: seconds)
        switch event {
        case .request: try countRequest()
        case .solveStarts: try beginSolve()
        case .solveEnds(let seconds):
            precondition(running > 0, "a solve ends once, after it has started")
            running -= 1
            work?.level -= seconds
        }
    }

    private mutating func countRequest() throws(UsageExceeded) {
        guard let bucket = requests, let allowed = limits.requestsPerMinute else { return }
        guard bucket.level >= 1 else {
            throw UsageExceeded(
                limit: "requestsPerMinute", allowed: "\(allowed) requests a minute",
                found: "one more", retrySeconds: bucket.seconds(until: 1))
        }
        requests?.level -= 1
    }

    private mutating func beginSolve() throws(UsageExceeded) {
        if let allowed = limits.runningSolves, running >= allowed {
            throw UsageExceeded(
                limit: "runningSolves", allowed: "\(allowed) at once",
                found: "\(running) running or waiting", retrySeconds: 1)
        }
        if let bucket = work, let allowed = limits.solveSecondsPerMinute, bucket.level <= 0 {
            let spent = ((allowed - bucket.level) * 10).rounded() / 10
            throw UsageExceeded(
                limit: "solveSecondsPerMinute", allowed: "\(allowed) seconds of solving a minute",
                found: "\(spent) seconds", retrySeconds: bucket.seconds(until: 0.05 * allowed))
        }
        running += 1
    }
}
