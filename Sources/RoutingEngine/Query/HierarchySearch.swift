// Legs over a customized hierarchy.

import RoadNetwork

/// The least cost of reaching a destination, and from which origin.
package struct LegCost: Hashable, Sendable {
    /// The origin's cost plus the path's, in quanta.
    package var cost: UInt32
    /// Which origin the path begins at.
    package var origin: Int

    package init(cost: UInt32, origin: Int) {
        self.cost = cost
        self.origin = origin
    }
}

/// Finds legs under a customized metric, with the same costs as ``LegSearch`` and some hundred
/// times faster.
package struct HierarchySearch {
    let costs: RequestCosts
    private let hierarchy: Hierarchy
    private let query: HierarchyQuery
    private let turns: TurnExpansion

    /// - Parameter metric: The weights customized for this request, including its barriers.
    package init(_ costs: RequestCosts, _ metric: CustomizedMetric, space: HierarchySpace) {
        self.costs = costs
        hierarchy = metric.hierarchy
        query = HierarchyQuery(metric, space: space)
        turns = metric.turns.turns
    }

    /// Returns the least cost from any origin to each destination; `nil` if there is no path below
    /// ``SearchCost/limit``.
    ///
    /// - Complexity: O(*n*) in the arcs of the ends' ancestors.
    package func costs(
        from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> [LegCost?] {
        let starts = starts(of: origins)
        query.climb(from: starts)
        return destinations.map { destination in
            var best = costs.onOwnEdge(origins, destination)
            let seeds = seeds(of: destination)
            if let met = query.meet(to: seeds.starts, below: best?.cost ?? Hierarchy.infinite) {
                let origin = origin(of: query.start(of: met.rank), origins, starts)
                best = LegCost(cost: met.cost, origin: origin)
            }
            return best
        }
    }

    /// Returns the result of ``costs(from:to:)`` with the path to the cheapest destination; the
    /// first of several equally cheap ones.
    ///
    /// - Complexity: As ``costs(from:to:)``, plus O(*n* *a*) for a path of *n* vertices with *a*
    ///   arcs each.
    func best(
        from origins: [SearchOrigin], to destinations: [SearchDestination]
    ) -> [LegAnswer?] {
        let starts = starts(of: origins)
        query.climb(from: starts)
        var answers: [LegAnswer?] = []
        var best: (index: Int, cost: UInt32, end: Ending)?
        var lastMet = 0
        for (index, destination) in destinations.enumerated() {
            let direct = costs.onOwnEdge(origins, destination)
            let seeds = seeds(of: destination)
            var answer = direct.map { LegAnswer(cost: $0.cost, origin: $0.origin) }
            var end = direct.map { Ending.onOwnEdge($0) }
            if let met = query.meet(to: seeds.starts, below: direct?.cost ?? Hierarchy.infinite) {
                let origin = origin(of: query.start(of: met.rank), origins, starts)
                answer = LegAnswer(cost: met.cost, origin: origin)
                end = .met(met, seeds)
            }
            lastMet = index
            answers.append(answer)
            if let answer, let end, answer.cost < best?.cost ?? .max {
                best = (index, answer.cost, end)
            }
        }
        guard let best else { return answers }
        let destination = destinations[best.index]
        switch best.end {
        case .onOwnEdge(let cost):
            answers[best.index]?.path = costs.pathOnOwnEdge(cost, origins, destination)
        case .met(var met, let seeds):
            // The labels hold the path of the last meeting only.
            if best.index != lastMet, let again = query.meet(to: seeds.starts) { met = again }
            answers[best.index]?.path = path(
                through: met, from: origins, starts, to: destination, seeds)
        }
        return answers
    }

    /// How a destination is reached.
    private enum Ending {
        case onOwnEdge(LegCost)
        case met(HierarchyQuery.Meeting, DestinationSeeds)
    }

    /// Returns the cheapest path to a destination; `nil` if there is none.
    ///
    /// - Complexity: As ``costs(from:to:)``, plus O(*n* *a*) for a path of *n* vertices with *a*
    ///   arcs each.
    package func path(
        from origins: [SearchOrigin], to destination: SearchDestination
    ) -> LegPath? {
        let starts = starts(of: origins)
        query.climb(from: starts)
        let direct = costs.onOwnEdge(origins, destination)
        let seeds = seeds(of: destination)
        guard let met = query.meet(to: seeds.starts, below: direct?.cost ?? Hierarchy.infinite)
        else { return direct.map { costs.pathOnOwnEdge($0, origins, destination) } }
        return path(through: met, from: origins, starts, to: destination, seeds)
    }

    /// Returns the path through the last meeting.
    private func path(
        through met: HierarchyQuery.Meeting, from origins: [SearchOrigin],
        _ starts: [HierarchyQuery.Start], to destination: SearchDestination,
        _ seeds: DestinationSeeds
    ) -> LegPath {
        let ranks = query.path(through: met.rank)
        let origin = origin(of: ranks[0], origins, starts)
        var path = path(
            along: ranks, cost: met.cost, from: origins[origin], to: destination, seeds)
        path.origin = origin
        return path
    }

    /// Returns a path over some vertices, given its cost, from an origin to a destination behind
    /// the last vertex.
    func path(
        along ranks: [UInt32], cost: UInt32, from origin: SearchOrigin,
        to destination: SearchDestination, _ seeds: DestinationSeeds
    ) -> LegPath {
        let last = seeds.path(from: ranks[ranks.count - 1])
        var elements: [NetworkPath.Element] = []
        elements.reserveCapacity(ranks.count + last.count + 1)
        for rank in ranks {
            elements.append(NetworkPath.Element(edge: EdgeID(row: self.edge(of: rank))))
        }
        for state in last {
            elements.append(NetworkPath.Element(edge: EdgeID(row: turns.edge(of: state))))
        }
        elements[0].from = origin.fraction
        elements.append(
            NetworkPath.Element(
                edge: EdgeID(row: destination.edge), from: 0, to: destination.fraction))
        return LegPath(origin: 0, cost: cost, path: NetworkPath(elements: elements))
    }

    /// Returns where the origins' edges end, and at what cost: one start for each origin whose edge
    /// end is reachable.
    func starts(of origins: [SearchOrigin]) -> [HierarchyQuery.Start] {
        origins.compactMap { start(of: $0) }
    }

    private func start(of origin: SearchOrigin) -> HierarchyQuery.Start? {
        let rank = hierarchy.columns.rankOfState[origin.edge]
        guard rank != Hierarchy.none,
            let rest = costs.cost(of: origin.edge, from: origin.fraction, to: 1)
        else { return nil }
        let total = UInt64(origin.cost) + UInt64(rest)
        guard total < UInt64(SearchCost.limit) else { return nil }
        return HierarchyQuery.Start(rank: rank, cost: UInt32(total))
    }

    /// Returns the first origin that a path beginning at a vertex can belong to.
    func origin(
        of rank: UInt32, _ origins: [SearchOrigin], _ starts: [HierarchyQuery.Start]
    ) -> Int {
        let edge = hierarchy.columns.stateOfRank[rank]
        let least = starts.lazy.filter { $0.rank == rank }.map(\.cost).min()
        let index = origins.indices.first { index in
            origins[index].edge == edge && start(of: origins[index])?.cost == least
        }
        guard let index else { preconditionFailure("a path without an origin") }
        return index
    }

    /// Returns a vertex's edge.
    func edge(of rank: UInt32) -> UInt32 {
        edge(ofState: hierarchy.columns.stateOfRank[rank])
    }

    func edge(ofState state: UInt32) -> UInt32 { turns.edge(of: state) }

    func seeds(of destination: SearchDestination) -> DestinationSeeds {
        DestinationSeeds(destination, costs: costs, hierarchy: hierarchy, turns: turns)
    }
}
