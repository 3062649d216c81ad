// Tests standing vehicles: they drive nowhere, however their receivers err.

import DataStructures
import Geo
import RoadNetwork
import RoutingEngine
import Testing

@testable import MapMatching

@Suite struct StandingTests {
    /// A place, off by an error which is new with each position.
    private func point(
        _ place: Coordinate, off meters: Double, _ second: Int, _ generator: inout SeededGenerator
    ) -> TracePoint {
        let range = -meters...meters
        return TracePoint(
            coordinate: Coordinate(
                x: place.x + Double.random(in: range, using: &generator) / DrawnTown.scale.x,
                y: place.y + Double.random(in: range, using: &generator) / DrawnTown.scale.y),
            time: Double(second))
    }

    /// A drive with a position a second, which stands for two minutes on its way.
    private func drive(
        _ places: [Coordinate], standing meters: Double, _ generator: inout SeededGenerator
    ) -> [TracePoint] {
        let halt = places.count / 2
        let all =
            places[..<halt].map { ($0, 3.0) }
            + Array(repeating: (places[halt], meters), count: 120)
            + places[halt...].map { ($0, 3.0) }
        return all.enumerated().map { point($1.0, off: $1.1, $0, &generator) }
    }

    @Test(arguments: UInt64(0)..<12, [4.0, 9, 14])
    func `positions that jump about a halt go round no block`(seed: UInt64, meters: Double) throws {
        let town = try DrawnTown(seed: seed, spacing: 140)
        var generator = SeededGenerator(seed)
        guard let path = town.randomPath(&generator) else { return }
        let line = DrawnTown.line(path, on: town.network)
        let trace = drive(
            DrawnTown.places(on: line, every: 12), standing: meters, &generator)
        let match = try MapMatcher(costs: town.costs).match(trace)
        #expect(match.points.count == trace.count)
        #expect(match.parts.count == 1)
        let found = match.parts.flatMap(\.edges)
        let wanted = path.elements.map(\.edge.row)
        // An end may lie on the neighboring edge.
        #expect(found.count <= wanted.count + 2, "\(wanted) \(found)")
        #expect(Set(wanted).subtracting(found).count <= 1, "\(wanted) \(found)")
    }

    @Test func `only positions that jump about are joined`() {
        var generator = SeededGenerator(7)
        func joined(_ trace: [TracePoint]) -> Int {
            var standing = StandingPoints()
            var found: [TracePoint] = []
            for point in trace { standing.add(point) { found.append($0) } }
            standing.finish { found.append($0) }
            #expect(found.map(\.time) == trace.map(\.time))
            return zip(found, trace).count { $0.coordinate != $1.coordinate }
        }
        // Round a small block, two meters a second.
        let corners = [(0.0, 0.0), (16, 0), (16, 16), (0, 16), (0, 0)]
            .map { DrawnTown.place($0, $1) }
        let circle = DrawnTown.places(on: corners, every: 2)
        #expect(joined(circle.enumerated().map { point($1, off: 0.2, $0, &generator) }) == 0)
        let walk = (0..<60).map { DrawnTown.place(Double($0) * 1.4, 0) }
        #expect(joined(walk.enumerated().map { point($1, off: 0.5, $0, &generator) }) == 0)
        let halt = Array(repeating: DrawnTown.center, count: 300)
        let jumping = halt.enumerated().map { point($1, off: 9, $0, &generator) }
        #expect(joined(jumping) > 200)
        // A drawn line has no times.
        #expect(
            joined(jumping.map { TracePoint(coordinate: $0.coordinate) }) == 0)
    }
}
