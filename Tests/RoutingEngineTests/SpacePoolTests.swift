// Tests the searches' working memory: kept for the next search, and freed after a burst.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@Suite struct SpacePoolTests {
    @Test func `what only a burst needed is given up, and the last stays`() throws {
        let network = try RandomNetwork(nodes: 60, meanDegree: 3, seed: 5).dataset
        let engine = LegEngine(network: network)
        var generator = SeededGenerator(5)
        var request = RandomRequest(on: network, &generator)
        request.key.family = 0
        request.key = request.key.prohibiting(TestNetwork.oneway)
        let costs = RequestCosts(
            network: network, metric: engine.metric(for: request.key), barriers: BarrierSet(),
            attribute: 0)
        func nest(_ depth: Int) {
            engine.withRouter(costs) { _ in
                if depth > 1 { nest(depth - 1) }
            }
        }
        // Of two, one stays.
        nest(2)
        let alone = engine.releaseSpaces(unusedSince: .now + .seconds(1))
        #expect(alone > 0)
        nest(5)
        #expect(engine.releaseSpaces(unusedSince: .now - .seconds(3_600)) == 0)
        // The next search takes a kept one.
        nest(1)
        #expect(engine.releaseSpaces(unusedSince: .now + .seconds(1)) == 4 * alone)
        #expect(engine.releaseSpaces(unusedSince: .now + .seconds(1)) == 0)
    }
}
