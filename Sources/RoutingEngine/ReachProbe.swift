// Whether an edge is connected to the network, decided by a local search.

package import RoadNetwork

/// Distinguishes edges connected to the network from edges on islands, in yards and at dead ends.
///
/// An edge is cut off ahead if a search from it ends before meeting enough other edges, and cut off
/// behind if a search towards it does. Everything that a metric closes counts: restrictions, barred
/// nodes, forbidden turns, U-turns, through traffic; and barriers, if the probe has them.
/// Prohibitions count if they are about a single turn, but not if they have a via way.
package struct ReachProbe {
    /// The direction of a search.
    package enum Side: CaseIterable, Sendable {
        /// Along the direction of travel: can the edge be left?
        case ahead
        /// Against it: can the edge be reached?
        case behind
    }

    /// The results of searches in one direction.
    private struct Findings {
        var connected: Set<UInt32> = []
        var cutOff: Set<UInt32> = []
    }

    /// An edge, and whether the search entered an area closed to through traffic before it.
    private struct Step: Hashable {
        var edge: UInt32
        var isConfined: Bool
    }

    private let network: NetworkDataset
    private let metric: Metric
    /// The costs with barriers; `nil` for a probe without any.
    private let costs: RequestCosts?
    private let minimumEdgeCount: Int
    private let uTurns: UTurnRule
    private var findings: [Side: Findings] = [:]

    /// Makes a probe, which caches its results.
    ///
    /// - Parameters:
    ///   - minimumEdgeCount: How many edges a search must meet for its edge to count as connected;
    ///     by default 1,000, or a quarter of a small network. This is more than the largest yards
    ///     of the measured extracts, but few enough to be quick.
    ///   - uTurns: Where searches may make U-turns; by default where the metric allows them.
    package init(
        network: NetworkDataset, metric: Metric, minimumEdgeCount: Int? = nil,
        uTurns: UTurnRule? = nil
    ) {
        self.uTurns = uTurns ?? metric.key.uTurns
        self.network = network
        self.metric = metric
        costs = nil
        self.minimumEdgeCount = minimumEdgeCount ?? min(1_000, network.edgeCount / 4)
    }

    /// Makes a probe under a request's barriers.
    ///
    /// - Parameter minimumEdgeCount: By default 1,000, or half of a small network: with U-turns, a
    ///   search meets twice as many edges on the same streets.
    package init(
        _ costs: RequestCosts, uTurns: UTurnRule = .everywhere, minimumEdgeCount: Int? = nil
    ) {
        network = costs.network
        metric = costs.metric
        self.costs = costs.hasBarriers ? costs : nil
        self.uTurns = uTurns
        self.minimumEdgeCount = minimumEdgeCount ?? min(1_000, network.edgeCount / 2)
    }

    /// Whether an edge was found cut off before.
    package func isKnownCutOff(_ edge: UInt32, _ side: Side) -> Bool {
        findings[side]?.cutOff.contains(edge) ?? false
    }

    /// Whether the network can be reached from a place on an edge, or the place from the network.
    package mutating func isConnected(_ edge: UInt32, at fraction: Double, _ side: Side) -> Bool {
        if let costs, isTouched(edge) {
            let (from, to) = side == .ahead ? (fraction, 1) : (0, fraction)
            guard costs.cost(of: edge, from: from, to: to) != nil else { return false }
        }
        return isConnected(edge, side)
    }

    /// Whether barriers change a street. If so, a finding about one part of it does not hold for
    /// all of it.
    private func isTouched(_ edge: UInt32) -> Bool {
        costs.map { $0.barriers.segments[Int(edge >> 1)] != nil } ?? false
    }

    /// Whether a whole edge is closed.
    private func isClosed(_ edge: UInt32) -> Bool {
        (costs?.weight(edge) ?? metric.weights[Int(edge)]) == SearchCost.closed
    }

    /// Whether the network can be reached from an edge, or the edge from the network.
    ///
    /// - Complexity: O(`minimumEdgeCount`). All calls together take O(*n*) in the edges found cut
    ///   off, plus O(`minimumEdgeCount`) for each call that finds none.
    package mutating func isConnected(_ edge: UInt32, _ side: Side) -> Bool {
        guard metric.weights[Int(edge)] != SearchCost.closed else { return false }
        // Taken out, so that it is not copied.
        var findings = self.findings.removeValue(forKey: side) ?? Findings()
        defer { self.findings[side] = findings }
        if findings.connected.contains(edge) { return true }
        if findings.cutOff.contains(edge) { return false }
        let start = Step(edge: edge, isConfined: false)
        var seen: Set = [start]
        var open = [start]
        var isConnected = seen.count >= minimumEdgeCount
        // Everything behind a cut-off edge has been met already; a search that counts meets it
        // again.
        let isCounting = minimumEdgeCount < .max
        while !isConnected, let step = open.popLast() {
            for next in steps(from: step, side, isFirst: step == start)
            where seen.insert(next).inserted {
                if !isCounting, findings.cutOff.contains(next.edge) { continue }
                open.append(next)
                isConnected =
                    isConnected || seen.count >= minimumEdgeCount
                    || !next.isConfined && findings.connected.contains(next.edge)
            }
        }
        if !isConnected {
            for step in seen where !step.isConfined && !isTouched(step.edge) {
                findings.cutOff.insert(step.edge)
            }
        } else if !isTouched(edge) {
            findings.connected.insert(edge)
        }
        return isConnected
    }

    /// Returns this probe with its results, and keeps none: the results of two probes would be
    /// copied as soon as either finds more.
    package mutating func taken() -> ReachProbe {
        defer { findings = [:] }
        return self
    }

    /// Returns the edges that places reach, or that reach them; `nil` if there are
    /// `minimumEdgeCount` or more. Edges that barriers close, if only in part, are left out.
    ///
    /// - Complexity: O(`minimumEdgeCount`).
    package func pocket(
        around places: [(edge: UInt32, fraction: Double)], _ side: Side
    ) -> Set<UInt32>? {
        reach(of: places, side)?.filter { !isClosed($0) }
    }

    /// Returns the edges that places reach at least in part, or that reach them; `nil` if there are
    /// `minimumEdgeCount` or more. No path leads to a place on any other edge, or from it.
    ///
    /// - Complexity: O(`minimumEdgeCount`).
    package func reach(
        of places: [(edge: UInt32, fraction: Double)], _ side: Side
    ) -> Set<UInt32>? {
        var seen: Set<Step> = []
        var open: [Step] = []
        for place in places {
            let step = Step(edge: place.edge, isConfined: false)
            guard seen.insert(step).inserted else { continue }
            let (from, to) = side == .ahead ? (place.fraction, 1) : (0, place.fraction)
            if let costs, costs.cost(of: place.edge, from: from, to: to) == nil { continue }
            open.append(step)
        }
        let first = Set(open)
        while let step = open.popLast() {
            for next in steps(from: step, side, isFirst: first.contains(step))
            where seen.insert(next).inserted {
                guard seen.count < minimumEdgeCount else { return nil }
                open.append(next)
            }
        }
        return Set(seen.map(\.edge))
    }

    /// Whether some places lie on one island: an undirected search from the first meets all others
    /// and is then exhausted.
    ///
    /// - Parameter places: Each place's edges.
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

    /// Whether it is certain that no path leads from some edges to some others, because either side
    /// is connected to only a few edges.
    ///
    /// Prohibitions with a via way are ignored, and barriers on the first and last edges, too; they
    /// could only close more.
    ///
    /// - Complexity: O(`minimumEdgeCount`), and at most O(*k*) for *k* edges connected to the
    ///   smaller side.
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
        let first = sides.map(\.seen)
        while true {
            for index in sides.indices {
                guard let step = sides[index].open.popLast() else { return true }
                let isFirst = first[index].contains(step)
                for next in steps(from: step, sides[index].side, isFirst: isFirst)
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

    private func steps(from step: Step, _ side: Side, isFirst: Bool = false) -> [Step] {
        let node = network.edgeHead[side == .ahead ? step.edge : step.edge ^ 1]
        if let costs {
            // A partly closed edge can be entered, but not passed.
            guard isFirst || !isClosed(step.edge), costs.nodeCosts[node] != SearchCost.closed else {
                return []
            }
        }
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

    /// Returns the step onto an edge, or `nil` if it would be through traffic.
    ///
    /// The rule is the same in both directions: closed areas may only be the two ends of a leg.
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
