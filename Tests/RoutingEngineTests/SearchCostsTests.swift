// Compares costs to many destinations at once with one search for each.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct SearchCostsTests {
    @Test(arguments: UInt64(0)..<40)
    func `costs to many destinations are those to each alone`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 30, meanDegree: 3, seed: seed).dataset
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        let request = RandomRequest(on: network, &generator)
        let costs = RequestCosts(
            network: network, metric: Metric(key: request.key, network: network),
            barriers: request.barriers, attribute: 0)
        let destinations = (0..<UInt32(network.edgeCount)).flatMap { edge in
            [0.0, 0.25, 1].map { SearchDestination(edge: edge, fraction: $0) }
        }
        var search = LegSearch(costs, space: space)
        let found = search.costs(
            from: request.origins, to: destinations, monitor: NeverStops())
        let together = try #require(found)
        // A search may enter areas closed to through traffic for any destination in them, but then
        // not leave for another: together and alone are the same query.
        for (index, destination) in destinations.enumerated() {
            let alone = search.costs(
                from: request.origins, to: [destination], monitor: NeverStops())
            #expect(alone?.first == together[index], "seed \(seed), \(destination)")
        }
    }

    @Test func `costs near the largest number lie beyond the limit`() throws {
        let network = try RandomNetwork(nodes: 30, meanDegree: 3, seed: 1).dataset
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        var generator = SeededGenerator(1)
        let request = RandomRequest(on: network, &generator)
        let costs = RequestCosts(
            network: network, metric: Metric(key: request.key, network: network),
            barriers: request.barriers, attribute: 0)
        let ends = (0..<UInt32(network.edgeCount)).map { SearchDestination(edge: $0, fraction: 1) }
        var search = LegSearch(costs, space: space)
        for edge in 0..<UInt32(network.edgeCount) {
            let origin = SearchOrigin(edge: edge, fraction: 0, cost: .max)
            let found = search.costs(from: [origin], to: ends, monitor: NeverStops())
            #expect(found?.allSatisfy { $0 == nil } == true)
        }
    }
}
