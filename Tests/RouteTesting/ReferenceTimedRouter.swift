// The oracle for conditions that change during the route: plain Dijkstra with a clock.

package import RoadNetwork
package import RoutingEngine

/// Finds the costs of timed legs slowly, on a random conditional network.
///
/// At every instant it reads the same network drawn with that instant's conditions fixed, so it
/// shares nothing with the way the engine stores or judges conditions. Otherwise it works as
/// ``ReferenceRouter`` does.
package final class ReferenceTimedRouter {
    private struct State: Hashable {
        var history: [UInt32]
        var isInLastArea: Bool
    }

    /// A network with some conditions fixed.
    private struct Moment {
        var costs: ReferenceCosts
        var network: NetworkDataset
        var forbidden: [[UInt32]]
    }

    private let draw: (Set<String>?) throws -> RandomNetwork
    private let network: NetworkDataset
    private let sequences: [[UInt32]]
    private let key: MetricKey
    private let barriers: BarrierSet
    private let traffic: ReferenceTraffic?
    private var moments: [Set<String>: Moment] = [:]

    /// - Parameter draw: Draws the network with the given conditions fixed, or conditional for
    ///   `nil`.
    package init(
        key: MetricKey, barriers: BarrierSet, traffic: ReferenceTraffic? = nil,
        draw: @escaping (Set<String>?) throws -> RandomNetwork
    ) throws {
        self.traffic = traffic
        self.draw = draw
        self.key = key
        self.barriers = barriers
        let conditional = try draw(nil)
        network = conditional.dataset
        let active = key.prohibitingMask
        sequences = conditional.prohibitions.filter { $0.mask & active != 0 }.map(\.edges)
    }

    private func moment(at instant: Int64) throws -> Moment {
        let time = LocalMinute(milliseconds: instant)
        let holding = Set(
            RandomNetwork.conditions.filter { TimeCondition($0)?.holds(at: time) ?? false })
        if var known = moments[holding] {
            known.costs.instant = instant
            return known
        }
        let drawn = try draw(holding)
        var fresh = Moment(
            costs: ReferenceCosts(
                network: drawn.dataset, key: key, barriers: barriers, attribute: 0,
                traffic: traffic),
            network: drawn.dataset,
            forbidden: drawn.prohibitions.filter { $0.mask & key.prohibitingMask != 0 }
                .map(\.edges))
        fresh.costs.instant = instant
        moments[holding] = fresh
        return fresh
    }

    /// The least cost from an origin at an instant to a destination, or `nil` if there is no path.
    package func cost(
        from origin: SearchOrigin, at start: Int64, to destination: SearchDestination
    ) throws -> UInt32? {
        var best: UInt32?
        var reached: [State: UInt32] = [:]
        func arrive(_ cost: UInt32) { best = min(best ?? .max, cost) }
        let first = try moment(at: start)
        if destination.edge == origin.edge, destination.fraction >= origin.fraction,
            let part = first.costs.cost(
                of: origin.edge, from: origin.fraction, to: destination.fraction)
        {
            arrive(part)
        }
        if let part = first.costs.cost(of: origin.edge, from: origin.fraction, to: 1) {
            reached[State(history: [origin.edge], isInLastArea: false)] = part
        }
        var settled: Set<State> = []
        while let (state, cost) = reached.filter({ !settled.contains($0.key) })
            .min(by: { $0.value < $1.value })
        {
            settled.insert(state)
            let now = try moment(at: start + Int64(cost))
            for (next, turn) in turns(from: state, now) {
                guard let edge = next.history.last else { continue }
                let entered = cost + turn
                let then = try moment(at: start + Int64(entered))
                let isNextInArea = isClosedArea(edge, then)
                var entry = next
                if state.isInLastArea && !isNextInArea { continue }
                if isNextInArea && !isClosedArea(state.history.last ?? 0, now) {
                    entry.isInLastArea = true
                }
                if edge == destination.edge,
                    let part = then.costs.cost(of: edge, from: 0, to: destination.fraction)
                {
                    arrive(entered + part)
                }
                if let whole = then.costs.cost(of: edge, from: 0, to: 1) {
                    let total = entered + max(1, whole)
                    if total < reached[entry] ?? .max { reached[entry] = total }
                }
            }
        }
        return best
    }

    /// The cost of each element of a path that begins at an instant, including the turn into it;
    /// `nil` if the path is closed then.
    package func steps(along path: NetworkPath, at start: Int64) throws -> [UInt32]? {
        guard let first = path.elements.first else { return nil }
        let edge = first.edge.row
        var steps: [UInt32] = []
        guard
            let part = try moment(at: start).costs.cost(of: edge, from: first.from, to: first.to)
        else { return nil }
        steps.append(part)
        var state = State(history: [edge], isInLastArea: false)
        var instant = start + Int64(part)
        for element in path.elements.dropFirst() {
            let edge = element.edge.row
            let now = try moment(at: instant)
            let turn = turns(from: state, now).first { $0.0.history.last == edge }
            guard let (next, cost) = turn else { return nil }
            let then = try moment(at: instant + Int64(cost))
            let isNextInArea = isClosedArea(edge, then)
            if state.isInLastArea && !isNextInArea { return nil }
            let entersArea = isNextInArea && !isClosedArea(state.history.last ?? 0, now)
            state = next
            if entersArea { state.isInLastArea = true }
            guard let part = then.costs.cost(of: edge, from: element.from, to: element.to) else {
                return nil
            }
            steps.append(cost + part)
            instant += Int64(cost + part)
        }
        return steps
    }

    private func turns(from state: State, _ now: Moment) -> [(State, UInt32)] {
        guard let edge = state.history.last else { return [] }
        let node = network.edgeHead[edge]
        guard let passage = now.costs.passage(of: node) else { return [] }
        var result: [(State, UInt32)] = []
        for next in 0..<UInt32(network.edgeCount) where network.edgeHead[next ^ 1] == node {
            if next == edge ^ 1 {
                guard key.uTurns.allows(valence: network.nodeValence[key.family][node]) else {
                    continue
                }
            } else if key.bars(node, on: network) {
                continue
            }
            let driven = state.history + [next]
            if now.forbidden.contains(where: { driven.suffix($0.count).elementsEqual($0) }) {
                continue
            }
            let turn = network.turnCost(
                column: key.column, from: EdgeID(row: edge), to: EdgeID(row: next))
            result.append(
                (
                    State(history: remembered(driven), isInLastArea: state.isInLastArea),
                    turn + passage
                ))
        }
        return result
    }

    /// The end of a drive that can still matter, at any time.
    private func remembered(_ driven: [UInt32]) -> [UInt32] {
        for length in stride(from: driven.count, to: 1, by: -1) {
            let end = driven.suffix(length)
            if sequences.contains(where: { $0.count > length && $0.starts(with: end) }) {
                return Array(end)
            }
        }
        return Array(driven.suffix(1))
    }

    private func isClosedArea(_ edge: UInt32, _ moment: Moment) -> Bool {
        key.restrictions.contains {
            $0.isThroughTraffic && $0.effect == .prohibits
                && moment.network.edgeRestrictions[edge] & $0.mask != 0
        }
    }
}
