// A route's own line gives its edges, however densely it is drawn.

import DataStructures
import Geo
import MapMatching
import RoadNetwork
import RoutingEngine
import Testing

struct OwnLineTests {
    /// Checks that a trace gives exactly a path's edges, in one part.
    private func check(
        _ trace: [TracePoint], _ path: NetworkPath, _ costs: RequestCosts, _ what: String
    ) throws {
        let match = try MapMatcher(costs: costs).match(trace)
        #expect(match.parts.map(\.edges) == [path.elements.map(\.edge.row)], "\(what)")
        #expect(match.gaps.isEmpty, "\(what)")
        let closures = match.parts.flatMap {
            costs.follow(NetworkPath(elements: $0.elements)).closures
        }
        #expect(closures.isEmpty, "\(what)")
        #expect(match.points.map(\.point) == Array(trace.indices), "\(what)")
        #expect(match.points.allSatisfy { $0.part == 0 && $0.distanceMeters < 0.1 }, "\(what)")
        guard let part = match.parts.first else { return }
        #expect(abs(part.firstShare - (path.elements.first?.from ?? 0)) < 1e-3, "\(what)")
        #expect(abs(part.lastShare - (path.elements.last?.to ?? 1)) < 1e-3, "\(what)")
        for point in match.points {
            #expect(part.edges[point.element] == point.edge, "\(what)")
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a line of its own gives the edges of a route`(seed: UInt64) throws {
        let town = try DrawnTown(seed: seed)
        var generator = SeededGenerator(seed)
        for round in 0..<3 {
            guard let path = town.randomPath(&generator) else { continue }
            let line = DrawnTown.line(path, on: town.network)
            for meters in [1.0, 4, 15, 1_000] {
                let places = DrawnTown.places(
                    on: line, every: meters, withVertices: meters > 10)
                try check(
                    TracePoint.points(places), path, town.costs,
                    "seed \(seed) round \(round), every \(meters) m")
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `so does a drive with little noise`(seed: UInt64) throws {
        let town = try DrawnTown(seed: seed, spacing: 140)
        var generator = SeededGenerator(seed)
        guard let path = town.randomPath(&generator) else { return }
        let line = DrawnTown.line(path, on: town.network)
        let trace = DrawnTown.places(on: line, every: 12).enumerated().map { index, place in
            TracePoint(
                coordinate: Coordinate(
                    x: place.x + Double.random(in: -3...3, using: &generator) / DrawnTown.scale.x,
                    y: place.y + Double.random(in: -3...3, using: &generator) / DrawnTown.scale.y),
                time: Double(index) * 1.5)
        }
        let match = try MapMatcher(costs: town.costs).match(trace)
        let found = match.parts.flatMap(\.edges)
        let wanted = path.elements.map(\.edge.row)
        // An end may lie on the neighboring edge.
        #expect(Set(wanted).subtracting(found).count <= 1, "\(wanted) \(found)")
        #expect(Set(found).subtracting(wanted).count <= 1, "\(wanted) \(found)")
        #expect(match.parts.count == 1)
    }

    @Test func `the same trace gives the same match`() throws {
        let town = try DrawnTown(seed: 3)
        var generator = SeededGenerator(3)
        let path = try #require(town.randomPath(&generator))
        let trace = TracePoint.points(
            DrawnTown.places(on: DrawnTown.line(path, on: town.network), every: 7))
        let matcher = MapMatcher(costs: town.costs)
        let first = try matcher.match(trace)
        #expect(try matcher.match(trace) == first)
        #expect(try MapMatcher(costs: town.costs).match(trace) == first)
    }
}
