// Tests marking cut-off regions of edges, one after the other.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct ReachProbeTests {
    @Test(arguments: UInt64(0)..<120)
    func `regions marked one after the other are those that searches of their own meet`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed &+ 310_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 10...60, using: &generator),
            meanDegree: Double.random(in: 2...3.5, using: &generator), seed: seed)
        let network = drawn.dataset
        let request = RandomRequest(on: network, &generator)
        let engine = LegEngine(network: network)
        let costs = RequestCosts(
            network: network,
            metric: engine.metric(for: request.key.prohibiting(TestNetwork.oneway)),
            barriers: generator.chance(0.5) ? request.barriers : BarrierSet(), attribute: 0)
        func probe() -> ReachProbe {
            ReachProbe(costs, uTurns: request.key.uTurns, minimumEdgeCount: .max)
        }
        for side in ReachProbe.Side.allCases {
            var regions = probe()
            var met: Set<UInt32> = []
            for _ in 0..<6 {
                let edge = UInt32.random(in: 0..<UInt32(network.edgeCount), using: &generator)
                let isConnected = regions.isConnected(edge, side)
                #expect(!isConnected)
                var own = probe()
                _ = own.isConnected(edge, side)
                let cutOff = (0..<UInt32(network.edgeCount)).filter {
                    own.isKnownCutOff($0, side)
                }
                met.formUnion(cutOff)
                if costs.cost(of: edge, from: 0, to: 1) != nil {
                    let pocket = try #require(
                        probe().pocket(around: [(edge, side == .ahead ? 0 : 1)], side))
                    #expect(
                        pocket.isSuperset(of: cutOff), "seed \(seed), \(side), edge \(edge)")
                    #expect(pocket.allSatisfy { costs.weight($0) != SearchCost.closed })
                }
                #expect(
                    (0..<UInt32(network.edgeCount)).filter { regions.isKnownCutOff($0, side) }
                        == met.sorted(), "seed \(seed), \(side), edge \(edge)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<120)
    func `no path leads to an edge that is not listed, or from it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 330_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 10...40, using: &generator),
            meanDegree: Double.random(in: 1.4...2.8, using: &generator), seed: seed)
        let network = drawn.dataset
        let request = RandomRequest(on: network, &generator)
        let costs = RequestCosts(
            network: network, metric: LegEngine(network: network).metric(for: request.key),
            barriers: request.barriers, attribute: 0)
        let oracle = ReferenceRouter(
            network: network, prohibitions: drawn.prohibitions, key: request.key,
            barriers: request.barriers, attribute: 0)
        let probe = ReachProbe(costs, minimumEdgeCount: .max)
        let ahead = try #require(
            probe.reach(of: request.origins.map { ($0.edge, $0.fraction) }, .ahead))
        let behind = try #require(
            probe.reach(of: request.destinations.map { ($0.edge, $0.fraction) }, .behind))
        for edge in UInt32(0)..<UInt32(network.edgeCount) {
            for fraction in [0, 0.3, 1] {
                if !ahead.contains(edge) {
                    let end = [SearchDestination(edge: edge, fraction: fraction)]
                    let found = oracle.costs(from: request.origins, to: end)
                    #expect(found == [nil], "seed \(seed), to \(edge)")
                }
                if !behind.contains(edge) {
                    let start = [SearchOrigin(edge: edge, fraction: fraction)]
                    let found = oracle.costs(from: start, to: request.destinations)
                    #expect(found.allSatisfy { $0 == nil }, "seed \(seed), from \(edge)")
                }
            }
        }
    }
}
