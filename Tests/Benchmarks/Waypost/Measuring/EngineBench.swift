// Measures below the route layer: the engine alone, without placing stops or writing answers.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine

/// The engine under measurement, in the usual travel mode by car.
struct EngineBench {
    private static let customizations = 7

    private let network: NetworkDataset
    private let requests: PreparedRequests
    private let hierarchy: Hierarchy
    private let key: MetricKey
    /// How often each query is timed; the median counts.
    private let passes: Int

    init(_ layer: NetworkLayer, _ requests: PreparedRequests, passes: Int) throws {
        network = layer.network
        self.requests = requests
        self.passes = passes
        let description = network.description
        let names = ["Driving an Automobile", "Through Traffic Prohibited"]
        let restrictions = description.includingImplied(names).map {
            ActiveRestriction(
                mask: $0.mask, effect: .prohibits, isThroughTraffic: $0.rule == .throughTraffic)
        }
        key = MetricKey(
            column: description.cost(named: "TravelTime")?.column ?? 0,
            family: description.familyIndex(named: "motor") ?? 0, restrictions: restrictions,
            uTurns: .deadEndsAndIntersections)
        guard let hierarchy = Hierarchy(network, family: key.family) else {
            throw BenchmarkError("the network has no hierarchy: build it with this version")
        }
        self.hierarchy = hierarchy
    }

    /// Runs every measurement whose name is wanted.
    func measure(_ isWanted: (String) -> Bool) throws {
        if isWanted("customization") { try measureCustomization() }
        if isWanted("engine") { try measureQueries() }
        if isWanted("table") { try measureTables() }
        if isWanted("alternatives") { try measureAlternatives() }
    }

    /// Computes all weights of a metric from nothing on one thread, and on all threads as an extra
    /// fact.
    func measureCustomization() throws {
        func customize(threads: Int) -> Double {
            Stopwatch.milliseconds {
                CustomizedMetric(
                    hierarchy, Metric(key: key, network: network), threads: threads)
            }.milliseconds
        }
        // The first call makes the plan, and later ones reuse it.
        let first = customize(threads: 1)
        var latencies = Latencies()
        var several: [Double] = []
        for _ in 0..<Self.customizations {
            latencies.add(customize(threads: 1))
            several.append(customize(threads: 2))
        }
        let facts = ["first": first, "twoThreads": Stopwatch.median(several)]
        try ResultLine(work: "customization", latencies, facts: facts).print()
    }

    /// Measures one leg between located stops under a customized metric: its cost, and its edges.
    func measureQueries() throws {
        let metric = Metric(key: key, network: network)
        let costs = RequestCosts(network: network, metric: metric)
        let customized = CustomizedMetric(hierarchy, metric, threads: 2)
        let search = HierarchySearch(costs, customized, space: HierarchySpace(hierarchy))
        let legs = legs(under: costs, search)
        let facts = [
            "ranks": Double(hierarchy.rankCount), "arcs": Double(hierarchy.arcCount),
            "metricBytes": Double(customized.byteCount + metric.byteCount),
        ]
        let queries = time(legs) { search.costs(from: $0.origins, to: [$0.destination])[0] != nil }
        try ResultLine(work: "engine-query", queries, facts: facts).print()
        let paths = time(legs) { search.path(from: $0.origins, to: $0.destination) != nil }
        try ResultLine(work: "engine-path", paths).print()
    }

    /// Measures the best path and up to two alternatives between located stops, and counts them.
    func measureAlternatives() throws {
        let engine = LegEngine(network: network)
        engine.prepare([key])
        let metric = engine.metric(for: key)
        let costs = RequestCosts(network: network, metric: metric)
        let customized = CustomizedMetric(hierarchy, metric, threads: 2)
        let search = HierarchySearch(costs, customized, space: HierarchySpace(hierarchy))
        let legs = legs(under: costs, search)
        var found = 0
        let latencies = engine.withRouter(costs) { router in
            for leg in legs {
                let paths = router.alternatives(
                    from: leg.origins, to: [leg.destination], count: 3,
                    monitor: NeverStops())
                found += paths?.count ?? 0
            }
            return time(legs) { leg in
                let paths = router.alternatives(
                    from: leg.origins, to: [leg.destination], count: 3,
                    monitor: NeverStops())
                return paths?.isEmpty == false
            }
        }
        try ResultLine(work: "engine-alternatives", latencies).print()
        let mean = Double(found) / Double(max(legs.count, 1))
        try ResultLine(work: "alternatives-found", facts: ["routes": mean]).print()
    }

    /// Measures least costs between a hundred places, then with new barriers each time.
    func measureTables() throws {
        let engine = LegEngine(network: network)
        engine.prepare([key])
        let metric = engine.metric(for: key)
        let plain = RequestCosts(network: network, metric: metric)
        let places = requests.places.prefix(100).map { candidates(of: $0, under: plain) }
        let sources = places.map { place in
            place.map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) }
        }
        let targets = places.map { place in
            place.map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) }
        }
        let attributes = ["TravelTime", "Length"].compactMap { name in
            network.description.costs.firstIndex { $0.name == name }
        }
        var (without, with, summed) = (Latencies(), Latencies(), Latencies())
        var firstSummed = 0.0
        for turn in 0..<10 {
            let (time, _) = Stopwatch.milliseconds {
                engine.withRouter(RequestCosts(network: network, metric: metric)) { router in
                    router.table(from: sources, to: targets, monitor: NeverStops())
                }
            }
            let (timeBarred, _) = Stopwatch.milliseconds {
                let costs = RequestCosts(
                    network: network, metric: metric, barriers: bars(turn), attribute: 0)
                return engine.withRouter(costs) { router in
                    router.table(from: sources, to: targets, monitor: NeverStops())
                }
            }
            let (timeSummed, _) = Stopwatch.milliseconds {
                engine.withRouter(RequestCosts(network: network, metric: metric)) { router in
                    router.table(
                        from: sources, to: targets, summing: attributes, monitor: NeverStops())
                }
            }
            // The first turn allocates the memory that later ones reuse.
            if turn == 0 {
                firstSummed = timeSummed
            } else {
                summed.add(timeSummed)
                without.add(time)
                with.add(timeBarred)
            }
        }
        try ResultLine(work: "table-100", without).print()
        try ResultLine(work: "table-100-lengths", summed, facts: ["first": firstSummed]).print()
        try ResultLine(work: "table-100-barriers", with).print()
    }

    /// Ten barred streets, different in every turn.
    private func bars(_ turn: Int) -> BarrierSet {
        var barriers = BarrierSet()
        for number in 0..<10 {
            let segment = (turn * 7_919 + number * 104_729) % network.segmentCount
            var effects = SegmentBarriers()
            effects.add(BarrierPiece(from: 0, to: 1, effect: .barred))
            barriers.segments[segment] = effects
        }
        return barriers
    }

    private struct Leg {
        var origins: [SearchOrigin]
        var destination: SearchDestination
    }

    private func time(_ legs: [Leg], _ answer: (Leg) -> Bool) -> Latencies {
        var latencies = Latencies()
        for leg in legs.prefix(50) { _ = answer(leg) }
        for leg in legs {
            var times: [Double] = []
            var isAnswered = true
            for _ in 0..<passes {
                let (time, found) = Stopwatch.milliseconds { answer(leg) }
                times.append(time)
                isAnswered = found
            }
            if isAnswered {
                latencies.add(Stopwatch.median(times))
            } else {
                latencies.addFailure()
            }
        }
        return latencies
    }

    /// The pairs as places on edges; at the end, a direction that the search can reach.
    private func legs(under costs: RequestCosts, _ search: HierarchySearch) -> [Leg] {
        requests.pairs.compactMap { pair in
            let ends = pair.map { candidates(of: $0, under: costs) }
            let origins = ends[0].map {
                SearchOrigin(edge: $0.edge.row, fraction: $0.fraction)
            }
            let goals = ends[1].map {
                SearchDestination(edge: $0.edge.row, fraction: $0.fraction)
            }
            let reached = zip(goals, search.costs(from: origins, to: goals)).first { $0.1 != nil }
            return reached.map { Leg(origins: origins, destination: $0.0) }
        }
    }

    private func candidates(
        of place: PreparedRequests.Place, under costs: RequestCosts
    ) -> [PlaceCandidate] {
        let locator = StopLocator(costs: costs, barriers: BarrierSet())
        let options = StopLocator.Options(toleranceMeters: 5_000)
        return locator.locate(Coordinate(place), options)?.candidates ?? []
    }
}
