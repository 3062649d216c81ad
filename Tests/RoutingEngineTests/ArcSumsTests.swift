// Compares arc sums derived for a request's barriers with the sums of all arcs.

import DataStructures
import RoadNetwork
import RouteTesting
import Testing

@testable import RoutingEngine

struct ArcSumsTests {
    @Test(arguments: UInt64(0)..<120)
    func `sums that are derived for barriers are those of all arcs`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 230_000)
        let network = try RandomNetwork(
            nodes: Int.random(in: 6...60, using: &generator),
            meanDegree: Double.random(in: 1.8...4, using: &generator), seed: seed
        ).dataset
        let request = RandomRequest(on: network, &generator)
        let engine = LegEngine(network: network)
        let key = request.key.prohibiting(TestNetwork.oneway)
        let metric = engine.metric(for: key)
        let costs = RequestCosts(
            network: network, metric: metric, barriers: request.barriers, attribute: 0)
        guard costs.hasBarriers else { return }
        let families = network.description.families.indices
        for hierarchy in families.compactMap({ Hierarchy(network, family: $0) })
        where hierarchy.serves(key) {
            let base = CustomizedMetric(hierarchy, metric, threads: 1)
            let derived = try #require(base.derived(for: costs, monitor: NeverStops()))
            for attribute in network.description.costs.indices {
                let own = AttributeCosts(attribute, of: costs)
                let plain = try #require(
                    ArcSums(base, own.withoutBarriers, monitor: NeverStops()))
                let whole = try #require(ArcSums(derived, own, monitor: NeverStops()))
                let found = try #require(
                    ArcSums(derived, own, from: plain, under: costs, monitor: NeverStops()))
                let columns = hierarchy.columns
                let label = "seed \(seed), attribute \(attribute)"
                for arc in 0..<columns.upHead.count {
                    #expect(found.up[arc] == whole.up[arc], "\(label), up \(arc)")
                }
                for arc in 0..<columns.downTail.count {
                    #expect(found.down[arc] == whole.down[arc], "\(label), down \(arc)")
                }
            }
        }
    }
}
