// Compares the production search with an oracle on real streets.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct RealNetworkProperties {
    @Test(arguments: Extract.sampleAndShared("registry/liechtenstein-2013.osm.pbf"))
    func `searches on real streets are exact`(extract: Extract) async throws {
        // The others are larger, and the oracle searches every street.
        let isSample = extract == .sample
        try check(try await extract.build(), requests: isSample ? 40 : 20, seed: isSample ? 1 : 2)
    }

    /// Compares the search with the oracle on random requests.
    private func check(_ network: NetworkDataset, requests: Int, seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        var reached = 0
        for request in 0..<requests {
            var key = try randomKey(network, &generator)
            let edges = (0..<UInt32(network.edgeCount)).filter {
                network.edgeFamilies[$0] & (1 << UInt8(key.family)) != 0
            }
            func place() -> (UInt32, Double) {
                (
                    edges.randomElement(using: &generator) ?? 0,
                    Double(Int.random(in: 0...64, using: &generator)) / 64
                )
            }
            let origins = [place(), place()].map { SearchOrigin(edge: $0.0, fraction: $0.1) }
            let destinations = (0..<4).map { _ in place() }.map {
                SearchDestination(edge: $0.0, fraction: $0.1)
            }
            let barriers = RandomRequest.barriers(
                request % 2 == 0 ? 0 : 200, on: network, &generator)
            for rule in UTurnRule.allCases {
                key.uTurns = rule
                let costs = RequestCosts(
                    network: network, metric: Metric(key: key, network: network),
                    barriers: barriers, attribute: 0)
                var search = LegSearch(costs, space: space)
                guard
                    case .paths(let paths) = search.run(
                        from: origins, to: destinations, monitor: NeverStops())
                else {
                    Issue.record("stopped without a request to")
                    return
                }
                let expected = TableRouter(
                    network: network, key: key, barriers: barriers, attribute: 0
                ).costs(from: origins, to: destinations)
                #expect(
                    paths.map { $0?.cost } == expected, "request \(request), U-turns \(rule)")
                reached += paths.count { $0 != nil }
            }
        }
        // If few random pairs were connected, the requests would prove nothing.
        #expect(reached > requests * 8)
    }

    /// 2,000 requests: 50 travel settings, four U-turn policies, ten queries each.
    @Test(arguments: UInt64(0)..<10)
    func `every mechanism of the engine is exact in Monaco`(seed: UInt64) async throws {
        let network = try await Extract.sample.build()
        var generator = SeededGenerator(seed &+ 500)
        for _ in 0..<5 {
            var key = try randomKey(network, &generator)
            for rule in UTurnRule.allCases {
                key.uTurns = rule
                let engine = LegEngine(network: network, smallArcCount: 0)
                engine.prepare(
                    generator.chance(0.5) ? [key] : [key.permissive(in: network)])
                for question in 0..<10 {
                    try ask(engine, key, barriers: question % 5 * 40, &generator)
                }
            }
        }
    }

    /// Asks the engine about random places under barriers, and compares with the oracle.
    private func ask(
        _ engine: LegEngine, _ key: MetricKey, barriers count: Int,
        _ generator: inout SeededGenerator
    ) throws {
        let network = engine.network
        let barriers = RandomRequest.barriers(count, on: network, &generator)
        let edges = UInt32(network.edgeCount)
        func place() -> (UInt32, Double) {
            (
                UInt32.random(in: 0..<edges, using: &generator),
                Double(Int.random(in: 0...64, using: &generator)) / 64
            )
        }
        let origins = [place(), place()].map { SearchOrigin(edge: $0.0, fraction: $0.1) }
        let destinations = (0..<3).map { _ in place() }.map {
            SearchDestination(edge: $0.0, fraction: $0.1)
        }
        let costs = RequestCosts(
            network: network, metric: engine.metric(for: key), barriers: barriers, attribute: 0)
        let expected = TableRouter(network: network, key: key, barriers: barriers, attribute: 0)
            .costs(from: origins, to: destinations)
        let (found, mechanisms) = engine.withRouter(costs) { router in
            (
                router.find(from: origins, to: destinations, monitor: NeverStops()),
                router.mechanisms
            )
        }
        #expect(found?.map { $0?.cost } == expected, "\(mechanisms)")
    }

    /// A car, a truck with random measures, a bicycle or a walker.
    private func randomKey(
        _ network: NetworkDataset, _ generator: inout SeededGenerator
    ) throws -> MetricKey {
        let modes: [(family: String, cost: String, names: [String])] = [
            (
                "motor", "TravelTime",
                ["Driving an Automobile", "Oneway", "Through Traffic Prohibited"]
            ),
            (
                "motor", "TruckTravelTime",
                [
                    "Driving a Truck", "Oneway", "Through Traffic Prohibited",
                    "Height Restriction", "Weight Restriction", "Avoid Toll Roads",
                ]
            ),
            ("motor", "Length", ["Driving an Emergency Vehicle", "Avoid Unpaved Roads"]),
            ("motor", "TravelTime", ["Driving an Emergency Vehicle"]),
            ("motor", "TravelTime", ["Avoid Toll Roads"]),
            (
                "bicycle", "BicycleTime",
                [
                    "Riding a Bicycle", "Oneway for Bicycles",
                    "Through Bicycle Traffic Prohibited",
                ]
            ),
            (
                "foot", "WalkTime",
                ["Walking", "Oneway for Pedestrians", "Through Pedestrian Traffic Prohibited"]
            ),
            ("foot", "Length", ["Walking"]),
        ]
        let mode = modes[Int.random(in: 0..<modes.count, using: &generator)]
        let description = network.description
        let cost = try #require(description.costs.first { $0.name == mode.cost })
        let restrictions = try mode.names.map { name in
            let restriction = try #require(description.restriction(named: name), "\(name)")
            let isSoft = name.hasPrefix("Avoid")
            var active = ActiveRestriction(
                mask: restriction.mask,
                effect: isSoft ? .scales(CostFactor(thousandths: 2_000)) : .prohibits,
                isThroughTraffic: restriction.rule == .throughTraffic)
            if case .limit(let column, _) = restriction.rule {
                active.limit = .init(
                    column: column, vehicleValue: UInt32.random(in: 200...20_000, using: &generator)
                )
            }
            return active
        }
        return MetricKey(
            column: cost.column,
            family: try #require(description.familyIndex(named: mode.family)),
            restrictions: restrictions, uTurns: .everywhere)
    }
}
