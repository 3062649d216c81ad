// Finds the streets a barrier may touch, by their bounding boxes.

import Geo
import RoadNetwork
import RoutingEngine
import SpatialOperations

/// Finds the streets near a barrier in the network's spatial index.
///
/// Index boxes are compared with the shape itself, not only with its envelope. If a box does not
/// touch the shape's border, all streets in it are inside, or all are outside. A street is entirely
/// inside if some piece is inside and none is near the border, since it would have to cross the
/// border to leave. So only streets near the border are compared vertex by vertex.
///
/// Each barrier descends the index by itself. Testing the upper boxes costs 0.1 µs, less than
/// keeping lists of the barriers that reach each box.
struct BarrierCandidates {
    /// A street the barrier may touch.
    struct Candidate {
        var segment: Int
        /// Whether the whole street lies inside the area.
        var isInside: Bool
    }

    private let index: EdgeIndex
    private let boxes: UnsafePointer<Int32>
    /// Twice the segment, plus one if its line must be compared.
    private var keys: [UInt64] = []

    init(index: EdgeIndex) {
        self.index = index
        boxes = index.boxes.base
    }

    /// Calls `visit` once for each street the barrier may touch, in ascending order.
    mutating func forEach<Failure: Error>(
        near shape: BarrierGeometry, _ visit: (Candidate) throws(Failure) -> Void
    ) throws(Failure) {
        keys.removeAll(keepingCapacity: true)
        for (envelope, shift) in zip(shape.searchEnvelopes, shape.shifts)
        where !envelope.isEmpty && index.segments.count > 0 {
            let query = Query(shape: shape, shift: shift, box: FixedBox(envelope))
            for (level, entry) in index.rootEntries() { descend(level, entry, query) }
        }
        RadixSort.sort(&keys, fromBit: 1)
        // A shape across the antimeridian has two parts; being inside one says nothing about the
        // other.
        let mayBeInside = shape.shifts.count == 1
        var position = 0
        while position < keys.count {
            let segment = keys[position] >> 1
            var isAtBorder = false
            while position < keys.count, keys[position] >> 1 == segment {
                if keys[position] & 1 != 0 { isAtBorder = true }
                position += 1
            }
            try visit(
                Candidate(segment: Int(segment), isInside: mayBeInside && !isAtBorder))
        }
    }

    private struct Query {
        var shape: BarrierGeometry
        var shift: Double
        var box: FixedBox
    }

    private mutating func descend(_ level: Int, _ entry: Int, _ query: borrowing Query) {
        let corners = boxes + entry * 4
        guard query.box.intersects(corners) else { return }
        // A box that extends beyond the barrier's box cannot lie inside.
        if level == 0 || query.box.contains(corners) {
            switch query.shape.relation(to: index.envelope(of: entry), shift: query.shift) {
            case .outside: return
            case .inside:
                addAll(level, entry)
                return
            case .border: break
            }
        }
        guard level > 0 else {
            keys.append(UInt64(index.segments[entry]) << 1 | 1)
            return
        }
        for child in index.children(of: entry, level: level) { descend(level - 1, child, query) }
    }

    /// Adds every leaf below an entry. Entries are packed, so the leaves form one range.
    private mutating func addAll(_ level: Int, _ entry: Int) {
        var run = entry..<entry + 1
        for below in stride(from: level, to: 0, by: -1) {
            let first = index.children(of: run.lowerBound, level: below).lowerBound
            run = first..<index.children(of: run.upperBound - 1, level: below).upperBound
        }
        for leaf in run { keys.append(UInt64(index.segments[leaf]) << 1) }
    }
}
