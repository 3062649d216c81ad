// Compares costs under traffic snapshots with the oracle.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct TrafficTests {
    /// How to make a router use each of its mechanisms.
    private enum Setting: CaseIterable {
        case customized
        case ownMetricBelow
        case permissiveMetricBelow
        case landmarks
        case plain
    }

    private static let departure: Int64 = 1_790_000_000_000

    @Test(arguments: UInt64(0)..<200)
    func `costs under a random snapshot equal the oracle's, by every mechanism`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 150_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...40, using: &generator),
            meanDegree: Double.random(in: 1.8...4, using: &generator), seed: seed)
        let network = drawn.dataset
        for round in 0..<3 {
            var request = RandomRequest(on: network, &generator)
            if generator.chance(0.7) {
                request.key = request.key.prohibiting(TestNetwork.oneway)
            }
            let traffic = ReferenceTraffic(
                on: network, departure: Self.departure, &generator)
            let expected = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0, traffic: traffic
            ).costs(from: request.origins, to: request.destinations)
            request.key.traffic = traffic.snapshot(on: network).epoch(
                at: Self.departure, family: request.key.family)
            for setting in Setting.allCases {
                let found = find(request, on: network, setting)
                #expect(found == expected, "seed \(seed) round \(round) \(setting): \(request)")
            }
        }
    }

    /// The costs to each destination, found by one mechanism.
    private func find(
        _ request: RandomRequest, on network: NetworkDataset, _ setting: Setting
    ) -> [UInt32?]? {
        let engine = LegEngine(network: network, smallArcCount: 0)
        if setting == .ownMetricBelow { engine.prepare([request.key]) }
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
            case .ownMetricBelow, .permissiveMetricBelow, .landmarks: .quickest
            }
        return engine.withRouter(costs, by: method) { router in
            router.find(from: request.origins, to: request.destinations, monitor: NeverStops())?
                .map { $0?.cost }
        }
    }

    @Test(arguments: UInt64(0)..<120)
    func `closures with times are judged on arrival, beside conditions, as the oracle does`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 160_000)
        let nodes = Int.random(in: 3...25, using: &generator)
        func draw(_ holding: Set<String>?) throws -> RandomNetwork {
            try RandomNetwork(
                nodes: nodes, meanDegree: 3, seed: seed, isConditional: true, holding: holding)
        }
        let network = try draw(nil).dataset
        // Around 08:29 on a Tuesday, when conditions change.
        let departure =
            Int64((5 * 1_440 + 8 * 60 + 29) * 60_000)
            - Int64.random(in: 0...90_000, using: &generator)
        for round in 0..<3 {
            var request = RandomRequest(on: network, &generator)
            // Makes the clock advance with the cost.
            request.key.restrictions.removeAll { $0.effect != .prohibits }
            request.key = request.key.prohibiting(TestNetwork.oneway)
            let traffic = ReferenceTraffic(on: network, departure: departure, &generator)
            let stretch =
                LocalMinute(
                    milliseconds: departure)...LocalMinute(
                    milliseconds: departure + 3_600_000)
            let states = network.conditions.states(during: stretch, of: network)
            request.key.conditions = states
            request.key.traffic = traffic.snapshot(on: network).epoch(
                at: departure, until: departure + 3_600_000, family: request.key.family)
            let conditions = TimedConditions(
                network, states: states, traffic: request.key.traffic
            ) { LocalMinute(milliseconds: $0) }
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers)
            let oracle = try ReferenceTimedRouter(
                key: request.key, barriers: request.barriers, traffic: traffic, draw: draw)
            var origin = request.origins[0]
            origin.cost = 0
            let expected = try request.destinations.map {
                try oracle.cost(from: origin, at: departure, to: $0)
            }
            for method in [LegEngine.Method.customized, .quickest, .plainSearch] {
                let engine = LegEngine(
                    network: network, smallArcCount: method == .quickest ? 0 : .max)
                let found = engine.withRouter(costs, by: method) { router in
                    router.find(
                        from: [TimedOrigin(origin, at: departure)], to: request.destinations,
                        under: conditions, monitor: NeverStops())
                }
                #expect(
                    found?.map { $0?.cost } == expected,
                    "seed \(seed) round \(round) \(method): \(request)")
                for path in found?.compactMap(\.self) ?? [] {
                    let walk = costs.walk(along: path.path, from: departure, conditions)
                    #expect(walk?.cost == path.cost, "seed \(seed) round \(round) \(method)")
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a snapshot states what its rows do, at any instant`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 170_000)
        let network = try RandomNetwork(nodes: 20, meanDegree: 3, seed: seed).dataset
        var traffic = ReferenceTraffic(on: network, departure: Self.departure, &generator)
        let snapshot = traffic.snapshot(on: network)
        var instants = [Self.departure, traffic.made + 900_000, traffic.made + 899_999]
        instants += (0..<20).map { _ in
            Self.departure + Int64.random(in: -1_800_000...1_800_000, using: &generator)
        }
        for instant in instants {
            traffic.departure = instant
            for edge in 0..<UInt32(network.edgeCount) {
                #expect(
                    snapshot.isClosed(edge, at: instant)
                        == traffic.closes(edge, family: 0, at: instant))
                let cost = traffic.cost(of: edge, column: 0, on: network)
                #expect((snapshot.speed(of: edge, at: instant) != nil) == (cost != nil))
                let live = snapshot.liveEdges(at: instant).costs?.cost(of: edge, column: 0)
                #expect(live == cost, "seed \(seed) edge \(edge) at \(instant)")
            }
        }
        // Vehicle speeds and closures do not affect walkers.
        #expect(snapshot.epoch(at: Self.departure, family: 1) == nil)
        #expect(snapshot.liveEdges(at: Self.departure).costs?.cost(of: 0, column: 2) == nil)
    }

    @Test func `a snapshot's id changes with its content, the time and the network alone`() throws {
        var generator = SeededGenerator(7)
        let network = try RandomNetwork(nodes: 20, meanDegree: 3, seed: 7).dataset
        let other = try RandomNetwork(nodes: 20, meanDegree: 3, seed: 8).dataset
        let traffic = ReferenceTraffic(on: network, departure: Self.departure, &generator)
        let id = traffic.snapshot(on: network).id
        #expect(id.count == 32)
        #expect(traffic.snapshot(on: network).id == id)
        var later = traffic
        later.made += 1
        var longer = traffic
        longer.speeds.append(EdgeSpeed(edge: 0, kilometersPerHour: 30))
        var closed = traffic
        closed.closures.append(EdgeClosure(edge: 0, from: 5, until: 6))
        let ids = [later, longer, closed].map { $0.snapshot(on: network).id }
        #expect(Set(ids + [id, traffic.snapshot(on: other).id]).count == 5)
    }

    @Test func `speeds with thousands of times count in whole minutes, rounded to hold longer`() {
        let made = Self.departure
        let rows = (0..<1_000).map {
            EdgeSpeed(
                edge: UInt32($0), kilometersPerHour: 50, from: made + Int64($0),
                until: made + 30_000 + Int64($0))
        }
        guard let network = try? RandomNetwork(nodes: 501, meanDegree: 4, seed: 3).dataset else {
            Issue.record("no network")
            return
        }
        let snapshot = TrafficSnapshot(speeds: rows, closures: [], made: made, on: network)
        let minute = made / 60_000 * 60_000
        #expect(snapshot.speed(of: 999, at: minute) == 50)
        #expect(snapshot.speed(of: 999, at: minute - 1) == nil)
        #expect(snapshot.speed(of: 0, at: made + 30_000) == 50)
        #expect(snapshot.lapses.map { $0 % 60_000 } == 0)
    }

    @Test func `an epoch without speeds and closures is none: the metrics are the plain ones`()
        throws
    {
        let network = try RandomNetwork(nodes: 20, meanDegree: 3, seed: 4).dataset
        let made = Self.departure
        let snapshot = TrafficSnapshot(
            speeds: [EdgeSpeed(edge: 1, kilometersPerHour: 5)],
            closures: [EdgeClosure(edge: 2, from: made + 1_000_000, until: made + 2_000_000)],
            made: made, on: network)
        #expect(snapshot.epoch(at: made, family: 0) != nil)
        #expect(snapshot.epoch(at: made + 15 * 60_000, family: 0) == nil)
        #expect(snapshot.epoch(at: made - 15 * 60_000 - 1, family: 0) == nil)
        #expect(snapshot.epoch(at: made + 1_000_000, family: 0) != nil)
        let open = snapshot.epoch(at: made + 900_000, until: made + 1_000_000, family: 0)
        #expect(open?.openEdges == [2])
        #expect(open?.changesDuringTravel == true)
        #expect(Metric(key: key(open), network: network).weights[2] != SearchCost.closed)
        let closed = snapshot.epoch(
            at: made + 1_000_000, until: made + 1_999_999, family: 0)
        #expect(closed?.changesDuringTravel == false)
        #expect(Metric(key: key(closed), network: network).weights[2] == SearchCost.closed)
    }

    @Test(arguments: UInt64(0)..<60)
    func `weights updated for a few live edges are those customized anew`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 210_000)
        let network = try RandomNetwork(
            nodes: Int.random(in: 20...150, using: &generator), meanDegree: 3, seed: seed
        ).dataset
        let hierarchy = try #require(Hierarchy(network, family: 0))
        let plain = CustomizedMetric(
            hierarchy, Metric(key: key(nil).prohibiting(TestNetwork.oneway), network: network),
            threads: 1)
        for count in [0, 1, 5, 40] {
            var traffic = ReferenceTraffic(made: Self.departure, departure: Self.departure)
            for _ in 0..<count {
                let edge = UInt32.random(in: 0..<UInt32(network.edgeCount), using: &generator)
                if generator.chance(0.3) {
                    traffic.closures.append(EdgeClosure(edge: edge))
                } else {
                    traffic.speeds.append(
                        EdgeSpeed(
                            edge: edge,
                            kilometersPerHour: Double.random(in: 1...150, using: &generator)))
                }
            }
            var live = plain.metric.key
            live.traffic = traffic.snapshot(on: network).epoch(at: Self.departure, family: 0)
            let metric = Metric(key: live, network: network)
            let changed = try #require(metric.differences(from: plain.metric, atMost: .max))
            #expect(changed.count <= count)
            if !changed.isEmpty {
                #expect(metric.differences(from: plain.metric, atMost: changed.count - 1) == nil)
            }
            let made = try #require(
                plain.updated(for: metric, changed: changed, monitor: NeverStops()))
            let fresh = CustomizedMetric(hierarchy, metric, threads: 1)
            expectSameArcs(made, fresh, "seed \(seed)")
        }
    }

    private func key(_ traffic: TrafficEpoch?) -> MetricKey {
        MetricKey(
            column: 0, family: 0, restrictions: [], uTurns: .everywhere, traffic: traffic)
    }

    @Test func `metrics of prepared keys are ready before a snapshot is used, and leave with it`()
        throws
    {
        var generator = SeededGenerator(11)
        let network = try RandomNetwork(nodes: 200, meanDegree: 3, seed: 11).dataset
        let engine = LegEngine(network: network, smallArcCount: 0)
        let plain = key(nil).prohibiting(TestNetwork.oneway)
        engine.prepare([plain])
        let pinned = engine.cacheCounts.pinnedBytes
        func snapshot() -> TrafficSnapshot {
            ReferenceTraffic(on: network, departure: Self.departure, &generator)
                .snapshot(on: network)
        }
        var last: TrafficSnapshot?
        for _ in 0..<4 {
            let fresh = snapshot()
            engine.prepare(
                under: fresh, during: Self.departure...Self.departure, insteadOf: last)
            engine.releaseMetrics(of: [last].compactMap(\.self), unpinning: last)
            last = fresh
            var live = plain
            live.traffic = fresh.epoch(at: Self.departure, family: 0)
            guard live.traffic != nil else { continue }
            let misses = engine.cacheCounts.misses
            let costs = RequestCosts(network: network, metric: engine.metric(for: live))
            let found = engine.withRouter(costs) { router in
                _ = router.find(
                    from: [SearchOrigin(edge: 0, fraction: 0)],
                    to: [SearchDestination(edge: 8, fraction: 1)], monitor: NeverStops())
                return router.mechanisms[.hierarchy]
            }
            #expect(found == 1)
            #expect(engine.cacheCounts.misses == misses)
            #expect(engine.backlog == 0)
        }
        engine.releaseMetrics(of: [last].compactMap(\.self), unpinning: nil)
        #expect(engine.cacheCounts.pinnedBytes == pinned)
        #expect(engine.cacheCounts.bytes == pinned)
    }
}
