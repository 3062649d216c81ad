// Distances over every edge that a mode family may use, without its direction rule.

import RoadNetwork

/// A family's turn-expanded graph under its unrestricted metric, for searches through all of it.
struct DistanceField {
    /// Edges and copies that the family may use, ascending. A state's position here is its row.
    let states: [UInt32]
    /// The row of each edge and copy; ``Hierarchy/none`` if the family may not use it.
    let rows: [UInt32]
    private let network: NetworkDataset
    private let family: Int
    private let weights: [UInt32]
    private let turns: TurnExpansion
    /// The family's edges and copies, in both directions of every street.
    let expanded: TurnExpandedStates

    init(_ network: NetworkDataset, _ key: MetricKey) {
        self.network = network
        family = key.family
        expanded = TurnExpandedStates(network, family: key.family, directionMask: 0)
        let metric = Metric(key: key.unrestricted(in: network), network: network)
        weights = metric.weights
        turns = TurnExpansion(metric, network: network)
        var states: [UInt32] = []
        for edge in 0..<UInt32(network.edgeCount) where expanded.contains(edge: edge) {
            expanded.forEachState(of: edge) { states.append($0) }
        }
        states.sort()
        var rows = [UInt32](
            repeating: Hierarchy.none, count: network.edgeCount + network.copyCount)
        for (row, state) in states.enumerated() { rows[Int(state)] = UInt32(row) }
        self.states = states
        self.rows = rows
    }

    /// A state in the largest part of the network; `nil` if there are no states.
    var someState: UInt32? {
        let component = network.nodeComponent[family]
        return states.first { component[network.edgeHead[turns.edge(of: $0)]] == 0 } ?? states.first
    }

    /// Returns for each row the distance between the end of its state and the end of another;
    /// ``SearchCost/limit`` if no path is shorter.
    ///
    /// - Parameter isForward: Whether to measure from the other state, or to it.
    /// - Returns: `nil` when the monitor stopped the search.
    /// - Complexity: O(*n* log *n*) in the number of states.
    func distances(
        of state: UInt32, isForward: Bool, monitor: some SearchMonitor
    ) -> [UInt32]? {
        var isStopped = false
        var distances = [UInt32](repeating: SearchCost.limit, count: states.count)
        var queue = LabelQueue()
        distances.withUnsafeMutableBufferPointer { distances in
            func improve(_ state: UInt32, to cost: UInt64) {
                let row = rows[Int(state)]
                guard row != Hierarchy.none, cost < UInt64(distances[Int(row)]) else { return }
                distances[Int(row)] = UInt32(cost)
                queue.push(cost: UInt32(cost), label: state)
            }
            improve(state, to: 0)
            var steps = 0
            while let (cost, state) = queue.pop() {
                steps += 1
                if steps & 0xFFF == 0, monitor.shouldStop {
                    isStopped = true
                    return
                }
                guard distances[Int(rows[Int(state)])] == cost else { continue }
                isForward
                    ? relaxForward(of: state, cost, improve) : relaxBackward(state, cost, improve)
            }
        }
        return isStopped ? nil : distances
    }

    @inline(__always)
    private func relaxForward(
        of state: UInt32, _ cost: UInt32, _ improve: (UInt32, UInt64) -> Void
    ) {
        turns.forEachTurn(from: state) { _, next, target, turn in
            improve(target, UInt64(cost) + UInt64(turn) + UInt64(weights[Int(next)]))
        }
    }

    @inline(__always)
    private func relaxBackward(
        _ state: UInt32, _ cost: UInt32, _ improve: (UInt32, UInt64) -> Void
    ) {
        let behind = UInt64(cost) + UInt64(weights[Int(turns.edge(of: state))])
        turns.forEachEdge(before: state) { edge in
            expanded.forEachState(of: edge) { before in
                guard let turn = turns.cost(from: before, into: state) else { return }
                improve(before, behind + UInt64(turn))
            }
        }
    }
}
