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
/// If you loosen a bound, you never get fewer paths. Paths are chosen by cost, cheapest first, and
/// the allowed stretch only ends the list, so a greater stretch makes the list longer. A list is
/// made for the allowed sharing, and for each tenth below it (``AlternativeRule``), so if you allow
/// more sharing, there are more lists. From the paths of all lists, ``AlternativePool`` takes as
/// many as differ from each other.
///
/// ``LegRouter/alternatives(from:to:count:within:monitor:)`` uses it. If paths may be dearer or
/// closed at the time of travel, the caller judges each one
/// (``LegRouter/gather(into:from:to:monitor:judging:)``).
///
/// Method: I. Abraham, D. Delling, A. Goldberg, R. Werneck, *Alternative Routes in Road Networks*,
/// ACM JEA 18 (2013), [doi:10.1145/2444016.2444019](https://doi.org/10.1145/2444016.2444019). The
/// common ancestors of both ends in the elimination tree serve as via vertices; the idea follows
/// from the title of *Separator-Based Alternative Paths in Customizable Contraction Hierarchies*,
/// ATMOS 2025.
struct AlternativeSearch {
    /// Returns a path, given with each step's cost by the metric, as it is when traveled: it costs
    /// no less. `nil` if it cannot be traveled.
    typealias Judge = (AlternativePath, [AlternativeOption.Step]) -> AlternativeOption?

    /// The best path, and what others are compared with.
    private struct Best {
        var option: AlternativeOption
        /// Its vertices, if this search has found it.
        var candidate: Candidate?
        /// Which destination it ends at, if this search has it.
        var destination: Int?
    }

    /// An unpacked path with its costs when it is traveled.
    private struct Judged {
        var candidate: Candidate
        var option: AlternativeOption
        /// What labels showed that it shares; see ``labeledOverlap(of:beside:)``.
        var overlap: UInt64
    }

    /// By which costs paths are chosen.
    private enum Order {
        /// What they cost when traveled.
        case traveled
        /// The metric: near paths that are slow at their time leave the choice to others sooner.
        case metric
    }

    /// What one choice has found, and which other choices would find the same.
    private struct Choice {
        var options: [AlternativeOption] = []
        /// The greatest overlap of a chosen path with the best one or one chosen before, by labels
        /// or by edges: a lower limit than either leaves the path out.
        var greatestOverlap: UInt64 = 0
        /// The least overlap, by labels, of the path over a vertex that was left out because others
        /// of the path were tried.
        var leastLeftOut: UInt64 = .max
        /// Whether it ended since it had tried enough.
        var isIncomplete = false
        /// Whether a path costs more when traveled than by the metric.
        var hasDelays = false

        mutating func leaveOut(_ overlap: UInt64) { leastLeftOut = min(leastLeftOut, overlap) }

        /// Whether a choice with a lower limit finds the same: it takes the same paths, and tries
        /// no vertex that this one left out.
        func holds(within limit: Double) -> Bool {
            !isIncomplete && Double(greatestOverlap) <= limit && Double(leastLeftOut) > limit
        }
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

    let metric: CustomizedMetric
    let space: HierarchySpace
    let search: HierarchySearch
    private let query: HierarchyQuery
    let marks: PotentialMemo

    init(_ costs: RequestCosts, _ metric: CustomizedMetric, space: HierarchySpace) {
        self.metric = metric
        self.space = space
        search = HierarchySearch(costs, metric, space: space)
        query = HierarchyQuery(metric, space: space)
        marks = space.potentials
    }

    /// Returns the cheapest path and up to `count - 1` further ones, by cost.
    ///
    /// - Parameter count: At most 10.
    /// - Complexity: One query without pruning, and some thousands of vertices more if it leaves
    ///   too few paths; for each candidate its unpacking and another query.
    func paths(
        from origins: [SearchOrigin], to destinations: [SearchDestination], count: Int,
        within bounds: AlternativeBounds
    ) -> [AlternativePath] {
        guard count > 0 else { return [] }
        let ends = label(from: origins, to: destinations)
        let all = vias(within: bounds.stretch)
        if let direct = onOwnEdge(ends), direct.path.cost <= all.first?.cost ?? .max {
            return [direct]
        }
        guard let first = all.first else { return [] }
        let candidate = candidate(over: first, ends)
        let own = AlternativeOption(
            alternative(candidate, ends), cost: UInt64(candidate.cost),
            steps: steps(of: candidate))
        let best = Best(
            option: own, candidate: candidate, destination: candidate.destination)
        guard count > 1 else { return [own.path] }
        var pool = AlternativePool(beside: own, within: bounds, wanted: count - 1)
        fill(&pool, over: all, ends, beside: best) { path, steps in
            AlternativeOption(path, cost: UInt64(path.path.cost), steps: steps)
        }
        return [own.path] + pool.chosen.map(\.path)
    }

    /// Adds paths to a pool until it is full.
    ///
    /// - Complexity: As of ``paths(from:to:count:within:)``.
    func gather(
        into pool: inout AlternativePool, from origins: [SearchOrigin],
        to destinations: [SearchDestination], judging judge: Judge
    ) {
        let ends = label(from: origins, to: destinations)
        let destination = destination(of: pool.best.path.path.path, ends)
        fill(
            &pool, over: vias(within: pool.bounds.stretch, of: UInt32(clamping: pool.best.cost)),
            ends,
            beside: Best(option: pool.best, destination: destination), judge)
    }

    private func label(from origins: [SearchOrigin], to destinations: [SearchDestination]) -> Ends {
        let ends = Ends(
            origins: origins, starts: search.starts(of: origins), destinations: destinations,
            seeds: destinations.map { search.seeds(of: $0) })
        query.climb(from: ends.starts)
        query.descend(to: ends.seeds.flatMap(\.starts))
        return ends
    }

    /// Adds paths over vertices above both ends, then over lower ones, until the pool is full.
    ///
    /// - Parameter all: The vertices above both ends.
    private func fill(
        _ pool: inout AlternativePool, over all: [Via], _ ends: Ends, beside best: Best,
        _ judge: Judge
    ) {
        defer { marks.reset() }
        guard let least = all.first?.cost else { return }
        choose(from: all, ends, beside: best, &pool, judge)
        guard !pool.isFull else { return }
        choose(
            from: viasBelow(least, within: pool.mostCost), ends, beside: best, &pool, judge)
    }

    /// Chooses paths once for each overlap, until the pool is full.
    private func choose(
        from vias: [Via], _ ends: Ends, beside best: Best, _ pool: inout AlternativePool,
        _ judge: Judge
    ) {
        var unpacked = Unpacked()
        var hasDelays = false
        for order in [Order.traveled, .metric] where order == .traveled || hasDelays {
            var last: Choice?
            for sharing in AlternativeRule.sharings(upTo: pool.bounds.sharing) {
                let limit = Double(best.option.cost) * sharing
                if let last, last.holds(within: limit) { continue }
                let choice = choice(
                    from: vias, ends, by: order, sharing: limit, beside: best, pool, &unpacked,
                    judge)
                pool.add(choice.options, sharing: sharing)
                if pool.isFull { return }
                if choice.hasDelays { hasDelays = true }
                last = choice
            }
        }
    }

    /// Chooses paths by their costs.
    ///
    /// A path is judged when its cost by the metric comes up. By costs when traveled, it is chosen
    /// when its own does: then none that is judged later costs less.
    ///
    /// - Parameters:
    ///   - vias: The vertices to choose from, cheapest first.
    ///   - limit: The greatest overlap with each path chosen before.
    private func choice(
        from vias: [Via], _ ends: Ends, by order: Order, sharing limit: Double, beside best: Best,
        _ pool: AlternativePool, _ unpacked: inout Unpacked, _ judge: Judge
    ) -> Choice {
        var accepted = accepted(beside: best, sharing: limit)
        var effort = Effort(
            tries: Self.triesPerPath * pool.wanted, searches: Self.searchesPerPath * pool.wanted)
        // The costs of paths that were tried, by their vertices: further vertices of the same path
        // need not be tried.
        var tried: [UInt32: UInt32] = [:]
        /// Judged paths, dearest first.
        var judged: [Judged] = []
        var choice = Choice()
        // By the metric, paths that cost too much when traveled are chosen besides.
        let most = order == .traveled ? pool.wanted : 3 * pool.wanted
        var left = vias[...]
        while choice.options.count < most {
            let coming = left.first.map { UInt64($0.cost) } ?? .max
            if let next = judged.last, order == .metric || next.option.cost <= coming {
                judged.removeLast()
                take(next, into: &choice, &accepted, beside: best)
                continue
            }
            guard let via = left.popFirst() else { break }
            guard effort.tries > 0, effort.searches > 0 else {
                choice.isIncomplete = true
                left = []
                continue
            }
            guard let overlap = labeledOverlap(of: via, beside: accepted),
                !isBypassed(via.rank, within: accepted.reach)
            else { continue }
            guard tried[via.rank] != via.cost, mayBeTried(via, effort) else {
                choice.leaveOut(overlap)
                continue
            }
            guard !isDetour(via, within: accepted.reach, &unpacked, &effort) else { continue }
            effort.tries -= 1
            let candidate = candidate(over: via, ends, &unpacked)
            for rank in candidate.ranks { tried[rank] = candidate.cost }
            guard isAdmissible(candidate, over: via, beside: accepted, &unpacked),
                let option = judge(alternative(candidate, ends), steps(of: candidate)),
                option.cost >= best.option.cost
            else { continue }
            if option.cost > UInt64(candidate.cost) { choice.hasDelays = true }
            let place = judged.firstIndex { $0.option.cost <= option.cost } ?? judged.endIndex
            judged.insert(
                Judged(candidate: candidate, option: option, overlap: overlap), at: place)
        }
        return choice
    }

    /// Marks the best path; further ones are compared with it alone.
    private func accepted(beside best: Best, sharing limit: Double) -> Accepted {
        marks.reset()
        if let candidate = best.candidate {
            mark(candidate, 0)
        } else {
            mark(best.option.path.path.path, 0)
        }
        return Accepted(
            best: UInt32(clamping: best.option.cost), limit: limit,
            destinations: [best.destination])
    }

    /// Chooses a judged path, unless it shares too much when traveled.
    private func take(
        _ judged: Judged, into choice: inout Choice, _ accepted: inout Accepted, beside best: Best
    ) {
        let (candidate, option) = (judged.candidate, judged.option)
        let others = [best.option] + choice.options
        // If it costs what the metric says, and none chosen before does or costs more, then the
        // metric says what it shares, too.
        let isSlow = option.cost > UInt64(candidate.cost)
        if isSlow || others.contains(where: { $0.cost >= option.cost }) {
            guard others.allSatisfy({ option.differs(from: $0, sharing: accepted.limit) }) else {
                return
            }
            for other in others {
                choice.greatestOverlap = max(choice.greatestOverlap, option.overlap(with: other))
            }
        }
        choice.greatestOverlap = max(choice.greatestOverlap, judged.overlap)
        for number in 0..<accepted.count {
            let overlap = overlap(of: candidate, with: number, of: accepted)
            choice.greatestOverlap = max(choice.greatestOverlap, overlap)
        }
        mark(candidate, accepted.count)
        accepted.destinations.append(candidate.destination)
        choice.options.append(option)
    }

    /// Returns the edges of a path with their costs by the metric.
    private func steps(of candidate: Candidate) -> [AlternativeOption.Step] {
        var steps: [AlternativeOption.Step] = []
        steps.reserveCapacity(candidate.ranks.count + candidate.tail.count)
        var before: UInt32 = 0
        for (rank, cost) in zip(candidate.ranks, candidate.prefix) {
            steps.append(.init(edge: search.edge(of: rank), cost: UInt64(cost - before)))
            before = cost
        }
        return steps + candidate.tail.map { .init(edge: $0.edge, cost: UInt64($0.cost)) }
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

    /// Returns the vertices above both ends over which a path costs at most a multiple of the best
    /// one, cheapest first; at equal cost the lowest first.
    ///
    /// - Parameter best: The best path's cost; by default, the cheapest path's.
    private func vias(within stretch: Double, of best: UInt32? = nil) -> [Via] {
        let (forward, backward) = (space.forward, space.backward)
        var vias: [Via] = []
        var least = Hierarchy.infinite
        for rank in forward.order {
            let cost = forward.cost[Int(rank)] &+ backward.cost[Int(rank)]
            guard cost < Hierarchy.infinite else { continue }
            least = min(least, cost)
            vias.append(Via(rank: rank, cost: cost))
        }
        let limit = Double(best ?? least) * stretch
        vias.removeAll { Double($0.cost) > limit }
        vias.sort { ($0.cost, $0.rank) < ($1.cost, $1.rank) }
        return vias
    }

    /// Returns the vertices below both ends, too, cheapest first; afterwards the labels of all are
    /// exact. The vertices visited depend only on the ends.
    ///
    /// - Parameters:
    ///   - least: The cost of the cheapest path.
    ///   - limit: The greatest cost of the path over a vertex.
    private func viasBelow(_ least: UInt32, within limit: Double) -> [Via] {
        let reach = min(
            Double(least) * AlternativeRule.lowerStretch, Double(Hierarchy.infinite - 1))
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
            let edge = search.edge(ofState: state)
            tail.append(Stretch(edge: edge, rank: rankOfState[edge], cost: left - rest))
            left = rest
        }
        return tail
            + [
                Stretch(
                    edge: destination.edge, rank: rankOfState[destination.edge], cost: left)
            ]
    }
}
