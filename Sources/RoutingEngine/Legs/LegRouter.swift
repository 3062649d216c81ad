// Finds one request's legs by the quickest method that is exact for it. Start here.

package import RoadNetwork

/// Finds legs under one request's costs, by the quickest exact method.
///
/// ```swift
/// let leg = engine.withRouter(costs) { router -> LegPath? in
///     let answers = router.find(from: [origin], to: [destination], monitor: NeverStops())
///     return answers?[0]?.path ?? router.path(from: origin, to: destination)
/// }
/// // leg?.path.elements: the edges of the cheapest path
/// ```
///
/// ``LegEngine/withRouter(_:by:monitor:_:)`` provides one, with a ``Guide`` that fits the request:
///
/// - With weights customized for the request, a leg is one query (``HierarchySearch``).
/// - With a lower metric, its best path is checked under the request's costs. If it costs no more,
///   it is proven best. If not, ``GuidedSearch`` looks for something cheaper. When such searches
///   get too long, a metric is derived.
/// - With landmarks, ``LandmarkSearch``; with nothing, ``LegSearch``. If metrics are only being
///   customized, it waits for its own as soon as that is quicker: for a table, or many legs.
///
/// All of them return the same costs. ``mechanisms`` counts which one found each leg.
package struct LegRouter {
    /// What a router takes distances or bounds from.
    enum Guide {
        /// A hierarchy customized for the request.
        case exact(CustomizedMetric)
        /// A metric that the request undercuts by at most a factor.
        case lower(CustomizedMetric, scale: Double)
        /// No hierarchy serves the request. Distances to landmarks bound it, times a factor.
        case landmarks(Landmarks, scale: Double)
        /// Nothing yet: the metrics on the hierarchy are being customized.
        case pending(Hierarchy)
        /// Nothing.
        case none
        /// Nothing, because the monitor stopped its computation.
        case stopped
    }

    let costs: RequestCosts
    let engine: LegEngine
    private let slot: SearchSpaceSlot
    let hierarchySpace: HierarchySpace?
    private(set) var guide: Guide
    /// Labels that searches may still settle before deriving a metric is cheaper.
    private var budget: Int
    /// How many legs each mechanism found.
    package private(set) var mechanisms: [LegMechanism: Int] = [:]

    init(
        _ costs: RequestCosts, engine: LegEngine, guide: Guide, slot: SearchSpaceSlot,
        hierarchySpace: HierarchySpace?
    ) {
        self.costs = costs
        self.engine = engine
        self.guide = guide
        self.slot = slot
        self.hierarchySpace = hierarchySpace
        let ranks = hierarchySpace?.rankCount ?? 0
        // If a search settles as many labels as there are ranks, it takes about as long as a
        // customization.
        if case .pending = guide { budget = ranks } else { budget = Self.budget(ranks) }
    }

    /// Returns how many labels take as long to settle as a metric to derive. Measured on Porto: 0.4
    /// µs per label, and 1.4 to 8 ms per metric of 155,000 vertices.
    private static func budget(_ ranks: Int) -> Int { 4_000 + ranks / 8 }

    /// Up to this many destinations, one landmark search for each is faster than one search by
    /// Dijkstra's algorithm for all.
    private static let destinationsByLandmarks = 4

    /// Lets guided searches settle any number of labels.
    mutating func removeBudget() { budget = .max }

    /// Finds the least cost from any origin to each destination.
    ///
    /// - Returns: Each destination's answer, or `nil` if there is no path below
    ///   ``SearchCost/limit``. The whole result is `nil` when the monitor stopped the search.
    package mutating func find(
        from origins: [SearchOrigin], to destinations: [SearchDestination],
        need: LegNeed = .each, monitor: some SearchMonitor
    ) -> [LegAnswer?]? {
        if case .lower(let lower, let scale) = guide {
            let found = findGuided(
                origins, destinations, need, lower: lower, scale: scale, monitor)
            switch found {
            case .answers(let answers): return answers
            case .stopped: return nil
            case .overBudget: derive(monitor)
            }
        }
        if case .pending = guide, budget == 0 { derive(monitor) }
        if isStopped { return nil }
        if case .landmarks(let landmarks, let scale) = guide,
            need == .best || destinations.count <= Self.destinationsByLandmarks
        {
            count(.landmarkSearch)
            guard !engine.isDisconnected(costs, from: origins, to: destinations) else {
                return destinations.map { _ in nil }
            }
            return LandmarkSearch(costs, landmarks, scale: scale, space: slot.space)
                .find(from: origins, to: destinations, need, monitor)
        }
        guard case .exact(let metric) = guide, let hierarchySpace else {
            return findByDijkstra(origins, destinations, monitor)
        }
        count(.hierarchy)
        let search = HierarchySearch(costs, metric, space: hierarchySpace)
        guard need == .each else { return search.best(from: origins, to: destinations) }
        return search.costs(from: origins, to: destinations)
            .map { $0.map { LegAnswer(cost: $0.cost, origin: $0.origin) } }
    }

    /// Returns the cheapest path from an origin to a destination that
    /// ``find(from:to:need:monitor:)`` has answered without the path.
    package func path(from origin: SearchOrigin, to destination: SearchDestination) -> LegPath? {
        guard case .exact(let metric) = guide, let hierarchySpace else { return nil }
        return HierarchySearch(costs, metric, space: hierarchySpace)
            .path(from: [origin], to: destination)
    }

    /// Returns the cheapest path from any origin to any destination, and alternatives, as
    /// ``AlternativeSearch`` finds them. Customizes a metric for the request if there is none.
    ///
    /// - Parameter count: The most paths, at most 10.
    /// - Returns: An empty array if there is no path; `nil` if no hierarchy serves the request, or
    ///   when the monitor stopped the search.
    package mutating func alternatives(
        from origins: [SearchOrigin], to destinations: [SearchDestination], count: Int,
        within bounds: AlternativeBounds = AlternativeBounds(), monitor: some SearchMonitor
    ) -> [AlternativePath]? {
        alternativeSearch(monitor)?
            .paths(from: origins, to: destinations, count: count, within: bounds)
    }

    /// Adds paths from any origin to any destination to a pool of alternatives, until it is full.
    /// Adds none if no hierarchy serves the request, or if the monitor stops the search.
    ///
    /// - Parameter judge: Returns a path as it is when traveled, where it costs no less than by the
    ///   request's metric; `nil` if it cannot be traveled.
    package mutating func gather(
        into pool: inout AlternativePool, from origins: [SearchOrigin],
        to destinations: [SearchDestination], monitor: some SearchMonitor,
        judging judge: (AlternativePath) -> AlternativeOption?
    ) {
        alternativeSearch(monitor)?
            .gather(into: &pool, from: origins, to: destinations) { path, _ in judge(path) }
    }

    private mutating func alternativeSearch(_ monitor: some SearchMonitor) -> AlternativeSearch? {
        derive(monitor)
        // Where nothing is derived, nothing has asked the monitor; one search is short, many are
        // not.
        guard case .exact(let metric) = guide, let hierarchySpace, !monitor.shouldStop else {
            return nil
        }
        count(.hierarchy)
        return AlternativeSearch(costs, metric, space: hierarchySpace)
    }

    /// Whether a path costs more than ``SearchCost/limit``. Ask if no cheaper path was found.
    package func isBeyondLimit(
        from origins: [SearchOrigin], to destinations: [SearchDestination],
        monitor: some SearchMonitor
    ) -> Bool {
        guard !engine.isDisconnected(costs, from: origins, to: destinations) else { return false }
        var search = LegSearch(costs, space: slot.space)
        _ = search.costs(from: origins, to: destinations, monitor: monitor)
        return search.reachedLimit
    }

    /// See ``LegSearch/nearest(_:from:among:labels:monitor:)``; it needs no customized metric.
    package mutating func nearest(
        _ groups: NearestGroups, from origins: [SearchOrigin],
        among destinations: [SearchDestination], labels: Int, monitor: some SearchMonitor
    ) -> [(group: Int, cost: UInt32)]? {
        count(.plainSearch)
        var search = LegSearch(costs, space: slot.space)
        return search.nearest(
            groups, from: origins, among: destinations, labels: labels, monitor: monitor)
    }

    /// Finds the cheapest path from any origin to each destination, evaluating every condition at
    /// the time it is reached.
    ///
    /// The request's own metric must have the conditions at their most favorable.
    ///
    /// - Returns: Each destination's path, or `nil` if there is none. The whole result is `nil`
    ///   when the monitor stopped the search.
    package mutating func find(
        from origins: [TimedOrigin], to destinations: [SearchDestination],
        under conditions: TimedConditions, monitor: some SearchMonitor
    ) -> [LegPath?]? {
        let lower: CustomizedMetric? =
            switch guide {
            case .exact(let metric): metric
            case .lower(let metric, let scale): scale == 1 ? metric : nil
            case .landmarks, .pending, .none, .stopped: nil
            }
        if isStopped { return nil }
        var paths: [LegPath?] = []
        for destination in destinations {
            count(.timedSearch)
            var search = TimedSearch(
                TimedCosts(costs: costs, conditions: conditions), to: destination, lower: lower,
                space: slot.space, hierarchySpace: hierarchySpace)
            switch search.run(from: origins, monitor: monitor) {
            case .path(let path): paths.append(path)
            case .stopped: return nil
            }
        }
        return paths
    }

    /// Returns the cost of a path that begins at an instant; `nil` if it is closed then.
    package func walk(
        along path: NetworkPath, from instant: Int64, _ conditions: TimedConditions
    ) -> TimedWalk? { costs.walk(along: path, from: instant, conditions) }

    /// Customizes a hierarchy for the request, which pays off for many legs. If the monitor stops
    /// it, every later query reports that it was stopped.
    package mutating func derive(_ monitor: some SearchMonitor) {
        let hierarchy: Hierarchy
        switch guide {
        case .lower(let lower, _): hierarchy = lower.hierarchy
        case .pending(let served): hierarchy = served
        case .exact, .landmarks, .none, .stopped: return
        }
        guard let own = engine.derived(for: costs, hierarchy, monitor: monitor) else {
            guide = .stopped
            return
        }
        guide = .exact(own)
        count(.derivedMetric)
    }

    var isStopped: Bool { if case .stopped = guide { true } else { false } }

    mutating func count(_ mechanism: LegMechanism) {
        mechanisms[mechanism, default: 0] += 1
    }

    mutating func findByDijkstra(
        _ origins: [SearchOrigin], _ destinations: [SearchDestination],
        _ monitor: some SearchMonitor
    ) -> [LegAnswer?]? {
        count(.plainSearch)
        guard !engine.isDisconnected(costs, from: origins, to: destinations) else {
            return destinations.map { _ in nil }
        }
        var search = LegSearch(costs, space: slot.space)
        let outcome = search.run(from: origins, to: destinations, monitor: monitor)
        budget -= min(search.settledCount, budget)
        switch outcome {
        case .paths(let paths): return paths.map { $0.map { LegAnswer($0) } }
        case .stopped: return nil
        }
    }
}

// MARK: - Guided by a lower metric

extension LegRouter {
    private enum Guided {
        case answers([LegAnswer?])
        case stopped
        case overBudget
    }

    private mutating func findGuided(
        _ origins: [SearchOrigin], _ destinations: [SearchDestination], _ need: LegNeed,
        lower: CustomizedMetric, scale: Double, _ monitor: some SearchMonitor
    ) -> Guided {
        var answers = [LegAnswer?](repeating: nil, count: destinations.count)
        // Search for all together if only the cheapest matters, otherwise one by one.
        let groups =
            need == .best ? [Array(destinations.indices)] : destinations.indices.map { [$0] }
        for group in groups {
            switch findBest(origins, destinations, group, lower, scale, monitor) {
            case .stopped: return .stopped
            case .overBudget: return .overBudget
            case .path(let path, let index): answers[index] = path.map { LegAnswer($0) }
            }
        }
        return .answers(answers)
    }

    /// Returns the cheapest path to any of some destinations: the lower metric's best path if it
    /// costs no more under the request, otherwise the result of a search bounded by its cost.
    private mutating func findBest(
        _ origins: [SearchOrigin], _ destinations: [SearchDestination], _ group: [Int],
        _ lower: CustomizedMetric, _ scale: Double, _ monitor: some SearchMonitor
    ) -> GuidedOutcome {
        guard let hierarchySpace, let first = group.first else { return .overBudget }
        let search = HierarchySearch(costs, lower, space: hierarchySpace)
        let below = search.costs(from: origins, to: group.map { destinations[$0] })
        // A destination that is unreachable under the lower metric is unreachable.
        var open = zip(group, below).compactMap { index, cost in cost.map { (index, $0.cost) } }
        open.sort { ($0.1, $0.0) < ($1.1, $1.0) }
        var known: (path: LegPath, destination: Int)?
        var bound = SearchCost.limit
        for (index, least) in open {
            if Double(least) * scale >= Double(bound) { break }
            for path in costs.knownPaths(origins, destinations[index], search)
            where path.cost < bound {
                known = (path, index)
                bound = path.cost
            }
            // No destination has a lower bound below the first one's.
            if scale == 1, bound == open[0].1 {
                count(.verifiedPath)
                return .path(known?.path, to: known?.destination ?? index)
            }
        }
        open.removeAll { Double($0.1) * scale >= Double(bound) }
        guard !open.isEmpty else { return .path(known?.path, to: known?.destination ?? first) }
        let ends = open.map { destinations[$0.0] }
        // Barriers may shut an end in, which a search would notice last.
        if known == nil, costs.hasBarriers,
            engine.isDisconnected(costs, from: origins, to: ends)
        {
            return .path(nil, to: first)
        }
        count(.guidedSearch)
        var guided = GuidedSearch(
            costs, by: HierarchyBounds(lower, to: ends, costs, space: hierarchySpace),
            scale: scale, to: ends, below: bound, space: slot.space)
        var settled = 0
        let outcome = guided.run(
            from: origins, budget: budget, settled: &settled, monitor: monitor)
        budget -= min(settled, budget)
        guard case .path(let path, let place) = outcome else { return outcome }
        // If nothing is cheaper, the known path is the best.
        guard let path else { return .path(known?.path, to: known?.destination ?? first) }
        return .path(path, to: open[place].0)
    }
}
