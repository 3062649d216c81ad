// A snapshot's live speeds, by edge and by the time at which they hold.

import DataStructures

/// Live speeds, ascending by edge. Speeds of one edge keep the order in which they were given.
struct SpeedRows: Sendable {
    private(set) var edges: [UInt32] = []
    private(set) var speeds: [Double] = []
    /// The first instant at which each speed holds, in epoch milliseconds.
    private(set) var begins: [Int64] = []
    /// The first instant at which each speed no longer holds.
    private(set) var ends: [Int64] = []
    /// The instants at which some speed begins or ends, ascending. They divide time into moments:
    /// moment 0 lies before the first, moment *n* begins with the *n*-th.
    private(set) var changes: [Int64] = []
    /// How many speeds hold in each moment.
    private var counts: [Int] = [0]

    /// Above this number of changes, times are rounded to whole minutes, since each moment has its
    /// own metrics.
    private static let mostExactChanges = 64
    private static let minute: Int64 = 60_000

    /// - Parameters:
    ///   - made: When the snapshot was made.
    ///   - validity: How long speeds without times hold before and after that.
    /// - Complexity: O(*n* log *n*).
    init(_ rows: [EdgeSpeed], made: Int64, validity: Int64) {
        let order = rows.edgeOrder(of: \.edge)
        edges.reserveCapacity(rows.count)
        speeds.reserveCapacity(rows.count)
        begins.reserveCapacity(rows.count)
        ends.reserveCapacity(rows.count)
        for place in order {
            let row = rows[place]
            let (from, until) = (row.from ?? made - validity, row.until ?? made + validity)
            guard from < until else { continue }
            edges.append(row.edge)
            speeds.append(row.kilometersPerHour)
            begins.append(from)
            ends.append(until)
        }
        changes = Self.instants(begins, ends)
        if changes.count > Self.mostExactChanges {
            for place in edges.indices {
                begins[place] = Self.wholeMinute(begins[place], .down)
                ends[place] = Self.wholeMinute(ends[place], .up)
            }
            changes = Self.instants(begins, ends)
        }
        countMoments()
    }

    /// When the last speed lapses; `nil` without any.
    var lapses: Int64? { ends.max() }

    /// The number of different edges.
    var edgeCount: Int {
        edges.indices.count { $0 == 0 || edges[$0] != edges[$0 - 1] }
    }

    /// Returns the position of the moment that contains an instant.
    func moment(of instant: Int64) -> Int {
        changes.indices.partitioningIndex { changes[$0] > instant }
    }

    func holdsAny(in moment: Int) -> Bool { counts[moment] > 0 }

    /// Returns an edge's speed at an instant; `nil` without any.
    func speed(of edge: UInt32, at instant: Int64) -> Double? {
        var place = edges.indices.partitioningIndex { edges[$0] > edge }
        while place > 0, edges[place - 1] == edge {
            place -= 1
            if begins[place] <= instant, instant < ends[place] { return speeds[place] }
        }
        return nil
    }

    /// Returns the edges with a speed in a moment, ascending, and their speeds.
    ///
    /// - Complexity: O(*n*) in the number of rows.
    func rows(in moment: Int) -> (edges: [UInt32], speeds: [Double]) {
        guard moment > 0, holdsAny(in: moment) else { return ([], []) }
        let instant = changes[moment - 1]
        var found: (edges: [UInt32], speeds: [Double]) = ([], [])
        found.edges.reserveCapacity(counts[moment])
        found.speeds.reserveCapacity(counts[moment])
        for place in edges.indices where begins[place] <= instant && instant < ends[place] {
            if found.edges.last == edges[place] {
                found.speeds[found.speeds.count - 1] = speeds[place]
            } else {
                found.edges.append(edges[place])
                found.speeds.append(speeds[place])
            }
        }
        return found
    }

    private mutating func countMoments() {
        counts = [Int](repeating: 0, count: changes.count + 2)
        for place in edges.indices {
            counts[moment(of: begins[place])] += 1
            counts[moment(of: ends[place])] -= 1
        }
        for moment in counts.indices.dropFirst() { counts[moment] += counts[moment - 1] }
    }

    /// Returns the different instants, ascending. Most rows of a feed share theirs.
    private static func instants(_ begins: [Int64], _ ends: [Int64]) -> [Int64] {
        var found: Set<Int64> = []
        for list in [begins, ends] {
            var last: Int64?
            for instant in list where instant != last {
                found.insert(instant)
                last = instant
            }
        }
        return found.sorted()
    }

    private static func wholeMinute(
        _ instant: Int64, _ rule: FloatingPointRoundingRule
    ) -> Int64 {
        let rest = (instant % minute + minute) % minute
        guard rest > 0 else { return instant }
        return rule == .up ? instant - rest + minute : instant - rest
    }
}

extension Array {
    /// Returns the elements' positions, ascending by an edge. Elements of one edge keep their
    /// order.
    ///
    /// - Complexity: O(*n*).
    func edgeOrder(of edge: (Element) -> UInt32) -> [Int] {
        var keys = indices.map { UInt64(edge(self[$0])) << 32 | UInt64($0) }
        if zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) {
            RadixSort.sort(&keys, fromBit: 32)
        }
        return keys.map { Int($0 & 0xFFFF_FFFF) }
    }
}
