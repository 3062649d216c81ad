// Legs of requests that no hierarchy serves, by A* with landmarks (ALT).

import RoadNetwork

/// Finds legs under costs that do not keep the family's direction rule.
struct LandmarkSearch {
    private let costs: RequestCosts
    private let landmarks: Landmarks
    /// A path costs at least this multiple of its cost under the landmarks' metric.
    private let scale: Double
    private let space: SearchSpace

    init(_ costs: RequestCosts, _ landmarks: Landmarks, scale: Double, space: SearchSpace) {
        self.costs = costs
        self.landmarks = landmarks
        self.scale = scale
        self.space = space
    }

    /// Finds the cheapest path from any origin to each destination, or only to the cheapest
    /// destination.
    ///
    /// - Returns: `nil` when the monitor stopped the search.
    func find(
        from origins: [SearchOrigin], to destinations: [SearchDestination], _ need: LegNeed,
        _ monitor: some SearchMonitor
    ) -> [LegAnswer?]? {
        var answers = [LegAnswer?](repeating: nil, count: destinations.count)
        let groups =
            need == .best ? [Array(destinations.indices)] : destinations.indices.map { [$0] }
        for group in groups {
            var known: (path: LegPath, index: Int)?
            for index in group {
                guard let direct = costs.onOwnEdge(origins, destinations[index]),
                    direct.cost < known?.path.cost ?? .max
                else { continue }
                known = (costs.pathOnOwnEdge(direct, origins, destinations[index]), index)
            }
            let ends = group.map { destinations[$0] }
            var search = GuidedSearch(
                costs, by: landmarks.bounds(to: seeds(of: ends)), scale: scale, to: ends,
                below: known?.path.cost ?? SearchCost.limit, space: space)
            var settled = 0
            let outcome = search.run(
                from: origins, budget: .max, settled: &settled, monitor: monitor)
            guard case .path(let path, let place) = outcome else { return nil }
            if let path { known = (path, group[place]) }
            if let known { answers[known.index] = LegAnswer(known.path) }
        }
        return answers
    }

    /// Returns the states in front of some destinations, with the cost of the turn and the first
    /// part of the destination's edge.
    private func seeds(of destinations: [SearchDestination]) -> [(state: UInt32, cost: UInt32)] {
        let turns = TurnExpansion(costs.metric, network: costs.network)
        return destinations.flatMap { end -> [(state: UInt32, cost: UInt32)] in
            guard let part = costs.cost(of: end.edge, from: 0, to: end.fraction) else { return [] }
            var found: [(state: UInt32, cost: UInt32)] = []
            turns.forEachEdge(before: end.edge) { edge in
                landmarks.states.forEachState(of: edge) { before in
                    guard let turn = turns.cost(from: before, onto: end.edge) else { return }
                    found.append((before, SearchCost.sum(turn, part)))
                }
            }
            return found
        }
    }
}
