// Tests estimating the accuracy of positions that do not state it.

import DataStructures
import Foundation
import Geo
import MapMatching
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct AccuracyTests {
    /// Normally distributed errors.
    private static func error(_ meters: Double, _ generator: inout SeededGenerator) -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12...1, using: &generator))).squareRoot()
        return meters * radius * cos(2 * .pi * Double.random(in: 0..<1, using: &generator))
    }

    @Test(arguments: [3.0, 10])
    func `errors that were drawn are estimated as about what they are`(meters: Double) throws {
        var estimates: [Double] = []
        for seed in UInt64(0)..<12 {
            var generator = SeededGenerator(seed &+ 40_000)
            let town = try DrawnTown(seed: seed, spacing: 200)
            guard let path = town.randomPath(&generator, leastEdges: 6) else { continue }
            let trace = DrawnTown.places(
                on: DrawnTown.line(path, on: town.network), every: 15
            ).map { place in
                TracePoint(
                    coordinate: Coordinate(
                        x: place.x + Self.error(meters, &generator) / DrawnTown.scale.x,
                        y: place.y + Self.error(meters, &generator) / DrawnTown.scale.y))
            }
            let estimated = try MapMatcher(costs: town.costs).match(trace).accuracyMeters
            #expect((0.6 * meters...1.5 * meters).contains(estimated), "seed \(seed)")
            estimates.append(estimated)
            var stated = MatchOptions()
            stated.gpsAccuracyMeters = 7
            let other = try MapMatcher(costs: town.costs, options: stated).match(trace)
            #expect(other.accuracyMeters == 7)
        }
        let mean = estimates.reduce(0, +) / Double(estimates.count)
        #expect(estimates.count > 8)
        #expect(abs(mean - meters) < 0.2 * meters, "\(mean)")
    }

    /// All positions lie some meters north of the driven streets. So positions at crossings, and on
    /// streets to the north, lie exactly on a street.
    @Test(arguments: [3.0, 8])
    func `positions that are off to one side do not go round the streets that cross`(
        meters: Double
    ) throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |   |   |   |
            e---f---g---h
            |   |   |   |
            i---j---k---l
            """)
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            sketch.road(word, seconds: 20)
        }
        let network = try sketch.build()
        let matcher = MapMatcher(costs: DrawnTown.costs(network))
        for word in ["ijkgfji", "ijfgc"] {
            let letters = Array(word)
            var places = [sketch.place(letters[0], letters[1], at: 0.5)]
            places += letters[1..<letters.count - 1].map { sketch.place($0) }
            places.append(
                sketch.place(letters[letters.count - 2], letters[letters.count - 1], at: 0.5))
            let trace = places.map {
                TracePoint(
                    coordinate: Coordinate(x: $0.x, y: $0.y + meters / DrawnTown.scale.y))
            }
            let match = try matcher.match(trace)
            let driven = match.parts.flatMap(\.elements).reduce(0) {
                $0 + Geodesic.lengthMeters(of: network.shape(of: $1.edge)) * ($1.to - $1.from)
            }
            let length = Geodesic.lengthMeters(of: places)
            #expect(abs(driven - length) < 4 * meters, "\(word): \(driven) for \(length)")
            #expect(match.points.allSatisfy { $0.part == 0 }, "\(word)")
        }
    }
}
