// Searches on long routes skip what is far away, and nothing that is near.

import DataStructures
import Geo
import Navigation
import Testing

@Suite struct RouteIndexSearchTests {
    /// A walk of 40 km with a vertex every 10 m, which turns at random and meets itself often.
    private func walk(_ random: inout SeededGenerator, from start: Coordinate) -> FollowedRoute {
        var line = [start]
        var course = 0.0
        for _ in 0..<4_000 {
            course += Double.random(in: -25...25, using: &random)
            line.append(RandomRoute.move(line[line.count - 1], course: course, meters: 10))
        }
        return FollowedRoute(line: line, metersPerSecond: 10)
    }

    @Test(arguments: UInt64(0)..<8)
    func `a search within some meters finds what a search without a limit finds`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed &+ 4_300)
        // In the middle latitudes, far north, near the equator and south of it.
        let starts = [(7.4, 43.7), (25.7, 71.1), (-78.5, 0.0), (-70.9, -53.1)]
        let (x, y) = starts[Int(seed % 4)]
        let index = try RouteIndex(walk(&random, from: Coordinate(x: x, y: y)))
        var (found, missed) = (0, 0)
        for _ in 0..<200 {
            let meters = Double.random(in: 0...index.lengthMeters, using: &random)
            let place = RandomRoute.move(
                index.coordinate(at: index.position(atMeters: meters)),
                course: Double.random(in: 0..<360, using: &random),
                meters: Double.random(in: 0...300, using: &random))
            let nearest = try #require(index.closest(to: place))
            for reach in [1, 12, 60, 250.0] {
                let near = index.closest(to: place, maximumMeters: reach)
                #expect(near == (nearest.distanceMeters <= reach ? nearest : nil), "\(reach) m")
                if near == nil { missed += 1 } else { found += 1 }
            }
        }
        #expect(found > 100)
        #expect(missed > 100)
    }
}
