// Unpacks a hierarchy's arcs into turns.

import RoadNetwork

/// Replaces arcs by the turns they consist of.
///
/// An arc's weight shows whether it is the turn between its ends. If not, it consists of two arcs
/// over a lower vertex with the same total weight; if there are several such vertices, the lowest
/// is taken.
struct PathUnpacking {
    private let ups: ArcRows
    private let downs: ArcRows
    /// The path's vertices so far.
    private(set) var vertices: [UInt32]
    private var open: [(from: UInt32, to: UInt32, weight: UInt32)] = []

    /// Begins a path at a vertex.
    init(_ metric: CustomizedMetric, from rank: UInt32) {
        let columns = metric.hierarchy.columns
        ups = ArcRows(up: columns, metric.arcs)
        downs = ArcRows(down: columns, metric.arcs)
        vertices = [rank]
        vertices.reserveCapacity(512)
    }

    /// Appends the unpacked path of a finite arc.
    mutating func append(from: UInt32, to: UInt32) {
        if from < to { appendUp(from: from, to: to) } else { appendDown(from: from, to: to) }
    }

    /// Appends the unpacked path of a finite arc to a higher vertex.
    mutating func appendUp(from: UInt32, to: UInt32) {
        append((from, to, ups.weights[ups.arc(from: Int(from), to: to)]))
    }

    /// Appends the unpacked path of a finite arc to a lower vertex.
    mutating func appendDown(from: UInt32, to: UInt32) {
        append((from, to, downs.weights[downs.arc(from: Int(to), to: from)]))
    }

    private mutating func append(_ arc: (from: UInt32, to: UInt32, weight: UInt32)) {
        open.append(arc)
        while let arc = open.popLast() {
            if ArcWeight.isTurn(arc.weight) {
                vertices.append(arc.to)
            } else {
                let middle = middle(of: arc)
                open.append((middle.rank, arc.to, middle.second))
                open.append((arc.from, middle.rank, middle.first))
            }
        }
    }

    /// Returns the lower vertex that an arc runs over, and the weights of its two parts.
    private func middle(
        of arc: (from: UInt32, to: UInt32, weight: UInt32)
    ) -> (rank: UInt32, first: UInt32, second: UInt32) {
        let (before, behind) = (downs.placesBelow(Int(arc.from)), ups.placesBelow(Int(arc.to)))
        var (first, second) = (before.lowerBound, behind.lowerBound)
        while first < before.upperBound, second < behind.upperBound {
            let (a, b) = (downs.lower[first], ups.lower[second])
            if a == b {
                let down = downs.weights[downs.arc(from: Int(a), to: arc.from)]
                let up = ups.weights[ups.arc(from: Int(a), to: arc.to)]
                if ArcWeight.composite(down, up) == arc.weight { return (a, down, up) }
            }
            // Avoid a branch here, which the processor could not predict.
            first &+= a <= b ? 1 : 0
            second &+= b <= a ? 1 : 0
        }
        preconditionFailure("composite arc without a middle vertex")
    }
}
