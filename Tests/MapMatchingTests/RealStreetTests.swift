// On the sample's streets, routes' own lines give their edges.

import DataStructures
import Geo
import MapMatching
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct RealStreetTests {
    @Test func `routes of the sample are found again from their lines`() async throws {
        let network = try await Extract.sample.build()
        let description = network.description
        let names = ["Driving an Automobile", "Oneway", "Through Traffic Prohibited"]
        let key = MetricKey(
            column: description.cost(named: "TravelTime")?.column ?? 0,
            family: description.familyIndex(named: "motor") ?? 0,
            restrictions: names.compactMap { description.restriction(named: $0) }.map {
                ActiveRestriction(
                    mask: $0.mask, effect: .prohibits,
                    isThroughTraffic: $0.rule == .throughTraffic)
            }, uTurns: .deadEndsAndIntersections)
        let costs = RequestCosts(
            network: network, metric: Metric(key: key, network: network))
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        let matcher = MapMatcher(costs: costs)
        var generator = SeededGenerator(1)
        var routes = 0
        while routes < 60 {
            let ends = (0..<2).map { _ in
                UInt32.random(in: 0..<UInt32(network.edgeCount), using: &generator)
            }
            guard costs.isUsable(ends[0]), costs.isUsable(ends[1]) else { continue }
            var search = LegSearch(costs, space: space)
            let outcome = search.run(
                from: [SearchOrigin(edge: ends[0], fraction: 0.3)],
                to: [SearchDestination(edge: ends[1], fraction: 0.6)], monitor: NeverStops())
            guard case .paths(let paths) = outcome, let path = paths[0]?.path else { continue }
            let line = DrawnTown.line(path, on: network)
            guard line.count > 1 else { continue }
            routes += 1
            for meters in [1.0, 10_000] {
                let places = DrawnTown.places(on: line, every: meters, withVertices: meters > 1)
                let match = try matcher.match(TracePoint.points(places))
                #expect(
                    match.parts.map(\.edges) == [path.elements.map(\.edge.row)],
                    "from \(line[0]) to \(line[line.count - 1]), every \(meters) m")
            }
        }
    }
}
