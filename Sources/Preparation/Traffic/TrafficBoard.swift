// A network's traffic: the snapshot in use, and earlier ones that requests may name.

import Foundation
package import RoutingEngine
import Synchronization

/// One network's traffic snapshots, shared by all layers over it.
///
/// ```swift
/// let snapshot = TrafficSnapshot(speeds: speeds, closures: closures, made: now, on: network)
/// layer.traffic.publish(snapshot)     // returns when it is in force
/// // Requests use it now. If one names an earlier trafficSnapshot, it still finds that.
/// ```
///
/// A request keeps the snapshot with which it began, so ``publish(_:)`` never changes a solve under
/// way. Publishing first makes the travel modes' metrics under the new snapshot, then switches; it
/// drops old snapshots, with everything cached under them, once there are too many.
///
/// You may share a board between threads. Publishing is serialized; reading the current snapshot
/// takes a short lock.
public final class TrafficBoard: Sendable {
    /// The most snapshots to keep, including the current one.
    package static let mostKept = 16
    /// The most bytes they hold together; the current one is kept whatever its size.
    package static let mostBytes = 256 << 20

    fileprivate struct State {
        /// Newest last.
        var kept: [TrafficSnapshot] = []
        /// Whether requests use the newest.
        var isInForce = false
    }

    private let engine: LegEngine
    private let places: PlaceCache
    private let barriers: BarrierCache
    private let state = Mutex(State())
    private let publishing = Mutex(())
    /// Returns the current time in epoch milliseconds.
    package let now: @Sendable () -> Int64

    /// Makes a board without a snapshot.
    ///
    /// - Parameters:
    ///   - places: The places under the engine's metrics.
    ///   - barriers: The barriers under the engine's metrics.
    ///   - now: Returns the current time in epoch milliseconds.
    init(
        engine: LegEngine, places: PlaceCache, barriers: BarrierCache,
        now: @escaping @Sendable () -> Int64
    ) {
        self.engine = engine
        self.places = places
        self.barriers = barriers
        self.now = now
    }

    /// Returns the current time in epoch milliseconds.
    package static let systemTime: @Sendable () -> Int64 = {
        Int64(Date().timeIntervalSince1970 * 1_000)
    }

    /// The snapshot that requests use; `nil` without traffic.
    package var current: TrafficSnapshot? {
        state.withLock { $0.isInForce ? $0.kept.last : nil }
    }

    /// How many seconds ago the snapshot in use was made; `nil` without traffic.
    package var ageSeconds: Double? {
        current.map { max(0, Double(now() - $0.made) / 1_000) }
    }

    /// The snapshots that requests may name, newest last.
    package var kept: [TrafficSnapshot] { state.withLock(\.kept) }

    /// Returns the snapshot with an id; `nil` if it is not kept.
    package func snapshot(id: String) -> TrafficSnapshot? {
        state.withLock { $0.kept.last { $0.id == id } }
    }

    /// Puts a snapshot in force; returns when it is.
    ///
    /// First it makes the travel modes' metrics under the snapshot, on all cores and beside those
    /// in use, so no request waits for them. Each request ends with the snapshot with which it
    /// began.
    ///
    /// - Precondition: The snapshot is for the board's network.
    /// - Complexity: O(*t*) for *t* triangles in the hierarchy, for each metric.
    package func publish(_ snapshot: TrafficSnapshot) {
        precondition(
            snapshot.network === engine.network, "a snapshot must be one of the board's network")
        publishing.withLock { _ in
            let last = current
            guard last != snapshot else { return }
            engine.prepare(under: snapshot, during: firstPeriod, insteadOf: last)
            let dropped = state.withLock { state -> [TrafficSnapshot] in
                state.kept.removeAll { $0 == snapshot }
                state.kept.append(snapshot)
                state.isInForce = true
                return state.dropOldest()
            }
            engine.releaseMetrics(of: dropped, unpinning: last)
            guard !dropped.isEmpty else { return }
            places.forget { $0.isUnder(dropped) }
            barriers.forget { $0.isUnder(dropped) }
        }
    }

    /// Makes the travel modes' metrics under the current snapshot, for modes that were prepared
    /// after it was published.
    func prepare() {
        publishing.withLock { _ in
            if let current {
                engine.prepare(under: current, during: firstPeriod, insteadOf: nil)
            }
        }
    }

    /// The first period in which requests are assumed to travel from now on.
    private var firstPeriod: ClosedRange<Int64> {
        let now = now()
        return now...(now + RequestClock.firstPeriodMilliseconds)
    }

    /// Lets requests go without traffic again; snapshots stay for requests that name them.
    package func withdraw() {
        publishing.withLock { _ in
            let last = current
            state.withLock { $0.isInForce = false }
            engine.releaseMetrics(of: [], unpinning: last)
        }
    }
}

extension TrafficBoard.State {
    /// Drops the oldest snapshots beyond the limits, and returns them.
    fileprivate mutating func dropOldest() -> [TrafficSnapshot] {
        var dropped: [TrafficSnapshot] = []
        var bytes = kept.reduce(0) { $0 + $1.byteCount }
        while kept.count > 1,
            kept.count > TrafficBoard.mostKept || bytes > TrafficBoard.mostBytes
        {
            bytes -= kept[0].byteCount
            dropped.append(kept.removeFirst())
        }
        return dropped
    }
}
