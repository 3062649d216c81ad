// The cost of an edge with barriers on it, or of a part of the edge.

/// The cost of any part of an edge, if barriers change it along the edge.
///
/// The edge is cut at the ends of its barrier pieces. An interval costs its share of the edge's
/// cost times all factors on it, rounded once; a part of an interval costs its share of the
/// interval.
package struct CostProfile: Sendable {
    private struct Interval {
        var from: Double
        var to: Double
        /// Quanta, or ``SearchCost/closed``.
        var cost: UInt32
    }

    private struct Jump {
        var at: Double
        /// Quanta, or ``SearchCost/closed``.
        var added: UInt32
    }

    private var intervals: [Interval] = []
    private var jumps: [Jump] = []

    /// Makes an edge's profile from its cost without barriers.
    ///
    /// - Parameters:
    ///   - cost: The edge's column cost, or ``SearchCost/closed``.
    ///   - usage: The product of the restriction usage factors; ``CostFactor/one`` for reporting.
    ///   - attribute: The position of the cost attribute whose factors and added costs apply.
    ///   - isForward: Whether the edge runs along the segment's drawn line.
    /// - Complexity: O(*n* log *n*) in the number of pieces and points, however they overlap.
    package init(
        cost: UInt32, usage: CostFactor, barriers: SegmentBarriers, attribute: Int, isForward: Bool
    ) {
        let pieces = barriers.pieces.map { piece in
            isForward
                ? piece : BarrierPiece(from: 1 - piece.to, to: 1 - piece.from, effect: piece.effect)
        }
        var sweep = PieceSweep(pieces, attribute: attribute)
        intervals.reserveCapacity(2 * pieces.count + 1)
        sweep.forEachInterval { from, to, factor in
            intervals.append(
                Interval(
                    from: from, to: to,
                    cost: Self.cost(cost, from: from, to: to, factor: factor.map { usage * $0 })))
        }
        addJumps(pieces, barriers.points, attribute: attribute, isForward: isForward)
    }

    /// Returns an interval's cost: its share of the edge's cost times a factor, which is `nil` if
    /// the interval is barred.
    @inline(__always)
    static func cost(_ cost: UInt32, from: Double, to: Double, factor: CostFactor?) -> UInt32 {
        guard let factor, cost != SearchCost.closed else { return SearchCost.closed }
        return factor.applied(to: prefix(of: cost, upTo: to) - prefix(of: cost, upTo: from))
    }

    private mutating func addJumps(
        _ pieces: [BarrierPiece], _ points: [BarrierPoint], attribute: Int, isForward: Bool
    ) {
        for piece in pieces where piece.from == piece.to && piece.effect == .barred {
            jumps.append(Jump(at: piece.from, added: SearchCost.closed))
        }
        for point in points where isForward ? point.affectsForward : point.affectsBackward {
            let at = isForward ? point.at : 1 - point.at
            switch point.effect {
            case .barred: jumps.append(Jump(at: at, added: SearchCost.closed))
            case .added(let added): jumps.append(Jump(at: at, added: added[attribute]))
            case .scaled: continue
            }
        }
        jumps.sort { ($0.at, $0.added) < ($1.at, $1.added) }
    }

    /// Returns the cost of the first part of an edge without barriers.
    @inline(__always)
    package static func prefix(of cost: UInt32, upTo fraction: Double) -> UInt32 {
        UInt32((fraction * Double(cost)).rounded())
    }

    /// Returns the cost from one place to a later one along the edge, or `nil` if travel between
    /// them is barred.
    ///
    /// A barrier point exactly at `from` is charged, a point exactly at `to` is not. A barred point
    /// at either end does not bar.
    package func cost(from: Double, to: Double) -> UInt32? {
        var total: UInt64 = 0
        for interval in intervals where interval.to > from && interval.from < to {
            guard interval.cost != SearchCost.closed else { return nil }
            let start = max(from, interval.from)
            let end = min(to, interval.to)
            total += UInt64(
                Self.part(interval, upTo: end) - Self.part(interval, upTo: start))
        }
        for jump in jumps where jump.at >= from && jump.at < to {
            guard jump.added != SearchCost.closed else {
                if jump.at > from { return nil }
                continue
            }
            total += UInt64(jump.added)
        }
        return UInt32(min(total, UInt64(SearchCost.limit)))
    }

    /// The cost of the whole edge, at least 1, or ``SearchCost/closed``.
    package var whole: UInt32 { cost(from: 0, to: 1).map { max(1, $0) } ?? SearchCost.closed }

    private static func part(_ interval: Interval, upTo place: Double) -> UInt32 {
        if place >= interval.to { return interval.cost }
        if place <= interval.from { return 0 }
        let share = (place - interval.from) / (interval.to - interval.from)
        return UInt32((share * Double(interval.cost)).rounded())
    }
}
