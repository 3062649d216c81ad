// Compares the hierarchy with the plain search and the oracle.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct HierarchySearchTests {
    @Test(arguments: UInt64(0)..<12)
    func `every arc weighs the same whatever the number of threads`(seed: UInt64) throws {
        let drawn = try RandomNetwork(nodes: 300, meanDegree: 3, seed: seed)
        let network = drawn.dataset
        var generator = SeededGenerator(seed &+ 70_000)
        var request = RandomRequest(on: network, &generator)
        request.key = request.key.prohibiting(TestNetwork.oneway)
        let hierarchy = try #require(Hierarchy(network, family: request.key.family))
        let metric = Metric(key: request.key, network: network)
        let one = CustomizedMetric(hierarchy, metric, threads: 1)
        for threads in [2, 3, 7] {
            let several = CustomizedMetric.divided(
                hierarchy, metric, threads: threads, leastStretch: 10 * threads)
            expectSameArcs(several, one, "\(threads) threads")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `metrics customized together weigh what each does alone`(seed: UInt64) throws {
        let network = try RandomNetwork(nodes: 120, meanDegree: 3, seed: seed).dataset
        var generator = SeededGenerator(seed &+ 71_000)
        let hierarchy = try #require(Hierarchy(network, family: 0))
        // Closed in one metric of a pair, as streets are to trucks, or in both.
        let metrics = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            var key = RandomRequest(on: network, &generator).key.prohibiting(TestNetwork.oneway)
            key.family = 0
            return Metric(key: key, network: network)
        }
        var places: [Int] = []
        CustomizedMetric.inPairs(hierarchy, metrics, threads: 1 + Int(seed % 3)) { place, made in
            places.append(place)
            #expect(made.metric === metrics[place])
            expectSameArcs(
                made, CustomizedMetric(hierarchy, metrics[place], threads: 1),
                "seed \(seed) metric \(place) of \(metrics.count)")
        }
        #expect(places == Array(metrics.indices))
    }

    @Test(arguments: UInt64(0)..<240)
    func `agrees exactly with the oracle on a random network`(seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 9_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 3...40, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed)
        let network = drawn.dataset
        for round in 0..<6 {
            var request = RandomRequest(on: network, &generator)
            request.barriers = BarrierSet()
            let hierarchy = try #require(Hierarchy(network, family: request.key.family))
            request.key = request.key.prohibiting(TestNetwork.oneway)
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network))
            let customized = CustomizedMetric(
                hierarchy, costs.metric, threads: Int.random(in: 1...2, using: &generator))
            let search = HierarchySearch(
                costs, customized, space: HierarchySpace(hierarchy))
            let found = search.costs(from: request.origins, to: request.destinations)
            let expected = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0
            ).costs(from: request.origins, to: request.destinations)
            #expect(found.map { $0?.cost } == expected, "seed \(seed) round \(round): \(request)")
            for (index, destination) in request.destinations.enumerated() {
                let path = search.path(from: request.origins, to: destination)
                #expect(path?.cost == expected[index])
                #expect(path?.origin == found[index]?.origin)
                if let path {
                    #expect(path.searchCost(costs, from: request.origins) == path.cost)
                }
            }
        }
    }
}

extension MetricKey {
    /// The same key with a restriction that prohibits, whatever its effect was.
    func prohibiting(_ mask: UInt64) -> MetricKey {
        var key = self
        key.restrictions.removeAll { $0.mask == mask }
        key.restrictions.append(ActiveRestriction(mask: mask, effect: .prohibits))
        return key
    }
}

extension LegPath {
    /// The path's cost, summed along it.
    func searchCost(_ costs: RequestCosts, from origins: [SearchOrigin]) -> UInt32? {
        var total = UInt64(origins[origin].cost)
        var before: EdgeID?
        for element in path.elements {
            if let before {
                total += UInt64(
                    costs.network.turnCost(
                        column: costs.metric.key.column, from: before, to: element.edge))
                total += UInt64(costs.nodeCosts[costs.network.head(of: before).row] ?? 0)
            }
            guard
                let part = costs.cost(of: element.edge.row, from: element.from, to: element.to)
            else { return nil }
            total += UInt64(part)
            before = element.edge
        }
        return UInt32(min(total, UInt64(SearchCost.limit)))
    }
}

/// Expects the same weight for every arc.
func expectSameArcs(
    _ one: CustomizedMetric, _ other: CustomizedMetric, _ context: String = "",
    at location: SourceLocation = #_sourceLocation
) {
    for rank in 0..<UInt32(one.hierarchy.rankCount) {
        let (a, b) = (one.arcs(of: rank), other.arcs(of: rank))
        #expect(
            a.up.map(\.weight) == b.up.map(\.weight), "rank \(rank) \(context)",
            sourceLocation: location)
        #expect(
            a.down.map(\.weight) == b.down.map(\.weight), "rank \(rank) \(context)",
            sourceLocation: location)
    }
}
