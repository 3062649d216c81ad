// What a customized hierarchy's arcs cost in another attribute.

import RoadNetwork
import Synchronization
import SystemResources

/// For each arc, the cost in one attribute of the path it represents: of the turns that
/// ``PathUnpacking`` would replace it by.
///
/// A table minimizes one cost but may also report others, such as the length of each fastest path.
/// With these sums it adds numbers arc by arc instead of unpacking every path. ``LegEngine``
/// computes them for the first table that needs them and caches them with the metric.
final class ArcSums: @unchecked Sendable {
    // Sendable: only the initializer writes.

    /// The sum of an arc that represents no path.
    private static let none = UInt32.max
    /// The sum of an arc whose path costs more than the number can hold. The arc has to be
    /// unpacked.
    static let excessive = UInt32.max - 1

    let up: UnsafeMutablePointer<UInt32>
    let down: UnsafeMutablePointer<UInt32>

    /// Sums the costs, arcs of lower vertices first.
    ///
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*t*) in the hierarchy's directed triangles, as for customization.
    init?(_ metric: CustomizedMetric, _ costs: AttributeCosts, monitor: some SearchMonitor) {
        let columns = metric.hierarchy.columns
        up = Self.empty(columns.upHead.count)
        down = Self.empty(columns.downTail.count)
        let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: max(columns.rankCount, 1))
        defer { slots.deallocate() }
        let rows = Rows(metric, costs, up: up, down: down, slots: slots)
        let (nextUp, nextDown) = (ArcCursors(columns.upFirst), ArcCursors(columns.downFirst))
        for rank in 0..<UInt32(columns.rankCount) {
            if rank & 0x3FF == 0, monitor.shouldStop { return nil }
            rows.add(at: rank, nextUp: nextUp.take(of:), nextDown: nextDown.take(of:))
        }
    }

    /// Derives the sums under a request's barriers from the sums without them. Only arcs whose path
    /// or cost the barriers may change are summed again; the others are copied.
    ///
    /// - Parameters:
    ///   - metric: The weights that were derived for the request.
    ///   - base: The sums of the same attribute over the weights without barriers.
    /// - Returns: `nil` when the monitor stopped it.
    /// - Complexity: O(*m* + *t*) for *m* arcs in the hierarchy and *t* triangles of vertices whose
    ///   arcs may change.
    init?(
        _ metric: CustomizedMetric, _ costs: AttributeCosts, from base: ArcSums,
        under request: RequestCosts, monitor: some SearchMonitor
    ) {
        let (hierarchy, columns) = (metric.hierarchy, metric.hierarchy.columns)
        up = .largeCopy(of: base.up, columns.upHead.count)
        down = .largeCopy(of: base.down, columns.downTail.count)
        let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: max(columns.rankCount, 1))
        defer { slots.deallocate() }
        let rows = Rows(metric, costs, up: up, down: down, slots: slots)
        var pending = RankSet(columns.rankCount)
        for rank in metric.recomputed { pending.insert(Int(rank)) }
        // Barriers may change this cost without changing the minimized one.
        for touched in request.touchedEdges {
            pending.insertTurns(onto: touched.edge, of: hierarchy, metric.turns)
        }
        pending.insertTurns(atNodes: request.barriers.nodes.keys, of: hierarchy, metric.turns)
        var changes = RowChanges(columns)
        var steps = 0
        while let rank = pending.popLowest() {
            steps += 1
            if steps & 0x3FF == 0, monitor.shouldStop { return nil }
            changes.note(at: rank, up: up, down: down, in: &pending) {
                rows.clear(at: rank)
                rows.add(
                    at: UInt32(rank),
                    nextUp: { rows.ups.arcs.arc(from: $0, to: UInt32(rank)) },
                    nextDown: { rows.downs.arcs.arc(from: $0, to: UInt32(rank)) })
            }
        }
    }

    deinit {
        up.deallocate()
        down.deallocate()
    }

    private static func empty(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let sums = UnsafeMutablePointer<UInt32>.allocateLarge(count)
        sums.initialize(repeating: none, count: count)
        return sums
    }

    /// The arcs of both kinds with their sums.
    private struct Rows {
        let ups: Row
        let downs: Row
        private let metric: CustomizedMetric
        private let costs: AttributeCosts

        init(
            _ metric: CustomizedMetric, _ costs: AttributeCosts, up: UnsafeMutablePointer<UInt32>,
            down: UnsafeMutablePointer<UInt32>, slots: UnsafeMutablePointer<UInt32>
        ) {
            let columns = metric.hierarchy.columns
            ups = Row(arcs: ArcRows(up: columns, metric.arcs), sums: up, slots: slots)
            downs = Row(arcs: ArcRows(down: columns, metric.arcs), sums: down, slots: slots)
            self.metric = metric
            self.costs = costs
        }

        /// Resets the sums of a vertex's arcs.
        func clear(at vertex: Int) {
            for row in [ups, downs] {
                for arc in row.arcs.arcs(of: vertex) { row.sums[arc] = ArcSums.none }
            }
        }

        /// Sums a vertex's arcs. The arcs of lower vertices must be summed already.
        ///
        /// - Parameters:
        ///   - nextUp: Returns the arc from a lower vertex to this one; asked once for each,
        ///     ascending.
        ///   - nextDown: Returns the arc from this vertex to a lower one.
        @inline(__always)
        func add(at rank: UInt32, nextUp: (Int) -> Int, nextDown: (Int) -> Int) {
            ups.addTurns(at: rank) { ArcSums.turn(from: rank, into: $0, metric, costs) }
            ups.addComposites(at: Int(rank), over: downs, nextDown)
            downs.addTurns(at: rank) { ArcSums.turn(from: $0, into: rank, metric, costs) }
            downs.addComposites(at: Int(rank), over: ups, nextUp)
        }
    }

    /// Returns the cost of a turn plus the edge after it.
    @inline(__always)
    private static func turn(
        from rank: UInt32, into other: UInt32, _ metric: CustomizedMetric, _ costs: AttributeCosts
    ) -> UInt32 {
        let columns = metric.hierarchy.columns
        let edge = metric.turns.turns.edge(of: columns.stateOfRank[rank])
        let next = metric.turns.turns.edge(of: columns.stateOfRank[other])
        let sum = costs.turn(from: edge, onto: next) + costs.whole(next)
        return UInt32(min(sum, UInt64(excessive)))
    }

    /// The arcs of one kind with their sums.
    private struct Row {
        let arcs: ArcRows
        let sums: UnsafeMutablePointer<UInt32>
        /// For each rank, the position of its arc in the current row. Entries of other rows are
        /// stale and never read.
        let slots: UnsafeMutablePointer<UInt32>

        /// Sums a vertex's arcs that are turns.
        @inline(__always)
        func addTurns(at rank: UInt32, _ sum: (UInt32) -> UInt32) {
            for arc in arcs.arcs(of: Int(rank)) {
                let weight = arcs.weights[arc]
                guard weight < ArcWeight.infinite, ArcWeight.isTurn(weight) else { continue }
                sums[arc] = sum(arcs.ends[arc])
            }
        }

        /// Sums a vertex's composites, each over the lowest middle vertex that explains its weight.
        @inline(__always)
        func addComposites(at vertex: Int, over others: Row, _ otherArc: (Int) -> Int) {
            let (ends, weights) = (arcs.ends, arcs.weights)
            for arc in arcs.arcs(of: vertex) {
                slots[Int(ends[arc])] = UInt32(truncatingIfNeeded: arc)
            }
            for place in others.arcs.placesBelow(vertex) {
                let below = Int(others.arcs.lower[place])
                let other = otherArc(below)
                let weight = others.arcs.weights[other]
                guard weight < ArcWeight.infinite else { continue }
                let lowest = Int(arcs.first[below])
                var arc = Int(arcs.first[below + 1]) - 1
                while arc >= lowest, ends[arc] > vertex {
                    // An infinite arc has no sum to add.
                    if weights[arc] < ArcWeight.infinite {
                        let slot = Int(slots[Int(ends[arc])])
                        if sums[slot] == ArcSums.none,
                            weights[slot] == ArcWeight.composite(weight, weights[arc])
                        {
                            sums[slot] = Self.sum(others.sums[other], sums[arc])
                        }
                    }
                    arc -= 1
                }
            }
        }

        private static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
            UInt32(min(UInt64(a) + UInt64(b), UInt64(ArcSums.excessive)))
        }
    }
}

/// The sums of one customized metric, cached by attribute.
final class ArcSumCache: Sendable {
    private let held = Mutex<[AttributeCosts.Key: ArcSums]>([:])

    var count: Int { held.withLock(\.count) }

    func held(_ key: AttributeCosts.Key) -> ArcSums? { held.withLock { $0[key] } }

    /// Stores sums unless another thread has stored some already. Returns the stored ones.
    func keep(_ sums: ArcSums, as key: AttributeCosts.Key) -> ArcSums {
        held.withLock { held in
            if let other = held[key] { return other }
            held[key] = sums
            return sums
        }
    }
}
