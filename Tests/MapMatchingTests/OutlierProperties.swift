// Draws a position some houses away into drives through random towns, with few positions.

import DataStructures
import Foundation
import Geo
import MapMatching
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct OutlierProperties {
    private static func meters(_ match: TraceMatch, _ network: NetworkDataset) -> Double {
        match.parts.flatMap(\.elements).reduce(0) {
            $0 + Geodesic.lengthMeters(of: network.shape(of: $1.edge)) * ($1.to - $1.from)
        }
    }

    /// The seconds of the matched path between two points, as fast as the streets are.
    private static func seconds(
        _ match: TraceMatch, from first: MatchedPoint, to last: MatchedPoint, _ costs: RequestCosts
    ) -> Double? {
        guard let part = first.part, part == last.part, first.element <= last.element else {
            return nil
        }
        let elements = match.parts[part].elements
        return (first.element...last.element).reduce(0) { sum, index in
            let element = elements[index]
            let from = index == first.element ? first.share : element.from
            let to = index == last.element ? last.share : element.to
            // A one-way street driven against its direction takes as long as along it.
            let weight = min(
                costs.weight(element.edge.row), costs.weight(element.edge.row ^ 1))
            return sum + Double(weight) * (to - from)
        } / 1_000
    }

    /// With a position every 8 s, and 15 s, and without times. Most positions that add length lie
    /// along the street, or where the vehicle had nearly the time to go; few are left that it could
    /// not have visited, on crooked streets.
    @Test(arguments: [
        (70.0, true, 12, 0), (70, false, 15, 0), (130, true, 20, 7), (130, false, 32, 0),
    ])
    func `of few positions, one some houses away seldom adds length`(
        every: Double, hasTimes: Bool, mostAdded: Int, mostRushed: Int
    ) throws {
        let pace = 9.0
        var (drawn, added, rushed) = (0, 0, 0)
        for seed in UInt64(0)..<60 {
            var generator = SeededGenerator(seed &+ 52_000)
            let town = try DrawnTown(seed: seed % 12, size: 14, spacing: 90)
            guard let path = town.randomPath(&generator, leastEdges: 12) else { continue }
            let places = DrawnTown.places(on: DrawnTown.line(path, on: town.network), every: every)
            guard places.count > 9 else { continue }
            var trace = places.enumerated().map { index, place in
                TracePoint(
                    coordinate: place, time: hasTimes ? Double(index) * every / pace : nil)
            }
            let bad = Int.random(in: 4..<trace.count - 3, using: &generator)
            var without = trace
            without.remove(at: bad)
            let angle = Double.random(in: 0..<(2 * .pi), using: &generator)
            let off = Double.random(in: 80...150, using: &generator)
            trace[bad].coordinate.x += off * cos(angle) / DrawnTown.scale.x
            trace[bad].coordinate.y += off * sin(angle) / DrawnTown.scale.y
            var options = MatchOptions()
            options.gpsAccuracyMeters = 5
            let matcher = MapMatcher(costs: town.costs, options: options)
            let (found, expected) = (try matcher.match(trace), try matcher.match(without))
            guard expected.parts.count == 1 else { continue }
            drawn += 1
            let meters = Self.meters(found, town.network)
            guard meters > Self.meters(expected, town.network) + 25 else { continue }
            added += 1
            guard hasTimes else { continue }
            let needed = Self.seconds(
                found, from: found.points[bad - 1], to: found.points[bad + 1], town.costs)
            if (needed ?? 0) > 1.6 * 2 * every / pace { rushed += 1 }
        }
        #expect(drawn > 30)
        #expect(added <= mostAdded, "\(added) of \(drawn)")
        #expect(rushed <= mostRushed, "\(rushed) of \(drawn)")
    }
}
