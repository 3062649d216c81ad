// What one caller asked for so far, and when that is too much.

package import RouteAPI

/// Which limit a request met.
package struct UsageExceeded: Error, Hashable {
    /// The limit's name in a service definition.
    package var limit: String
    /// What is allowed.
    package var allowed: String
    /// What was found.
    package var found: String
    /// Seconds after which the same request may be let through.
    package var retrySeconds: Int

    package init(limit: String, allowed: String, found: String, retrySeconds: Int) {
        self.limit = limit
        self.allowed = allowed
        self.found = found
        self.retrySeconds = retrySeconds
    }
}

/// What one caller asked of one service.
///
/// Method: token buckets, that hold a minute's allowance and fill at its rate. The bucket of work
/// is charged after a solve, when its seconds are known, and may go below nothing: a long solve is
/// paid for by waiting.
package struct UsageAccount: Sendable {
    /// What happens to an account.
    package enum Event {
        case request
        case solveStarts
        case solveEnds(seconds: Double)
    }

    private struct Bucket: Sendable {
        let perMinute: Double
        var level: Double

        init(perMinute: Double) {
            self.perMinute = perMinute
            level = perMinute
        }

        mutating func fill(seconds: Double) {
            level = min(perMinute, level + perMinute * seconds / 60)
        }

        /// Seconds until the level is at `wanted`.
        func seconds(until wanted: Double) -> Int {
            max(1, Int(((wanted - level) * 60 / perMinute).rounded(.up)))
        }
    }

    private let limits: UsageLimits
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

    /// Enters an event; an event that is refused leaves no trace.
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
