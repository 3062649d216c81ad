// What the arcs of a customized hierarchy cost in another attribute.

import RoadNetwork
import Synchronization

/// For each arc, the cost in one attribute of the way that the arc stands for: of the turns that
/// ``PathUnpacking`` would replace it by.
final class ArcSums: @unchecked Sendable {
    // Sendable: nobody writes once they are made.

    /// The sum of an arc that stands for no way.
    private static let none = UInt32.max
    /// The sum of an arc whose way costs more than the number can say: it has to be unpacked.
    static let excessive = UInt32.max - 1

    let up: UnsafeMutablePointer<UInt32>
    let down: UnsafeMutablePointer<UInt32>

    /// Adds the costs up, arcs of lower vertices first.
    ///
    /// - Complexity: Linear in the directed triangles of the hierarchy, as customization.
    init(_ metric: CustomizedMetric, _ costs: AttributeCosts) {
        let columns = metric.hierarchy.columns
        up = Self.empty(columns.upHead.count)
        down = Self.empty(columns.downTail.count)
        let slots = UnsafeMutablePointer<UInt32>.allocate(capacity: max(columns.rankCount, 1))
        defer { slots.deallocate() }
        let ups = Row(
            first: columns.upFirst.base, ends: columns.upHead.base, weights: metric.arcs.up,
            sums: up, lowerFirst: columns.upIntoFirst.base,
            lower: columns.upIntoTail.base, lowerArc: columns.upIntoArc.base, slots: slots)
        let downs = Row(
            first: columns.downFirst.base, ends: columns.downTail.base, weights: metric.arcs.down,
            sums: down, lowerFirst: columns.downFromFirst.base,
            lower: columns.downFromHead.base, lowerArc: columns.downFromArc.base, slots: slots)
        for rank in 0..<UInt32(columns.rankCount) {
            ups.addTurns(at: rank) { Self.turn(from: rank, into: $0, metric, costs) }
            ups.addWays(at: Int(rank), over: downs)
            downs.addTurns(at: rank) { Self.turn(from: $0, into: rank, metric, costs) }
            downs.addWays(at: Int(rank), over: ups)
        }
    }

    deinit {
        up.deallocate()
        down.deallocate()
    }

    private static func empty(_ count: Int) -> UnsafeMutablePointer<UInt32> {
        let sums = UnsafeMutablePointer<UInt32>.allocate(capacity: max(count, 1))
        sums.initialize(repeating: none, count: max(count, 1))
        return sums
    }

    /// What a turn with the edge behind it costs.
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

    /// The arcs of one kind, by their lower end.
    private struct Row {
        let first: UnsafePointer<UInt32>
        let ends: UnsafePointer<UInt32>
        let weights: UnsafeMutablePointer<UInt32>
        let sums: UnsafeMutablePointer<UInt32>
        /// The same arcs by their higher end.
        let lowerFirst: UnsafePointer<UInt32>
        let lower: UnsafePointer<UInt32>
        let lowerArc: UnsafePointer<UInt32>
        /// For each rank its place in the row at work; what other rows left there is never read.
        let slots: UnsafeMutablePointer<UInt32>

        /// Sums the arcs of a vertex that stand for turns.
        @inline(__always)
        func addTurns(at rank: UInt32, _ sum: (UInt32) -> UInt32) {
            for arc in Int(first[Int(rank)])..<Int(first[Int(rank) + 1])
            where weights[arc] < ArcWeight.infinite && ArcWeight.isTurn(weights[arc]) {
                sums[arc] = sum(ends[arc])
            }
        }

        /// Sums the other arcs of a vertex, by the lowest vertex that each runs over.
        @inline(__always)
        func addWays(at vertex: Int, over others: Row) {
            let (start, end) = (Int(first[vertex]), Int(first[vertex + 1]))
            guard start < end else { return }
            for arc in start..<end { slots[Int(ends[arc])] = UInt32(truncatingIfNeeded: arc) }
            for place in Int(others.lowerFirst[vertex])..<Int(others.lowerFirst[vertex + 1]) {
                let other = Int(others.lowerArc[place])
                let weight = others.weights[other]
                guard weight < ArcWeight.infinite else { continue }
                let below = Int(others.lower[place])
                let lowest = Int(first[below])
                var arc = Int(first[below + 1]) - 1
                while arc >= lowest, ends[arc] > vertex {
                    // Slots of arcs that are infinite may be those of other rows.
                    if weights[arc] < ArcWeight.infinite {
                        let slot = Int(slots[Int(ends[arc])])
                        if sums[slot] == ArcSums.none,
                            weights[slot] == ArcWeight.way(weight, weights[arc])
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

/// The sums of one customized metric that have been asked for.
final class ArcSumCache: Sendable {
    private let held = Mutex<[AttributeCosts.Key: ArcSums]>([:])

    var count: Int { held.withLock(\.count) }

    func held(_ key: AttributeCosts.Key) -> ArcSums? { held.withLock { $0[key] } }

    /// Keeps sums, unless another thread was quicker; what is kept then is returned.
    func keep(_ sums: ArcSums, as key: AttributeCosts.Key) -> ArcSums {
        held.withLock { held in
            if let other = held[key] { return other }
            held[key] = sums
            return sums
        }
    }
}
