// Runs the documentation examples for the engine's entry points, word for word.

import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct DocumentationExamples {
    @Test func `the example of LegEngine finds the cheapest path`() throws {
        var sketch = NetworkSketch("a.....b......c")
        sketch.road("abc", seconds: 20)
        let network = try sketch.build()
        let edges = sketch.edges(along: "abc")
        let origin = SearchOrigin(edge: edges[0], fraction: 0.5)
        let destination = SearchDestination(edge: edges[1], fraction: 0.5)

        let engine = LegEngine(network: network)
        let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
        let costs = RequestCosts(network: network, metric: engine.metric(for: key))
        let answers = engine.withRouter(costs) { router in
            router.find(from: [origin], to: [destination], monitor: NeverStops())
        }

        #expect(answers?[0]?.cost == 20_000)
    }

    @Test func `the example of LegRouter finds the edges of the cheapest path`() throws {
        var sketch = NetworkSketch("a.....b......c")
        sketch.road("abc", seconds: 20)
        let network = try sketch.build()
        let edges = sketch.edges(along: "abc")
        let origin = SearchOrigin(edge: edges[0], fraction: 0.5)
        let destination = SearchDestination(edge: edges[1], fraction: 0.5)
        let engine = LegEngine(network: network)
        let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
        let costs = RequestCosts(network: network, metric: engine.metric(for: key))

        let leg = engine.withRouter(costs) { router -> LegPath? in
            let answers = router.find(from: [origin], to: [destination], monitor: NeverStops())
            return answers?[0]?.path ?? router.path(from: origin, to: destination)
        }

        #expect(leg?.cost == 20_000)
        #expect(leg?.path.elements.count == 2)
    }

    @Test func `the example of TrafficSnapshot puts speeds and closures into a metric`() throws {
        let network = try RandomNetwork(nodes: 40, meanDegree: 3, seed: 4).dataset
        let engine = LegEngine(network: network)
        let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
        let now: Int64 = 1_795_417_200_000
        let (departure, end) = (now, now + 3_600_000)

        let snapshot = TrafficSnapshot(
            speeds: [EdgeSpeed(edge: 12, kilometersPerHour: 8)],
            closures: [EdgeClosure(edge: 40, until: end)], made: now, on: network)
        var timed = key
        timed.traffic = snapshot.epoch(at: departure, family: key.family)
        let metric = engine.metric(for: timed)

        #expect(metric.key.traffic != nil)
    }

    @Test func `the example of BarrierSet closes half a street and slows a junction`() throws {
        var sketch = NetworkSketch("a.....b......c")
        sketch.road("abc", seconds: 20)
        let network = try sketch.build()
        let edge = sketch.edges(along: "abc")[0]
        let (segment, node) = (Int(edge >> 1), network.edgeHead[edge])
        let key = MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere)
        let metric = LegEngine(network: network).metric(for: key)

        var closed = SegmentBarriers()
        closed.add(BarrierPiece(from: 0.5, to: 1, effect: .barred))
        var barriers = BarrierSet()
        barriers.segments[segment] = closed
        barriers.nodes[node] = [.added([30_000])]
        let costs = RequestCosts(network: network, metric: metric, barriers: barriers)

        let isForward = edge.isMultiple(of: 2)
        let (open, end) = isForward ? (0.0, 0.5) : (0.5, 1.0)
        #expect(costs.weight(edge) == SearchCost.closed)
        #expect(costs.cost(of: edge, from: open, to: end) == metric.weights[Int(edge)] / 2)
        #expect(costs.nodeCosts[node] == 30_000)
    }

    @Test func `the example of MetricKey prohibits and scales`() {
        let (onewayMask, tollMask) = (TestNetwork.oneway, TestNetwork.toll)

        let oneway = ActiveRestriction(mask: onewayMask, effect: .prohibits)
        let tollFactor = CostFactor(thousandths: 1_300)
        let toll = ActiveRestriction(mask: tollMask, effect: .scales(tollFactor))
        let key = MetricKey(column: 0, family: 0, restrictions: [oneway, toll], uTurns: .deadEnds)

        #expect(key.prohibitingMask == onewayMask)
        #expect(key.scalesCosts)
    }
}
