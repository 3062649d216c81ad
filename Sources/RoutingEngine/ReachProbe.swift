// Whether an edge leads anywhere, told from its surroundings.

package import RoadNetwork

/// Tells edges that lead somewhere from those on islands, in yards and on stubs.
///
/// An edge is cut off ahead when a search from it ends before it has met enough others, and cut
/// off behind when one towards it does. Everything that a metric closes counts: restrictions,
/// barred nodes, forbidden turns, U-turns, through traffic. Barriers do not: a client that draws
/// one round a stop means it. Of prohibitions only those of a turn count, not those over a via way.
package struct ReachProbe {
    /// Which way a search goes.
    package enum Side: CaseIterable, Sendable {
        /// Along the direction of travel: can the edge be left?
        case ahead
        /// Against it: can the edge be reached?
        case behind
    }

    /// What searches of one side have shown about edges.
    private struct Findings {
        var connected: Set<UInt32> = []
        var cutOff: Set<UInt32> = []
    }

    /// An edge, and whether an area closed to through traffic has been entered on the way to it.
    private struct Step: Hashable {
        var edge: UInt32
        var isConfined: Bool
    }

    private let network: NetworkDataset
    private let metric: Metric
    private let minimumEdgeCount: Int
    private let uTurns: UTurnRule
    private var findings: [Side: Findings] = [:]

    /// Makes a probe; what it finds it remembers.
    ///
    /// - Parameters:
    ///   - minimumEdgeCount: Edges that a search must meet; by default 1,000, or a quarter of a small
    ///     network. More than the largest yards of the extracts measured, few enough to be quick.
    ///   - uTurns: Where searches may turn round; by default where the metric does.
    package init(
        network: NetworkDataset, metric: Metric, minimumEdgeCount: Int? = nil,
        uTurns: UTurnRule? = nil
    ) {
        self.uTurns = uTurns ?? metric.key.uTurns
        self.network = network
        self.metric = metric
        self.minimumEdgeCount = minimumEdgeCount ?? min(1_000, network.edgeCount / 4)
    }

    /// Whether an edge leads somewhere, or is led to.
    ///
    /// - Complexity: O(`minimumEdgeCount`); all calls together are linear in the edges found cut off, plus
    ///   O(`minimumEdgeCount`) for each call that finds none.
    package mutating func isConnected(_ edge: UInt32, _ side: Side) -> Bool {
        guard metric.weights[Int(edge)] != SearchCost.closed else { return false }
        var findings = findings[side] ?? Findings()
        if findings.connected.contains(edge) { return true }
        if findings.cutOff.contains(edge) { return false }
        let start = Step(edge: edge, isConfined: false)
        var seen: Set = [start]
        var open = [start]
        var isConnected = seen.count >= minimumEdgeCount
        while !isConnected, let step = open.popLast() {
            for next in steps(from: step, side) where seen.insert(next).inserted {
                open.append(next)
                isConnected =
                    isConnected || seen.count >= minimumEdgeCount
                    || !next.isConfined && findings.connected.contains(next.edge)
            }
        }
        if isConnected {
            findings.connected.insert(edge)
        } else {
            findings.cutOff.formUnion(seen.filter { !$0.isConfined }.map(\.edge))
        }
        self.findings[side] = findings
        return isConnected
    }

    /// Whether some places lie on one island: from the first all others are met, and then the
    /// streets end. Directions do not count.
    ///
    /// - Parameter places: For each place its edges.
    /// - Complexity: O(`minimumEdgeCount`).
    package func areOnOneIsland(_ places: [[UInt32]]) -> Bool {
        var seen = Set(places.first ?? [])
        var open = Array(seen)
        while let edge = open.popLast() {
            let step = Step(edge: edge, isConfined: false)
            for next in steps(from: step, .ahead) + steps(from: step, .behind)
            where seen.insert(next.edge).inserted {
                guard seen.count < minimumEdgeCount else { return false }
                open.append(next.edge)
            }
        }
        return places.allSatisfy { !seen.isDisjoint(with: $0) }
    }

    /// Whether it is certain that no path leads from some edges to some others, because one of the
    /// two is cut off from all but a few.
    ///
    /// Barriers and prohibitions over a via way, which are not looked at, only close more.
    ///
    /// - Complexity: O(`minimumEdgeCount`), and no more than twice what the lesser side is connected to.
    package func areSeparate(_ origins: Set<UInt32>, _ destinations: Set<UInt32>) -> Bool {
        guard origins.isDisjoint(with: destinations) else { return false }
        var sides = [
            (side: Side.ahead, met: origins, seen: Set<Step>(), open: [Step]()),
            (side: Side.behind, met: destinations, seen: Set<Step>(), open: [Step]()),
        ]
        for index in sides.indices {
            sides[index].open = sides[index].met.sorted()
                .map { Step(edge: $0, isConfined: false) }
            sides[index].seen = Set(sides[index].open)
        }
        while true {
            for index in sides.indices {
                guard let step = sides[index].open.popLast() else { return true }
                for next in steps(from: step, sides[index].side)
                where sides[index].seen.insert(next).inserted {
                    guard !sides[1 - index].met.contains(next.edge),
                        sides[index].seen.count < minimumEdgeCount
                    else { return false }
                    sides[index].met.insert(next.edge)
                    sides[index].open.append(next)
                }
            }
        }
    }

    private func steps(from step: Step, _ side: Side) -> [Step] {
        let node = network.edgeHead[side == .ahead ? step.edge : step.edge ^ 1]
        let isBarred = metric.barredNodes.contains(node)
        let first = Int(network.nodeFirstOut[node])
        let last = Int(network.nodeFirstOut[node + 1])
        return (first..<last).compactMap { slot in
            let leaving = network.outEdges[slot]
            let next = side == .ahead ? leaving : leaving ^ 1
            guard metric.weights[Int(next)] != SearchCost.closed else { return nil }
            if next == step.edge ^ 1 {
                let valence = network.nodeValence[metric.key.family][node]
                guard uTurns.allows(valence: valence) else { return nil }
            } else if isBarred {
                return nil
            }
            let turn = side == .ahead ? (step.edge, next) : (next, step.edge)
            guard isAllowed(turn) else { return nil }
            return entering(next, from: step)
        }
    }

    private func isAllowed(_ turn: (from: UInt32, to: UInt32)) -> Bool {
        guard network.edgeFlags[turn.from] & EdgeFlags.hasTurnRules.rawValue != 0,
            let rule = network.turnRule(from: turn.from, to: turn.to)
        else { return true }
        return network.turnRuleMask[rule] & metric.prohibitingMask == 0
    }

    /// The step onto an edge, or `nil` where it would be through traffic.
    ///
    /// The rule reads the same both ways: closed areas may only be the two ends of a leg.
    private func entering(_ edge: UInt32, from step: Step) -> Step? {
        let isClosed = isThroughBarred(edge)
        if step.isConfined && !isClosed { return nil }
        return Step(
            edge: edge, isConfined: step.isConfined || isClosed && !isThroughBarred(step.edge))
    }

    private func isThroughBarred(_ edge: UInt32) -> Bool {
        metric.isThroughBarred(edge)
    }
}
