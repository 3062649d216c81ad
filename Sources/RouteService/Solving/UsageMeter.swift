// The accounts of all callers.

import DataStructures
import RouteAPI
import Synchronization

/// Counts what callers ask of services.
///
/// The table is bounded: of more callers than it holds, those who have been quiet longest are
/// forgotten and begin anew. An account whose solves still run may be among them; their ends are
/// then entered nowhere.
final class UsageMeter: Sendable {
    private struct Key: Hashable {
        /// The path of the layer.
        let service: String
        let caller: Caller
    }

    private struct Entry: Sendable {
        var account: UsageAccount
        /// Tells an account from a later one of the same caller.
        var id: UInt64
    }

    private struct State {
        var entries: BoundedCache<Key, Entry>
        var nextID: UInt64 = 0
    }

    private let state: Mutex<State>

    init(capacity: Int = 20_000) {
        state = Mutex(State(entries: BoundedCache(budget: capacity)))
    }

    /// How many accounts are held.
    var count: Int { state.withLock { $0.entries.count } }

    /// Counts a request.
    ///
    /// - Throws: ``UsageExceeded`` naming the limit.
    func countRequest(
        of caller: Caller, to layer: PublishedLayer, at now: ContinuousClock.Instant = .now
    ) throws(UsageExceeded) {
        guard layer.usage.requestsPerMinute != nil else { return }
        _ = try enter(.request, caller, layer, now)
    }

    /// Does `work` as a solve of the caller's.
    ///
    /// - Throws: ``UsageExceeded`` naming the limit; what `work` throws.
    func solve<Value: Sendable>(
        for caller: Caller, to layer: PublishedLayer, _ work: (WorkClock) async throws -> Value
    ) async throws -> Value {
        let clock = WorkClock()
        guard !layer.usage.isUnlimited else { return try await work(clock) }
        let id = try enter(.solveStarts, caller, layer, .now)
        defer { end(id, seconds: clock.seconds, caller, layer) }
        return try await work(clock)
    }

    private func enter(
        _ event: UsageAccount.Event, _ caller: Caller, _ layer: PublishedLayer,
        _ now: ContinuousClock.Instant
    ) throws(UsageExceeded) -> UInt64 {
        let key = Key(service: ResourcePath.layer(layer), caller: caller)
        return try state.withLock { state throws(UsageExceeded) in
            var entry: Entry
            if let known = state.entries[key] {
                entry = known
            } else {
                state.nextID += 1
                entry = Entry(account: UsageAccount(layer.usage, at: now), id: state.nextID)
            }
            try entry.account.handle(event, at: now)
            state.entries[key] = entry
            return entry.id
        }
    }

    private func end(_ id: UInt64, seconds: Double, _ caller: Caller, _ layer: PublishedLayer) {
        let key = Key(service: ResourcePath.layer(layer), caller: caller)
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

/// Measures what a solve takes, without the time that it waits.
final class WorkClock: Sendable {
    private let total = Mutex(Duration.zero)

    /// Seconds measured so far.
    var seconds: Double { total.withLock { $0 } / .seconds(1) }

    /// Runs `work` and adds its time.
    func measure<Value>(_ work: () throws -> Value) rethrows -> Value {
        let start = ContinuousClock.now
        defer {
            let duration = ContinuousClock.now - start
            total.withLock { $0 += duration }
        }
        return try work()
    }
}
