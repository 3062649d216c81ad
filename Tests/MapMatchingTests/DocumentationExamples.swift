// Runs the documentation example for the matcher, word for word.

import DataStructures
import MapMatching
import RoadNetwork
import RoutingEngine
import Testing

struct DocumentationExamples {
    @Test func `the example of MapMatcher finds the edges of a drive`() throws {
        let town = try DrawnTown(seed: 1)
        var generator = SeededGenerator(1)
        let path = try #require(town.randomPath(&generator))
        let line = DrawnTown.line(path, on: town.network)
        let points = TracePoint.points(DrawnTown.places(on: line, every: 4, withVertices: false))
        let (costs, control) = (town.costs, NeverStops())

        let matcher = MapMatcher(costs: costs, options: MatchOptions(), monitor: control)
        let match = try matcher.match(points)
        let edges = match.parts.flatMap(\.edges)

        #expect(edges == path.elements.map(\.edge.row))
        #expect(match.points.count == points.count)
    }
}
