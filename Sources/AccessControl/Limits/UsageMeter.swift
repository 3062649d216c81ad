// Keeps all callers' accounts.

import DataStructures
package import RouteAPI
import Synchronization

/// Keeps the accounts of all callers at all services.
///
/// The table is limited in size. When it is full, it drops the least recently used accounts, and
/// those callers begin again. If a dropped account's solve ends, nothing is charged.
package final class UsageMeter: Sendable {
    private struct Key: Hashable {
        let service: String
        let caller: Caller
    }

    private struct Entry: Sendable {
        var account: UsageAccount
        /// Distinguishes this account from a later one for the same caller.
        var id: UInt64
    }

    private struct State {
        var entries: BoundedCache<Key, Entry>
        var nextID: UInt64 = 0
    }

    private let state: Mutex<State>

    package init(capacity: Int = 20_000) {
        state = Mutex(State(entries: BoundedCache(budget: capacity)))
    }

    /// How many accounts are held.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Counts a request.
    ///
    /// - Throws: ``UsageExceeded`` naming the limit.
    package func countRequest(
        of caller: Caller, to service: MeteredService, at now: ContinuousClock.Instant = .now
    ) throws(UsageExceeded) {
        guard service.limits.requestsPerMinute != nil else { return }
        _ = try enter(.request, caller, service, now)
    }

    /// Runs `work` as a caller's solve.
    ///
    /// - Throws: ``UsageExceeded`` naming the limit, or the error thrown by `work`.
    package func solve<Value: Sendable>(
        for caller: Caller, to service: MeteredService,
        _ work: (WorkClock) async throws -> Value
    ) async throws -> Value {
        let clock = WorkClock()
        guard !service.limits.isUnlimited else { return try await work(clock) }
        let id = try enter(.solveStarts, caller, service, .now)
        defer { end(id, seconds: clock.seconds, caller, service) }
        return try await work(clock)
    }

    private func enter(
        _ event: UsageAccount.Event, _ caller: Caller, _ service: MeteredService,
        _ now: ContinuousClock.Instant
    ) throws(UsageExceeded) -> UInt64 {
        let key = Key(service: service.name(), caller: caller)
        return try state.withLock { state throws(UsageExceeded) in
            var entry: Entry
            if let known = state.entries[key] {
                entry = known
                entry.account.adopt(service.limits)
            } else {
                state.nextID += 1
                entry = Entry(account: UsageAccount(service.limits, at: now), id: state.nextID)
            }
            try entry.account.handle(event, at: now)
            state.entries[key] = entry
            return entry.id
        }
    }

    private func end(
        _ id: UInt64, seconds: Double, _ caller: Caller, _ service: MeteredService
    ) {
        let key = Key(service: service.name(), caller: caller)
        state.withLock { state in
            guard var entry = state.entries[key], entry.id == id else { return }
            do throws(UsageExceeded) {
                try entry.account.handle(.solveEnds(seconds: seconds), at: .now)
            } catch {
                preconditionFailure("the end of a solve is never refused")
            }
            state.entries[key] = entry
        }
    }
}

/// A service whose use is counted.
package struct MeteredService: Sendable {
    /// The limits for each caller.
    package let limits: UsageLimits
    /// Returns the service's unique name.
    package let name: @Sendable () -> String

    package init(limits: UsageLimits, name: @escaping @Sendable () -> String) {
        self.limits = limits
        self.name = name
    }
}

/// Measures a solve's work without its waiting times.
package final class WorkClock: Sendable {
    private let total = Mutex(Duration.zero)

    /// The seconds measured so far.
    package var seconds: Double { total.withLock { $0 } / .seconds(1) }

    /// Runs `work` and adds the time it takes.
    package func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        defer {
            let duration = ContinuousClock.now - start
            total.withLock { $0 += duration }
        }
        return try work()
    }
}
