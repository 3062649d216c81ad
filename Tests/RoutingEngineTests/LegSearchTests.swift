// Compares the production search with the oracle.

import DataStructures
import NetworkBuilder
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct LegSearchTests {
    @Test(arguments: UInt64(0)..<240)
    func `agrees exactly with the oracle on a random network`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 3...26, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed)
        let network = drawn.dataset
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        for round in 0..<6 {
            let request = RandomRequest(on: network, &generator)
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers, attribute: 0)
            var search = LegSearch(costs, space: space)
            let outcome = search.run(
                from: request.origins, to: request.destinations, monitor: NeverStops())
            guard case .paths(let paths) = outcome else {
                Issue.record("stopped without a request to")
                return
            }
            let expected = ReferenceRouter(
                network: network,
                prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0
            ).costs(from: request.origins, to: request.destinations)
            #expect(paths.map { $0?.cost } == expected, "seed \(seed) round \(round): \(request)")
            for (path, destination) in zip(paths, request.destinations) {
                guard let path else { continue }
                check(path, from: request.origins[path.origin], to: destination, on: network)
            }
        }
    }

    /// Checks that a path is connected and runs from origin to destination.
    private func check(
        _ found: LegPath, from origin: SearchOrigin, to destination: SearchDestination,
        on network: NetworkDataset
    ) {
        let elements = found.path.elements
        #expect(elements.first?.edge.row == origin.edge)
        #expect(elements.first?.from == origin.fraction)
        #expect(elements.last?.edge.row == destination.edge)
        #expect(elements.last?.to == destination.fraction)
        for (before, after) in zip(elements, elements.dropFirst()) {
            #expect(network.head(of: before.edge) == network.tail(of: after.edge))
            #expect(before.to == 1)
            #expect(after.from == 0)
        }
    }

    /// A turn cost model with a distinct cost for every hundredth of a degree.
    private struct EveryAngle: TurnCostModel {
        func costs(of turn: TurnSituation) -> [UInt32] {
            [UInt32((abs(turn.angleDegrees) * 100).rounded()), 0, 0]
        }
    }

    @Test func `turns cost what they cost, however many different costs there are`() throws {
        let drawn = try RandomNetwork(
            nodes: 200, meanDegree: 3.5, seed: 1, turnCosts: EveryAngle())
        let network = drawn.dataset
        #expect(network.turnClassCosts[0].count > 300)
        var generator = SeededGenerator(1)
        for _ in 0..<20 {
            let request = RandomRequest(on: network, &generator)
            let expected = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0
            ).costs(from: request.origins, to: request.destinations)
            let costs = RequestCosts(
                network: network, metric: Metric(key: request.key, network: network),
                barriers: request.barriers, attribute: 0)
            let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
            var search = LegSearch(costs, space: space)
            let found = search.costs(
                from: request.origins, to: request.destinations, monitor: NeverStops())
            #expect(found == expected)
        }
    }

    @Test func `a monitor stops a search`() throws {
        struct StopsAtOnce: SearchMonitor { var shouldStop: Bool { true } }
        let network = try RandomNetwork(nodes: 9_000, meanDegree: 4, seed: 7).dataset
        let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
        let costs = RequestCosts(network: network, metric: Metric(key: key, network: network))
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        var search = LegSearch(costs, space: space)
        let far = SearchDestination(edge: UInt32(network.edgeCount - 1), fraction: 0.5)
        let outcome = search.run(
            from: [SearchOrigin(edge: 0, fraction: 0)], to: [far], monitor: StopsAtOnce())
        guard case .stopped = outcome else {
            Issue.record("the search ran on")
            return
        }
    }
}
