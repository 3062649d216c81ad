// Limits the external work that requests cause, for all of a server's requests.

package import AccessControl
import DataStructures
import Geo
package import Preparation
import RouteAPI
import Synchronization

/// Limits features fetched by URL, and coordinate systems given as well-known text.
package struct OutboundLimits: Sendable {
    /// Limits the fetches of all requests.
    package let fetches: FetchGate
    /// Counts each caller's new coordinate systems.
    package let systems = SystemAllowance()
    /// Gives memory back to the system after large fetches.
    package let memory: MemoryTrimmer

    /// Creates limits for work in a server's lanes.
    package init(lanes: Lanes = Lanes()) {
        memory = MemoryTrimmer(lane: lanes.upkeep)
        fetches = FetchGate(memory: memory, lanes: lanes)
    }
}

/// Counts each caller's new coordinate systems.
///
/// PROJ takes up to 100 ms for a text it has not seen, and cannot be interrupted: 16 ms to parse
/// the worst case found within the limit of 16 kB, 57 ms to find the operations from a common datum
/// to WGS 84 (measured with PROJ 9.1.1). Results are cached.
package final class SystemAllowance: Sendable {
    private struct Window: Sendable {
        var start: ContinuousClock.Instant
        var count: Int
    }

    private let perMinute: Int
    private let windows: Mutex<BoundedCache<Caller, Window>>

    /// - Parameters:
    ///   - perMinute: How many new systems a caller may use per minute.
    ///   - capacity: How many callers to remember.
    init(perMinute: Int = 30, capacity: Int = 10_000) {
        self.perMinute = perMinute
        windows = Mutex(BoundedCache(budget: capacity))
    }

    /// Counts the systems that are new.
    ///
    /// - Throws: ``UsageExceeded`` if the caller exceeds its limit.
    package func admit(_ systems: NamedSystems, of caller: Caller) throws(UsageExceeded) {
        try admit(systems.unread.count, of: caller)
    }

    /// Counts a caller's new systems.
    ///
    /// - Throws: ``UsageExceeded`` if the caller exceeds its limit.
    package func admit(
        _ count: Int, of caller: Caller, at now: ContinuousClock.Instant = .now
    ) throws(UsageExceeded) {
        guard count > 0 else { return }
        try windows.withLock { windows throws(UsageExceeded) in
            var window = windows[caller] ?? Window(start: now, count: 0)
            if now - window.start >= .seconds(60) { window = Window(start: now, count: 0) }
            guard window.count + count <= perMinute else {
                let left = Duration.seconds(60) - (now - window.start)
                throw UsageExceeded(
                    limit: "new coordinate systems as well-known text per minute",
                    allowed: "\(perMinute)", found: "\(window.count + count)",
                    retrySeconds: max(1, Int(left / .seconds(1)) + 1))
            }
            window.count += count
            windows[caller] = window
        }
    }
}

/// Counts new coordinate systems for one piece of work, each once, since work in the light lane may
/// be repeated in the heavy one.
package final class SystemAdmission: Sendable {
    private let allowance: SystemAllowance
    private let caller: Caller
    private let admitted = Mutex<Set<SpatialReference>>([])

    /// Creates a count of what one request of a caller uses.
    package init(_ allowance: SystemAllowance, of caller: Caller) {
        self.allowance = allowance
        self.caller = caller
    }

    /// Counts the systems that are new and were not counted before.
    ///
    /// - Throws: ``UsageExceeded`` if the caller exceeds its limit.
    package func admit(_ systems: NamedSystems) throws(UsageExceeded) {
        try admitted.withLock { admitted throws(UsageExceeded) in
            let new = systems.unread.subtracting(admitted)
            try allowance.admit(new.count, of: caller)
            admitted.formUnion(new)
        }
    }
}
