// What barriers do to streets and junctions, independent of any metric.
//
// Preparation resolves shapes and locations to this; CostProfile turns it into costs.

/// An effect on part of a street or on a passage.
package enum BarrierEffect: Hashable, Sendable {
    /// Bars travel.
    case barred
    /// Multiplies costs; one factor per cost attribute.
    case scaled([CostFactor])
    /// Adds costs once per passage; quanta per cost attribute.
    case added([UInt32])
}

/// An effect on a piece of a segment. `from` and `to` are fractions along its drawn line.
package struct BarrierPiece: Hashable, Sendable {
    package var from: Double
    package var to: Double
    package var effect: BarrierEffect

    package init(from: Double, to: Double, effect: BarrierEffect) {
        precondition(
            from <= to && from >= 0 && to <= 1,
            "barrier piece is not within 0...1: \(from) to \(to)")
        self.from = from
        self.to = to
        self.effect = effect
    }

    /// Whether the whole segment is barred.
    var isWholeBar: Bool { effect == .barred && from == 0 && to == 1 }
}

/// An effect at a point within a segment.
package struct BarrierPoint: Hashable, Sendable {
    /// The fraction along the drawn line, strictly between 0 and 1.
    package var at: Double
    package var effect: BarrierEffect
    /// Whether the effect applies to travel along the drawn line.
    package var affectsForward: Bool
    /// Whether the effect applies to travel against the drawn line.
    package var affectsBackward: Bool

    package init(
        at: Double, effect: BarrierEffect, affectsForward: Bool = true, affectsBackward: Bool = true
    ) {
        self.at = at
        self.effect = effect
        self.affectsForward = affectsForward
        self.affectsBackward = affectsBackward
    }
}

/// All effects of barriers on one segment.
package struct SegmentBarriers: Hashable, Sendable {
    package var pieces: [BarrierPiece] = []
    package var points: [BarrierPoint] = []

    package init() {}

    /// Adds a piece. A piece that bars the whole segment replaces all others.
    package mutating func add(_ piece: BarrierPiece) {
        if let first = pieces.first, first.isWholeBar { return }
        if piece.isWholeBar { pieces.removeAll() }
        pieces.append(piece)
    }

    /// Whether travel is barred at a place along the drawn line. A barred piece bars its inside,
    /// not its ends.
    package func isBarred(at fraction: Double) -> Bool {
        pieces.contains {
            guard $0.effect == .barred, $0.from < $0.to else { return false }
            // Allow for rounding: seen from the other direction, 1 - (1 - f) is not f for every f.
            let fromStart = $0.from == 0 ? fraction >= 0 : fraction > $0.from + 1e-12
            let toEnd = $0.to == 1 ? fraction <= 1 : fraction < $0.to - 1e-12
            return fromStart && toEnd
        }
    }
}

/// A hash that identifies a set of barriers. Equal input has equal hashes, whichever client sends
/// it.
///
/// It covers everything that the barriers' effects depend on, under a random key of the process, so
/// no client can construct a collision.
package struct BarrierSetHash: Hashable, Sendable, BitwiseCopyable {
    package let high: UInt64
    package let low: UInt64

    /// Makes a hash of 128 bits.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// All barriers of a request, by the segment or node they affect.
///
/// A set knows neither shapes nor costs. Preparation's `BarrierResolver` has found the streets;
/// ``RequestCosts`` lays the set over a metric:
///
///     var closed = SegmentBarriers()
///     closed.add(BarrierPiece(from: 0.5, to: 1, effect: .barred))
///     var barriers = BarrierSet()
///     barriers.segments[segment] = closed
///     barriers.nodes[node] = [.added([30_000])]
///     let costs = RequestCosts(network: network, metric: metric, barriers: barriers)
///
/// **Structure.** ``segments`` is a sorted table. A row is a piece of a street or a point on it,
/// with fractions along the drawn line, so one row serves both directions; a point may affect one
/// direction only. ``nodes`` has effects on passing junctions. An effect bars, multiplies costs, or
/// adds to them (``BarrierEffect``), with a number for each cost attribute.
///
/// **How effects meet** (``CostProfile``, ``RequestCosts/passage(_:attribute:)``):
///
/// - A bar outweighs all other effects. A barred piece bars its inside, not its ends, so a stop at
///   the end of a closed stretch can still be reached from outside.
/// - If pieces overlap, their factors are multiplied, and each interval is rounded once.
/// - Added costs count once per passage. On a part of an edge, a point at the part's start counts
///   and a point at its end does not, so parts in a row count it once.
/// - At a node, a factor has no effect.
///
/// What you may rely on:
///
/// - If a piece bars a whole segment, the segment has no other pieces.
/// - Sets with the same ``hash`` come from the same input and have the same effects, so caches
///   compare the hash alone.
/// - Effects only refer to the network. A set stays valid under every metric of that network.
package struct BarrierSet: Hashable, Sendable {
    package var segments = SegmentEffects()
    /// Effects on passing nodes, by node row.
    package var nodes: [UInt32: [BarrierEffect]] = [:]
    /// The hash of the input that these barriers were resolved from; `nil` if unknown.
    package var hash: BarrierSetHash?

    package init() {}

    package var isEmpty: Bool { segments.isEmpty && nodes.isEmpty }
}
