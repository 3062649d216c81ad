// A snapshot's closures, by edge and by time.

import DataStructures

/// Closures, ascending by edge and time. Closures of one edge do not touch each other.
struct ClosureRows: Sendable {
    /// The edges that are closed at some time, ascending.
    private(set) var edges: [UInt32] = []
    /// Where each edge's closures begin in ``begins``; one entry more than edges.
    private(set) var first: [Int] = [0]
    /// The first closed instants; `.min` for none.
    private(set) var begins: [Int64] = []
    /// The first open instants; `.max` for none.
    private(set) var ends: [Int64] = []
    /// The instants at which some edge is closed or opened, ascending. They divide time into
    /// moments: moment 0 lies before the first, moment *n* begins with the *n*-th.
    private(set) var changes: [Int64] = []
    /// The moments that each closure covers.
    private var moments: [Range<Int>] = []
    /// How many edges are closed in each moment.
    private var counts: [Int] = [0]

    /// - Complexity: O(*n* log *n*).
    init(_ rows: [EdgeClosure]) {
        let spans = rows.map { ($0.edge, $0.from ?? .min, $0.until ?? .max) }
            .filter { $0.1 < $0.2 }.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
        for (edge, from, until) in spans {
            if edges.last != edge {
                edges.append(edge)
                first.append(begins.count)
            } else if let end = ends.last, from <= end {
                ends[ends.count - 1] = max(end, until)
                continue
            }
            begins.append(from)
            ends.append(until)
            first[edges.count] = begins.count
        }
        changes = Set(begins).union(ends).subtracting([.min, .max]).sorted()
        counts = [Int](repeating: 0, count: changes.count + 2)
        for place in begins.indices {
            let begin = begins[place] == .min ? 0 : moment(of: begins[place])
            let end = ends[place] == .max ? changes.count + 1 : moment(of: ends[place])
            let covered = begin..<end
            moments.append(covered)
            counts[covered.lowerBound] += 1
            counts[covered.upperBound] -= 1
        }
        for moment in counts.indices.dropFirst() { counts[moment] += counts[moment - 1] }
    }

    /// Returns the position of the moment that contains an instant.
    func moment(of instant: Int64) -> Int {
        changes.indices.partitioningIndex { changes[$0] > instant }
    }

    func isClosed(_ edge: UInt32, at instant: Int64) -> Bool {
        let place = edges.indices.partitioningIndex { edges[$0] >= edge }
        guard place < edges.count, edges[place] == edge else { return false }
        return (first[place]..<first[place + 1]).contains {
            begins[$0] <= instant && instant < ends[$0]
        }
    }

    /// Whether some edge is closed in any of the given moments.
    ///
    /// - Complexity: O(*n*) in the number of moments.
    func closesAny(during range: ClosedRange<Int>) -> Bool {
        range.contains { counts[$0] > 0 }
    }

    /// Returns the edges that are closed in all of the given moments, ascending.
    func closed(throughout range: ClosedRange<Int>) -> [UInt32] {
        edgesWhere { $0.contains(range.lowerBound) && $0.contains(range.upperBound) }
    }

    /// Returns the edges that are closed in some of the given moments and open in others,
    /// ascending.
    func changing(during range: ClosedRange<Int>) -> [UInt32] {
        guard range.count > 1 else { return [] }
        return edgesWhere {
            $0.overlaps(Range(range))
                && !($0.contains(range.lowerBound) && $0.contains(range.upperBound))
        }
    }

    /// Returns the edges with a closure whose moments meet a condition.
    private func edgesWhere(_ isMet: (Range<Int>) -> Bool) -> [UInt32] {
        edges.indices.filter { place in
            (first[place]..<first[place + 1]).contains { isMet(moments[$0]) }
        }.map { edges[$0] }
    }
}
