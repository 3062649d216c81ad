// Arcs of a hierarchy back into turns.

import RoadNetwork

/// Replaces arcs by the turns they stand for.
///
/// An arc's weight tells whether it is the turn between its ends. If not, it is two arcs over a
/// lower vertex that together weigh as much; of several such vertices the lowest is taken.
struct PathUnpacking {
    private let columns: HierarchyColumns
    private let metric: CustomizedMetric
    /// The vertices of the way so far.
    private(set) var way: [UInt32]
    private var open: [(from: UInt32, to: UInt32, weight: UInt32)] = []

    /// Begins a way at a vertex.
    init(_ metric: CustomizedMetric, from rank: UInt32) {
        self.metric = metric
        columns = metric.hierarchy.columns
        way = [rank]
        way.reserveCapacity(512)
    }

    /// Goes on along an arc of a known finite ``ArcWeight``.
    mutating func append(from: UInt32, to: UInt32, weight: UInt32) {
        let (down, up) = (metric.arcs.down, metric.arcs.up)
        open.append((from, to, weight))
        while let arc = open.popLast() {
            if ArcWeight.isTurn(arc.weight) {
                way.append(arc.to)
            } else {
                let middle = middle(of: arc, down, up)
                open.append((middle.rank, arc.to, middle.second))
                open.append((arc.from, middle.rank, middle.first))
            }
        }
    }

    /// The lower vertex that an arc runs over, and the weights of its two parts.
    private func middle(
        of arc: (from: UInt32, to: UInt32, weight: UInt32),
        _ down: UnsafeMutablePointer<UInt32>, _ up: UnsafeMutablePointer<UInt32>
    ) -> (rank: UInt32, first: UInt32, second: UInt32) {
        let (heads, tails) = (columns.downFromHead.base, columns.upIntoTail.base)
        var first = Int(columns.downFromFirst[arc.from])
        let firstEnd = Int(columns.downFromFirst[arc.from + 1])
        var second = Int(columns.upIntoFirst[arc.to])
        let secondEnd = Int(columns.upIntoFirst[arc.to + 1])
        while first < firstEnd, second < secondEnd {
            let (a, b) = (heads[first], tails[second])
            if a == b {
                let before = down[Int(columns.downFromArc[first])]
                let behind = up[Int(columns.upIntoArc[second])]
                if ArcWeight.way(before, behind) == arc.weight { return (a, before, behind) }
            }
            if a <= b { first += 1 }
            if b <= a { second += 1 }
        }
        preconditionFailure("an arc is a turn or two arcs over a lower vertex")
    }
}
