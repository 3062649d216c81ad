// Which streets a barrier may touch, told by boxes.

import Geo
import RoadNetwork
import RoutingEngine
import SpatialOperations

/// Finds the streets near a barrier in the network's spatial index.
///
/// The index's boxes are held against the shape itself and not only against its envelope. Below a
/// box clear of the border nothing needs a look: all of it is inside, or none. A street that has no
/// piece near the border and one inside is inside all along, since to leave the area it would have
/// to cross the border. So only streets at the border are looked at vertex by vertex.
///
/// Each barrier takes its own path down: the upper boxes that all of them pass cost 0.1 µs, less
/// than keeping lists of the barriers that reach each box.
struct BarrierCandidates {
    /// A street that may be touched.
    struct Candidate {
        var segment: Int
        /// Whether the street lies inside the area all along.
        var isInside: Bool
    }

    private let index: EdgeIndex
    private let boxes: UnsafePointer<Int32>
    /// Twice the segment, plus one when its line has to be looked at.
    private var keys: [UInt64] = []

    init(index: EdgeIndex) {
        self.index = index
        boxes = index.boxes.base
    }

    /// Calls `visit` for the streets that the barrier may touch, ascending, each once.
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
        // Seen from both sides of the antimeridian, inside on one side says nothing of the other.
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
        // A box that reaches beyond the barrier's cannot lie inside.
        if level == 0 || query.box.contains(corners) {
            switch query.shape.relation(to: index.envelope(of: entry), shift: query.shift) {
            case .outside: return
            case .inside:
                takeAll(level, entry)
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

    /// Takes every leaf below an entry. Entries are packed, so that the leaves are one run.
    private mutating func takeAll(_ level: Int, _ entry: Int) {
        var run = entry..<entry + 1
        for below in stride(from: level, to: 0, by: -1) {
            let first = index.children(of: run.lowerBound, level: below).lowerBound
            run = first..<index.children(of: run.upperBound - 1, level: below).upperBound
        }
        for leaf in run { keys.append(UInt64(index.segments[leaf]) << 1) }
    }
}
