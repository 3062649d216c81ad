// Limits the memory for request bodies, in total and for each client network.

import HTTPTypes
import Synchronization

/// Counts the request bodies in memory and their bytes.
///
/// A body counts from its first byte until its request is answered, because its fields live that
/// long. Beyond a limit, a request is refused with 503 and the client may retry.
package final class BodyBudget: Sendable {
    /// A budget's limits.
    package struct Bounds: Hashable, Sendable {
        /// How many bytes all bodies may have together.
        var bytes = 256 << 20
        /// How many bodies may be in memory at once.
        var bodies = 2_048
        /// The share of both that one network may take.
        var networkShare = 0.5
        /// How many bytes bodies may have together while their callers are not yet authorized.
        var uncheckedBytes = 64 << 20

        /// Creates bounds; by default, for a server of its own.
        package init(
            bytes: Int = 256 << 20, bodies: Int = 2_048, networkShare: Double = 0.5,
            uncheckedBytes: Int = 64 << 20
        ) {
            self.bytes = bytes
            self.bodies = bodies
            self.networkShare = networkShare
            self.uncheckedBytes = uncheckedBytes
        }
    }

    fileprivate struct Use: Sendable {
        var bodies = 0
        var bytes = 0
    }

    fileprivate struct State {
        var total = Use()
        var networks: [String: Use] = [:]
        var uncheckedBytes = 0
    }

    fileprivate let bounds: Bounds
    fileprivate let state = Mutex(State())

    /// Creates an empty budget.
    package init(bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// The bodies and bytes in memory now.
    package var held: (bodies: Int, bytes: Int) {
        state.withLock { ($0.total.bodies, $0.total.bytes) }
    }

    /// Whether nine tenths of the budget are used.
    package var isNearlySpent: Bool {
        let held = held
        return held.bodies > bounds.bodies * 9 / 10 || held.bytes > bounds.bytes / 10 * 9
    }

    /// Starts counting a body.
    ///
    /// - Parameters:
    ///   - network: The client's network (``RequestSource/network``).
    ///   - isChecked: Whether the caller is authorized.
    /// - Throws: ``ServiceError`` with status 503 if there are too many.
    func lease(for network: String, isChecked: Bool) throws(ServiceError) -> BodyLease {
        try state.withLock { state throws(ServiceError) in
            var use = state.networks[network] ?? Use()
            use.bodies += 1
            guard use.bodies <= Int(Double(bounds.bodies) * bounds.networkShare) else {
                throw ErrorTable.tooManyBodies("it is reading too many requests from your address")
            }
            guard state.total.bodies < bounds.bodies else {
                throw ErrorTable.tooManyBodies("it is reading too many requests")
            }
            state.networks[network] = use
            state.total.bodies += 1
        }
        return BodyLease(self, network, isChecked: isChecked)
    }
}

/// One body's share of the budget; it is released with the last reference.
package final class BodyLease: Sendable {
    private struct Hold {
        var bytes = 0
        var isChecked: Bool
    }

    private let budget: BodyBudget
    private let network: String
    private let hold: Mutex<Hold>

    fileprivate init(_ budget: BodyBudget, _ network: String, isChecked: Bool) {
        self.budget = budget
        self.network = network
        hold = Mutex(Hold(isChecked: isChecked))
    }

    /// Counts more of the body's bytes.
    ///
    /// - Throws: ``ServiceError`` with status 503 if there are too many.
    func grow(by count: Int) throws(ServiceError) {
        let isChecked = hold.withLock { $0.isChecked }
        let bounds = budget.bounds
        try budget.state.withLock { state throws(ServiceError) in
            let mine = state.networks[network]?.bytes ?? 0
            guard mine + count <= Int(Double(bounds.bytes) * bounds.networkShare) else {
                throw ErrorTable.tooManyBodies("requests from your address take too much memory")
            }
            guard state.total.bytes + count <= bounds.bytes,
                isChecked || state.uncheckedBytes + count <= bounds.uncheckedBytes
            else { throw ErrorTable.tooManyBodies("requests take too much memory") }
            state.networks[network, default: BodyBudget.Use()].bytes += count
            state.total.bytes += count
            if !isChecked { state.uncheckedBytes += count }
        }
        hold.withLock { $0.bytes += count }
    }

    /// Notes that the caller is authorized.
    func becomeChecked() {
        let bytes = hold.withLock { hold -> Int in
            defer { hold.isChecked = true }
            return hold.isChecked ? 0 : hold.bytes
        }
        budget.state.withLock { $0.uncheckedBytes -= bytes }
    }

    deinit {
        let (bytes, isChecked) = hold.withLock { ($0.bytes, $0.isChecked) }
        budget.state.withLock { state in
            state.total.bytes -= bytes
            state.total.bodies -= 1
            if !isChecked { state.uncheckedBytes -= bytes }
            guard var use = state.networks[network] else { return }
            use.bytes -= bytes
            use.bodies -= 1
            state.networks[network] = use.bodies > 0 ? use : nil
        }
    }
}
