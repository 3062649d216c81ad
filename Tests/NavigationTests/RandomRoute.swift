// Made-up routes: streets, bends and junctions from a seed.

import DataStructures
import Geo
import Navigation

/// A made-up route: streets of 60 to 600 m with bends, joined at junctions.
enum RandomRoute {
    /// What a made-up route is, for drives that leave it at a junction.
    struct Junction {
        /// Where the junction is, in meters from the start.
        var meters: Double
        /// The place.
        var place: Coordinate
        /// The course of arrival, in degrees.
        var arrival: Double
        /// The course by which the route goes on, in degrees.
        var departure: Double
    }

    /// Makes a route of at least a length.
    static func make(meters: Double, using random: inout SeededGenerator) -> FollowedRoute {
        withJunctions(meters: meters, using: &random).route
    }

    /// Makes a route of at least a length, with its junctions.
    static func withJunctions(
        meters: Double, using random: inout SeededGenerator
    ) -> (route: FollowedRoute, junctions: [Junction]) {
        var line = [RouteSketch.corner]
        var measures = [0.0]
        var seconds = [0.0]
        var junctions: [Junction] = []
        var course = Double.random(in: 0..<360, using: &random)
        var (total, time) = (0.0, 0.0)
        while total < meters {
            let street = Double.random(in: 60...600, using: &random)
            let speed = Double.random(in: 7...22, using: &random)
            let bend = random.chance(0.5) ? Double.random(in: -0.12...0.12, using: &random) : 0
            var driven = 0.0
            while driven < street {
                let step = min(street - driven, Double.random(in: 15...45, using: &random))
                line.append(move(line[line.count - 1], course: course, meters: step))
                driven += step
                total += step
                time += step / speed
                measures.append(total)
                seconds.append(time)
                course += bend * step
            }
            let turns: [Double] = [0, 0, 90, -90, 90, -90, 45, -45, 20, -20]
            let turn = turns.randomElement(using: &random) ?? 0
            let departure = course + turn + Double.random(in: -12...12, using: &random)
            junctions.append(
                Junction(
                    meters: total, place: line[line.count - 1], arrival: course,
                    departure: departure))
            course = departure
        }
        return (
            FollowedRoute(line: line, meters: measures, seconds: seconds),
            Array(junctions.dropLast())
        )
    }

    /// Returns the place some meters away by a course in degrees.
    static func move(_ place: Coordinate, course: Double, meters: Double) -> Coordinate {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let heading = SIMD2.heading(degrees: course) * meters
        return Coordinate(x: place.x + heading.x / scale.x, y: place.y + heading.y / scale.y)
    }
}
