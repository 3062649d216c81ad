// Compares conditional restrictions in the engine with networks in which they are fixed.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct ConditionTests {
    @Test(arguments: UInt64(0)..<120)
    func `a network at a time equals the one that always is as it is then`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 40_000)
        let nodes = Int.random(in: 3...30, using: &generator)
        let drawn = try RandomNetwork(
            nodes: nodes, meanDegree: 3, seed: seed, isConditional: true)
        let network = drawn.dataset
        let engine = LegEngine(network: network, smallArcCount: .max)
        for round in 0..<4 {
            var request = RandomRequest(on: network, &generator)
            request.key = request.key.prohibiting(TestNetwork.oneway)
            let time = LocalMinute(Int.random(in: 0...20_000, using: &generator))
            let holding = Set(
                RandomNetwork.conditions.filter { TimeCondition($0)?.holds(at: time) ?? false })
            let fast = try RandomNetwork(
                nodes: nodes, meanDegree: 3, seed: seed, isConditional: true, holding: holding)
            let expected = ReferenceRouter(
                network: fast.dataset, prohibitions: fast.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0
            ).costs(from: request.origins, to: request.destinations)
            request.key.conditions = network.conditions.states(during: time...time, of: network)
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers)
            for method in [LegEngine.Method.quickest, .customized, .plainSearch] {
                let found = engine.withRouter(costs, by: method) { router in
                    router.find(
                        from: request.origins, to: request.destinations, monitor: NeverStops())
                }
                #expect(
                    found?.map { $0?.cost } == expected,
                    "seed \(seed) round \(round) \(method) at \(time): \(request)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<60)
    func `a stretch of time costs at most what any instant of it does`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 50_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 3...30, using: &generator), meanDegree: 3, seed: seed,
            isConditional: true)
        let network = drawn.dataset
        var request = RandomRequest(on: network, &generator)
        let start = Int.random(in: 0...20_000, using: &generator)
        let end = start + Int.random(in: 0...2_000, using: &generator)
        func costs(_ stretch: ClosedRange<LocalMinute>) -> [UInt32?]? {
            request.key.conditions = network.conditions.states(during: stretch, of: network)
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers)
            let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
            var search = LegSearch(costs, space: space)
            return search.costs(
                from: request.origins, to: request.destinations, monitor: NeverStops())
        }
        let bound = try #require(costs(LocalMinute(start)...LocalMinute(end)))
        for _ in 0..<6 {
            let time = LocalMinute(Int.random(in: start...end, using: &generator))
            let exact = try #require(costs(time...time))
            for (least, cost) in zip(bound, exact) {
                #expect(least ?? .max <= cost ?? .max, "seed \(seed) at \(time)")
            }
        }
    }

    /// Instants around 08:29 and 21:59 on a Tuesday, when conditions of random networks change.
    private static let changes: [Int64] = [
        (5 * 1_440 + 8 * 60 + 29) * 60_000, (5 * 1_440 + 21 * 60 + 59) * 60_000,
    ]

    @Test(arguments: UInt64(0)..<120)
    func `a search with a clock agrees with the oracle where conditions change during travel`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 60_000)
        let nodes = Int.random(in: 3...25, using: &generator)
        func draw(_ holding: Set<String>?) throws -> RandomNetwork {
            try RandomNetwork(
                nodes: nodes, meanDegree: 3, seed: seed, isConditional: true, holding: holding)
        }
        let network = try draw(nil).dataset
        for round in 0..<3 {
            var request = RandomRequest(on: network, &generator)
            // Makes the clock advance with the cost.
            request.key.restrictions.removeAll { $0.effect != .prohibits }
            request.key = request.key.prohibiting(TestNetwork.oneway)
            let start =
                (Self.changes.randomElement(using: &generator) ?? 0)
                - Int64.random(in: 0...90_000, using: &generator)
            let stretch =
                LocalMinute(milliseconds: start)...LocalMinute(milliseconds: start + 3_600_000)
            let states = network.conditions.states(during: stretch, of: network)
            request.key.conditions = states
            let conditions = TimedConditions(network, states: states) {
                LocalMinute(milliseconds: $0)
            }
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers)
            let oracle = try ReferenceTimedRouter(
                key: request.key, barriers: request.barriers, draw: draw)
            var origin = request.origins[0]
            origin.cost = 0
            let expected = try request.destinations.map {
                try oracle.cost(from: origin, at: start, to: $0)
            }
            // With potentials, and without.
            for method in [LegEngine.Method.customized, .plainSearch] {
                let engine = LegEngine(network: network, smallArcCount: .max)
                let found = engine.withRouter(costs, by: method) { router in
                    router.find(
                        from: [TimedOrigin(origin, at: start)], to: request.destinations,
                        under: conditions, monitor: NeverStops())
                }
                #expect(
                    found?.map { $0?.cost } == expected,
                    "seed \(seed) round \(round) \(method) at \(start): \(request)")
                for path in found?.compactMap(\.self) ?? [] {
                    let walk = costs.walk(along: path.path, from: start, conditions)
                    #expect(walk?.cost == path.cost, "seed \(seed) round \(round) \(method)")
                }
            }
        }
    }
}
