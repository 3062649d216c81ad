// Compares every method of finding a leg with the oracle.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct LegRouterTests {
    /// How to make a router use each of its mechanisms.
    private enum Setting: CaseIterable {
        case customized
        case ownMetricBelow
        case permissiveMetricBelow
        case derived
        case landmarks
        case plain
    }

    @Test(arguments: UInt64(0)..<240)
    func `agrees exactly with the oracle, barriers included, by every mechanism`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 70_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...50, using: &generator),
            meanDegree: Double.random(in: 1.8...4, using: &generator), seed: seed)
        let network = drawn.dataset
        for round in 0..<4 {
            var request = RandomRequest(on: network, &generator)
            if generator.chance(0.7) {
                request.key = request.key.prohibiting(TestNetwork.oneway)
            }
            let expected = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0
            ).costs(from: request.origins, to: request.destinations)
            for setting in Setting.allCases {
                let found = try find(request, on: network, setting)
                #expect(
                    found.each == expected, "seed \(seed) round \(round) \(setting): \(request)")
                #expect(found.best == expected.compactMap(\.self).min())
            }
        }
    }

    /// The costs to each destination and to the best, found by one mechanism.
    private func find(
        _ request: RandomRequest, on network: NetworkDataset, _ setting: Setting
    ) throws -> (each: [UInt32?], best: UInt32?) {
        let engine = LegEngine(network: network, smallArcCount: 0)
        if setting == .ownMetricBelow || setting == .derived { engine.prepare([request.key]) }
        if setting == .permissiveMetricBelow {
            engine.prepare([request.key.permissive(in: network)])
        }
        if setting == .landmarks { engine.prepareLandmarks(for: request.key) }
        let costs = RequestCosts(
            network: network, metric: engine.metric(for: request.key),
            barriers: request.barriers, attribute: 0)
        let method: LegEngine.Method =
            switch setting {
            case .customized: .customized
            case .plain: .plainSearch
            case .ownMetricBelow, .permissiveMetricBelow, .derived, .landmarks: .quickest
            }
        return try engine.withRouter(costs, by: method) { router in
            if setting == .derived { router.derive(NeverStops()) }
            let all = router.find(
                from: request.origins, to: request.destinations, monitor: NeverStops())
            let each = try #require(all)
            for (answer, destination) in zip(each, request.destinations) {
                guard let answer else { continue }
                check(answer, router, costs, request.origins, destination)
            }
            let some = router.find(
                from: request.origins, to: request.destinations, need: .best,
                monitor: NeverStops())
            let best = try #require(some)
            return (each.map { $0?.cost }, best.compactMap { $0?.cost }.min())
        }
    }

    /// Checks that an answer's path begins and ends at its places and costs what it states.
    private func check(
        _ answer: LegAnswer, _ router: LegRouter, _ costs: RequestCosts,
        _ origins: [SearchOrigin], _ destination: SearchDestination
    ) {
        let start = SearchOrigin(
            edge: origins[answer.origin].edge, fraction: origins[answer.origin].fraction)
        let asked = answer.path ?? router.path(from: start, to: destination)
        guard let path = asked else {
            Issue.record("an answer without a path")
            return
        }
        let own = answer.path == nil ? [start] : origins
        let extra = answer.path == nil ? origins[answer.origin].cost : 0
        #expect(path.searchCost(costs, from: own).map { $0 + extra } == answer.cost)
    }

    @Test(arguments: UInt64(0)..<60)
    func `a table holds what single legs cost`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 80_000)
        let drawn = try RandomNetwork(nodes: 40, meanDegree: 3, seed: seed)
        let network = drawn.dataset
        let requests = (0..<6).map { _ in RandomRequest(on: network, &generator) }
        let key = requests[0].key.prohibiting(TestNetwork.oneway)
        // Half of the engines have no customized metric at the beginning.
        let engine = LegEngine(
            network: network, smallArcCount: seed.isMultiple(of: 2) ? 0 : 250_000)
        let costs = RequestCosts(
            network: network, metric: engine.metric(for: key), barriers: requests[0].barriers,
            attribute: 0)
        let sources = requests.map(\.origins)
        let targets = requests.map(\.destinations)
        let reference = ReferenceRouter(
            network: network, prohibitions: drawn.prohibitions, key: key,
            barriers: requests[0].barriers, attribute: 0)
        let found = engine.withRouter(costs) { router in
            router.table(from: sources, to: targets, monitor: NeverStops())
        }
        let table = try #require(found)
        for (source, row) in zip(sources, table) {
            for (target, cost) in zip(targets, row) {
                let single = reference.costs(from: source, to: target).compactMap(\.self).min()
                #expect(cost == single ?? .max)
            }
        }
    }

    @Test func `tables and many legs wait for their metric, and single legs do not`() throws {
        let drawn = try RandomNetwork(nodes: 40, meanDegree: 3, seed: 5)
        var generator = SeededGenerator(5)
        let requests = (0..<6).map { _ in RandomRequest(on: drawn.dataset, &generator) }
        let key = requests[0].key.prohibiting(TestNetwork.oneway)
        func mechanisms(_ work: (inout LegRouter) -> Void) -> [LegMechanism: Int] {
            let engine = LegEngine(network: drawn.dataset, smallArcCount: 0)
            let costs = RequestCosts(network: drawn.dataset, metric: engine.metric(for: key))
            return engine.withRouter(costs) { router in
                work(&router)
                return router.mechanisms
            }
        }
        func find(_ count: Int) -> [LegMechanism: Int] {
            mechanisms { router in
                for number in 0..<count {
                    let request = requests[number % requests.count]
                    _ = router.find(
                        from: request.origins, to: request.destinations, monitor: NeverStops())
                }
            }
        }
        #expect(find(1)[.derivedMetric] == nil)
        let many = find(200)
        #expect(many[.hierarchy] ?? 0 > 100 && many[.derivedMetric] == 1)
        let table = mechanisms { router in
            _ = router.table(
                from: requests.map(\.origins), to: requests.map(\.destinations),
                monitor: NeverStops())
        }
        #expect(table == [.derivedMetric: 1, .hierarchy: 1])
    }

    @Test func `a flood of new settings waits in a short line and is answered exactly`() throws {
        let drawn = try RandomNetwork(nodes: 300, meanDegree: 3, seed: 5)
        var generator = SeededGenerator(5)
        let request = RandomRequest(on: drawn.dataset, &generator)
        let engine = LegEngine(network: drawn.dataset, smallArcCount: 0)
        for value in UInt32(180)..<240 {
            var key = request.key.prohibiting(TestNetwork.oneway)
            key.restrictions.removeAll { $0.mask == TestNetwork.height }
            key.restrictions.append(
                ActiveRestriction(
                    mask: TestNetwork.height, effect: .prohibits,
                    limit: .init(column: 0, vehicleValue: value)))
            let costs = RequestCosts(network: drawn.dataset, metric: engine.metric(for: key))
            func find(_ method: LegEngine.Method) -> [UInt32?]? {
                engine.withRouter(costs, by: method) { router in
                    router.find(
                        from: request.origins, to: request.destinations, monitor: NeverStops())?
                        .map { $0?.cost }
                }
            }
            #expect(find(.quickest) == find(.plainSearch))
            #expect(engine.backlog <= MetricCache.backlogLimit)
        }
    }
}
