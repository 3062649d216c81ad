// Alternatives to the cheapest path.

import RoadNetwork

/// Finds alternatives over via vertices: vertices above both ends, then lower ones near the path.
///
/// A query labels every vertex above both ends with its distances, so the cost of the path over
/// each is known without a search. If these vertices give too few paths, the labels spread
/// downwards, highest vertices first, to some thousands of others
/// (``HierarchyQuery/spread(within:most:)``). The vertices are tried by cost. Labels alone show
/// whether a path leaves the previous ones early enough, and whether it makes a detour around its
/// via vertex; only then is it unpacked. It must use no edge twice, share little with each previous
/// path, and be a cheapest path around a via vertex (the T-test), so that it makes no pointless
/// detours.
///
/// ``LegRouter/alternatives(from:to:count:within:beside:monitor:taking:)`` uses it. The caller can
/// name known paths to differ from, and refuse candidates one by one, as when a street is closed at
/// the time it would be reached.
///
/// Method: I. Abraham, D. Delling, A. Goldberg, R. Werneck, *Alternative Routes in Road Networks*,
/// ACM JEA 18 (2013), [doi:10.1145/2444016.2444019](https://doi.org/10.1145/2444016.2444019). The
/// common ancestors of both ends in the elimination tree serve as via vertices; the idea follows
/// from the title of *Separator-Based Alternative Paths in Customizable Contraction Hierarchies*,
/// ATMOS 2025.
struct AlternativeSearch {
    /// A via vertex, and the cost of the path over it.
    struct Via {
        var rank: UInt32
        var cost: UInt32
    }

    /// The unpacked paths over via vertices, and whether each is sensible by itself.
    struct Unpacked {
        var candidates: [UInt32: Candidate] = [:]
        var isSensible: [UInt32: Bool] = [:]
        /// Whether a path makes a detour, as far as labels show it; if a search was needed for it.
        var isDetour: [UInt32: Bool] = [:]
        /// Whether the last choice left out vertices, since it had tried enough.
        var isIncomplete = false
    }

    /// What one choice may still try.
    struct Effort {
        /// How many paths may be unpacked.
        var tries: Int
        /// How many searches for detours there may be.
        var searches: Int
        /// How many vertices have shown a detour, by the cost of the path over them.
        var detours: [UInt32: Int] = [:]
        /// Whether a vertex was left out.
        var isIncomplete = false
    }

    /// A path that was chosen, and what further ones are compared with.
    private struct Choice {
        var candidate: Candidate
        var path: AlternativePath
    }

    /// The unpacked path over a via vertex.
    struct Candidate {
        var cost: UInt32
        var ranks: [UInt32]
        /// The path's cost up to the end of each vertex.
        var prefix: [UInt32]
        /// Which destination it ends at.
        var destination: Int
        /// The path after the last vertex: edges of the destination's area, then its own edge.
        var tail: [Stretch]
    }

    /// The paths that further ones are compared with.
    struct Accepted {
        /// The best path's cost.
        var best: UInt32
        /// The greatest overlap with each path, as a share of the best path's cost.
        var sharing: Double
        /// Which destination each path ends at.
        var destinations: [Int?] = []

        var count: Int { destinations.count }
        /// The cost before and behind a via vertex over which a path must be cheapest.
        var reach: UInt32 { UInt32(Double(best) * AlternativeRule.locality) }
    }

    /// An edge at the end of a path, with the turn onto it.
    struct Stretch {
        /// The edge's own vertex; ``Hierarchy/none`` if it cannot be passed.
        var rank: UInt32
        var cost: UInt32
    }

    /// The ends of the paths. There are several places at each end, since a stop is left and
    /// reached in two directions.
    private struct Ends {
        var origins: [SearchOrigin]
        var starts: [HierarchyQuery.Start]
        var destinations: [SearchDestination]
        var seeds: [DestinationSeeds]
    }

    /// The most paths to unpack for each wanted alternative. Unpacking is most of the work.
    private static let triesPerPath = 8
    /// The most searches for detours for each wanted alternative. Each takes a few microseconds.
    private static let searchesPerPath = 64
    /// The most vertices to visit below both ends.
    private static let mostBelow = 8_192
    /// The mark of the path that is being checked.
    static let current: UInt32 = 1 << 31

    private let bounds: AlternativeBounds
    let metric: CustomizedMetric
    let space: HierarchySpace
    let search: HierarchySearch
    private let query: HierarchyQuery
    let marks: PotentialMemo

    init(
        _ costs: RequestCosts, _ metric: CustomizedMetric, space: HierarchySpace,
        bounds: AlternativeBounds = AlternativeBounds()
    ) {
        self.bounds = bounds
        self.metric = metric
        self.space = space
        search = HierarchySearch(costs, metric, space: space)
        query = HierarchyQuery(metric, space: space)
        marks = space.potentials
    }

    /// Returns the cheapest path and up to `count - 1` further ones, by cost; or `count` paths that
    /// differ from known ones.
    ///
    /// A path that shares much with a better one may be taken first, and leave no room for others.
    /// So if there are too few, they are chosen again with less sharing allowed, and the most paths
    /// count: with more sharing allowed, there are never fewer.
    ///
    /// - Parameters:
    ///   - count: At most 30.
    ///   - known: Paths that the result should share little with, at most 30, the best one first.
    ///     If empty, the cheapest path found comes first.
    ///   - isTaken: Called with each path that meets the criteria, cheapest first, those over lower
    ///     vertices after the others, and again in each further choice. Paths that it refuses are
    ///     skipped.
    /// - Complexity: One query without pruning, and some thousands of vertices more if it leaves
    ///   too few paths; for each candidate its unpacking and another query.
    func paths(
        from origins: [SearchOrigin], to destinations: [SearchDestination], count: Int,
        beside known: [NetworkPath] = [],
        taking isTaken: (AlternativeCandidate) -> Bool = { _ in true }
    ) -> [AlternativePath] {
        guard count > 0 else { return [] }
        let ends = Ends(
            origins: origins, starts: search.starts(of: origins), destinations: destinations,
            seeds: destinations.map { search.seeds(of: $0) })
        query.climb(from: ends.starts)
        query.descend(to: ends.seeds.flatMap(\.starts))
        let vias = vias()
        if known.isEmpty, let direct = onOwnEdge(ends),
            direct.path.cost <= vias.first?.cost ?? .max
        {
            let offered = AlternativeCandidate(path: direct, chosen: [], sharing: bounds.sharing)
            return isTaken(offered) ? [direct] : []
        }
        defer { marks.reset() }
        let most = min(count, 30)
        let own = known.isEmpty ? 1 : 0
        let found = choices(of: vias, ends, most, beside: known, isTaken)
        // If no path was taken, none leaves too little room.
        guard found.count < most, found.count >= own, !vias.isEmpty else {
            return found.map(\.path)
        }
        let more = choices(
            of: viasBelow(vias), ends, most, beside: known, after: Array(found.prefix(own)),
            isTaken)
        let chosen = more.count > found.count ? more : found
        return chosen.map(\.path).sorted { $0.path.cost < $1.path.cost }
    }

    /// Chooses paths by cost. If they are too few, chooses again with less sharing allowed, and
    /// returns the choice with most paths.
    private func choices(
        of vias: [Via], _ ends: Ends, _ most: Int, beside known: [NetworkPath],
        after kept: [Choice] = [], _ isTaken: (AlternativeCandidate) -> Bool
    ) -> [Choice] {
        var unpacked = Unpacked()
        var found = chosen(
            from: vias, ends, most, sharing: bounds.sharing, beside: known, after: kept,
            &unpacked, isTaken)
        let own = known.isEmpty ? 1 : 0
        for sharing in AlternativeRule.tighterSharings where sharing < bounds.sharing {
            // If all vertices were tried in vain, a tighter limit finds none.
            guard found.count > own || found.count == own && unpacked.isIncomplete,
                found.count < most
            else { break }
            let other = chosen(
                from: vias, ends, most, sharing: sharing, beside: known, after: kept, &unpacked,
                isTaken)
            if other.count > found.count { found = other }
        }
        return found
    }

    /// Chooses paths by cost.
    ///
    /// - Parameters:
    ///   - vias: The vertices to choose from, cheapest first.
    ///   - sharing: The greatest overlap with each path chosen before.
    ///   - kept: Paths that are chosen already.
    private func chosen(
        from vias: [Via], _ ends: Ends, _ most: Int, sharing: Double, beside known: [NetworkPath],
        after kept: [Choice], _ unpacked: inout Unpacked,
        _ isTaken: (AlternativeCandidate) -> Bool
    ) -> [Choice] {
        marks.reset()
        var accepted = Accepted(best: bounds.best ?? vias.first?.cost ?? 0, sharing: sharing)
        for path in known {
            mark(path, accepted.count)
            accepted.destinations.append(destination(of: path, ends))
        }
        var found = kept
        for choice in kept {
            mark(choice.candidate, accepted.count)
            accepted.destinations.append(choice.candidate.destination)
        }
        let wanted = known.isEmpty ? most - 1 : most
        var effort = Effort(
            tries: Self.triesPerPath * wanted, searches: Self.searchesPerPath * wanted)
        defer { unpacked.isIncomplete = effort.isIncomplete }
        // The costs of paths that are no alternatives, by their vertices: further vertices of the
        // same path need not be tried.
        var refused: [UInt32: UInt32] = [:]
        for via in vias where found.count < most {
            let isFirst = accepted.count == 0
            if !isFirst {
                guard effort.tries > 0, effort.searches > 0 else {
                    effort.isIncomplete = true
                    break
                }
                guard refused[via.rank] != via.cost, isPromising(via, beside: accepted),
                    !isDetour(via, within: accepted.reach, &unpacked, &effort)
                else { continue }
                effort.tries -= 1
            }
            let candidate = candidate(over: via, ends, &unpacked)
            guard isFirst || isAdmissible(candidate, over: via, beside: accepted, &unpacked) else {
                for rank in candidate.ranks { refused[rank] = candidate.cost }
                continue
            }
            let path = alternative(candidate, ends)
            let offered = AlternativeCandidate(
                path: path, chosen: found.map(\.path), sharing: sharing)
            guard isTaken(offered) else {
                // Without a first path, none follows.
                if isFirst { break }
                for rank in candidate.ranks { refused[rank] = candidate.cost }
                continue
            }
            mark(candidate, accepted.count)
            accepted.destinations.append(candidate.destination)
            found.append(Choice(candidate: candidate, path: path))
        }
        return found
    }

    /// Returns the destination that a known path ends at, if this search has it.
    private func destination(of path: NetworkPath, _ ends: Ends) -> Int? {
        guard let last = path.elements.last else { return nil }
        return ends.destinations.firstIndex {
            $0.edge == last.edge.row && $0.fraction == last.to
        }
    }

    /// Returns the best path that stays on the edge it begins on.
    private func onOwnEdge(_ ends: Ends) -> AlternativePath? {
        var best: AlternativePath?
        for (index, destination) in ends.destinations.enumerated() {
            guard let cost = search.costs.onOwnEdge(ends.origins, destination),
                cost.cost < best?.path.cost ?? .max
            else { continue }
            best = AlternativePath(
                path: search.costs.pathOnOwnEdge(cost, ends.origins, destination),
                destination: index)
        }
        return best
    }

    /// Returns a path with its ends.
    private func alternative(_ candidate: Candidate, _ ends: Ends) -> AlternativePath {
        let origin = search.origin(of: candidate.ranks[0], ends.origins, ends.starts)
        var path = search.path(
            along: candidate.ranks, cost: candidate.cost, from: ends.origins[origin],
            to: ends.destinations[candidate.destination], ends.seeds[candidate.destination])
        path.origin = origin
        return AlternativePath(path: path, destination: candidate.destination)
    }

    /// Returns the destination behind a vertex where paths end: the nearest, or the first of
    /// several equally near.
    private func destination(behind rank: UInt32, _ ends: Ends) -> Int {
        var destination = 0
        var least = UInt32.max
        for (index, seeds) in ends.seeds.enumerated() {
            for start in seeds.starts where start.rank == rank && start.cost < least {
                (destination, least) = (index, start.cost)
            }
        }
        return destination
    }

    /// Returns the vertices above both ends, cheapest first; at equal cost the lowest first.
    private func vias() -> [Via] {
        let (forward, backward) = (space.forward, space.backward)
        var vias: [Via] = []
        var best = Hierarchy.infinite
        for rank in forward.order {
            let cost = forward.cost[Int(rank)] &+ backward.cost[Int(rank)]
            guard cost < Hierarchy.infinite else { continue }
            best = min(best, cost)
            vias.append(Via(rank: rank, cost: cost))
        }
        let limit = Double(bounds.best ?? best) * bounds.stretch
        vias.removeAll { Double($0.cost) > limit }
        vias.sort { ($0.cost, $0.rank) < ($1.cost, $1.rank) }
        return vias
    }

    /// Returns the vertices below both ends, too, cheapest first; afterwards the labels of all are
    /// exact.
    ///
    /// The vertices visited depend only on the ends, and not on ``AlternativeBounds``, so looser
    /// bounds only append vertices.
    ///
    /// - Parameter above: The vertices above both ends, of which the first is the cheapest.
    private func viasBelow(_ above: [Via]) -> [Via] {
        let best = above[0].cost
        let reach = min(Double(best) * AlternativeRule.lowerStretch, Double(Hierarchy.infinite - 1))
        let limit = Double(bounds.best ?? best) * bounds.stretch
        return query.spread(within: UInt32(reach), most: Self.mostBelow)
            .filter { Double($0.cost) <= limit }
            .map { Via(rank: $0.rank, cost: $0.cost) }
            .sorted { ($0.cost, $0.rank) < ($1.cost, $1.rank) }
    }

    private func candidate(
        over via: Via, _ ends: Ends, _ unpacked: inout Unpacked
    ) -> Candidate {
        if let known = unpacked.candidates[via.rank] { return known }
        let candidate = candidate(over: via, ends)
        unpacked.candidates[via.rank] = candidate
        return candidate
    }

    private func candidate(over via: Via, _ ends: Ends) -> Candidate {
        let ranks = query.path(through: via.rank)
        var prefix = [space.forward.cost[Int(ranks[0])]]
        prefix.reserveCapacity(ranks.count)
        for index in ranks.indices.dropFirst() {
            let step = metric.turns.weight(from: ranks[index - 1], into: ranks[index]) ?? 0
            prefix.append(prefix[index - 1] + step)
        }
        let destination = destination(behind: ranks[ranks.count - 1], ends)
        return Candidate(
            cost: via.cost, ranks: ranks, prefix: prefix, destination: destination,
            tail: tail(
                behind: ranks[ranks.count - 1], to: ends.destinations[destination],
                ends.seeds[destination], cost: via.cost - prefix[prefix.count - 1]))
    }

    /// Returns the edges from a vertex into a destination, given their total cost.
    private func tail(
        behind rank: UInt32, to destination: SearchDestination, _ seeds: DestinationSeeds,
        cost: UInt32
    ) -> [Stretch] {
        let rankOfState = metric.hierarchy.columns.rankOfState
        var left = cost
        var tail: [Stretch] = []
        for state in seeds.path(from: rank) {
            let rest = seeds.cost(behind: state)
            tail.append(
                Stretch(rank: rankOfState[search.edge(ofState: state)], cost: left - rest))
            left = rest
        }
        return tail + [Stretch(rank: rankOfState[destination.edge], cost: left)]
    }
}
