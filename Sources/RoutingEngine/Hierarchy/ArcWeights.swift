// The weights of a hierarchy's arcs, and which of them are turns.

import RoadNetwork
import SystemResources

/// The encoding of an arc's weight: twice the cost, plus one for a composite. A composite consists
/// of two arcs over a lower vertex instead of the turn between its ends.
///
/// So the lesser of two weights has the lesser cost, and at equal cost the turn wins. And
/// ``PathUnpacking`` distinguishes turns from composites without looking up the turn.
enum ArcWeight {
    /// The weight of an arc that cannot be traveled. Costs are below 2³⁰, so the sum of two weights
    /// does not overflow.
    static let infinite = Hierarchy.infinite << 1

    /// Returns a turn's weight.
    @inline(__always)
    static func turn(_ cost: UInt32) -> UInt32 { cost << 1 }

    /// Returns the weight of an arc that consists of two arcs, the first of them finite.
    @inline(__always)
    static func composite(_ first: UInt32, _ second: UInt32) -> UInt32 {
        (first & ~1) &+ (second | 1)
    }

    /// Returns an arc's cost; ``Hierarchy/infinite`` if it cannot be traveled.
    @inline(__always)
    static func cost(_ weight: UInt32) -> UInt32 { weight >> 1 }

    /// Whether an arc of finite weight is a turn.
    @inline(__always)
    static func isTurn(_ weight: UInt32) -> Bool { weight & 1 == 0 }
}

/// One ``ArcWeight`` for each arc of a hierarchy.
final class ArcWeights: @unchecked Sendable {
    // Sendable: while customizing, threads write the arcs of different vertices. After that they
    // are only read.
    let up: UnsafeMutablePointer<UInt32>
    let down: UnsafeMutablePointer<UInt32>
    /// Where the memory goes.
    private let spare: SpareArcs?

    /// Allocates weights without setting them; see ``clear(_:_:)``.
    init(_ columns: HierarchyColumns) {
        up = .allocateLarge(columns.upHead.count)
        down = .allocateLarge(columns.downTail.count)
        spare = nil
    }

    /// Copies weights, reusing freed memory if there is any.
    init(copying other: ArcWeights, _ hierarchy: Hierarchy) {
        let (ups, downs) = (hierarchy.columns.upHead.count, hierarchy.columns.downTail.count)
        spare = hierarchy.spareArcs
        let memory =
            hierarchy.spareArcs.take()
            ?? SpareArcs.Memory(up: .allocateLarge(ups), down: .allocateLarge(downs))
        (up, down) = (memory.up, memory.down)
        up.initialize(from: other.up, count: ups)
        down.initialize(from: other.down, count: downs)
    }

    /// Makes the arcs between some vertices and higher ones infinite.
    func clear(_ ranks: Range<Int>, _ columns: HierarchyColumns) {
        for (weights, first) in [(up, columns.upFirst), (down, columns.downFirst)] {
            let arcs = Int(first[ranks.lowerBound])..<Int(first[ranks.upperBound])
            (weights + arcs.lowerBound).initialize(
                repeating: ArcWeight.infinite, count: arcs.count)
        }
    }

    deinit {
        let memory = SpareArcs.Memory(up: up, down: down)
        if let spare { spare.give(memory) } else { memory.deallocate() }
    }
}
