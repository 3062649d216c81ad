// Tests long traces: delivered in order, with a bounded delay, and stopped on request.

import DataStructures
import Geo
import MapMatching
import RoadNetwork
import RoutingEngine
import Synchronization
import Testing

struct StreamTests {
    /// Round and round through a town, with noise.
    private func trace(_ town: DrawnTown, count: Int) throws -> [TracePoint] {
        var generator = SeededGenerator(5)
        var points: [TracePoint] = []
        while points.count < count {
            let path = try #require(town.randomPath(&generator))
            for place in DrawnTown.places(on: DrawnTown.line(path, on: town.network), every: 12) {
                points.append(
                    TracePoint(
                        coordinate: Coordinate(
                            x: place.x + Double.random(in: -2...2, using: &generator)
                                / DrawnTown.scale.x,
                            y: place.y + Double.random(in: -2...2, using: &generator)
                                / DrawnTown.scale.y), accuracyMeters: 3))
            }
        }
        return Array(points.prefix(count))
    }

    /// So a hundred thousand points need no more memory than a thousand.
    @Test(arguments: [1_000, 100_000])
    func `points come in order, each once, not long after they were read`(_ count: Int) throws {
        let town = try DrawnTown(seed: 11)
        let points = try trace(town, count: count)
        var options = MatchOptions()
        options.gpsAccuracyMeters = 3
        var read = 0
        var delivered = 0
        var most = 0
        let reading = points.lazy.map { point in
            read += 1
            return point
        }
        _ = try MapMatcher(costs: town.costs, options: options).match(reading) { event in
            guard case .point(let point) = event else { return }
            #expect(point.point == delivered)
            delivered += 1
            most = max(most, read - delivered)
        }
        #expect(delivered == points.count)
        #expect(most < 1_000, "\(most) points were kept")
    }

    @Test func `points far from everything are delivered, too`() throws {
        let town = try DrawnTown(seed: 11)
        let far = (0..<3_000).map {
            TracePoint(
                coordinate: Coordinate(x: 11 + Double($0) * 1e-4, y: 51), accuracyMeters: 5)
        }
        let near = try trace(town, count: 50)
        let match = try MapMatcher(costs: town.costs).match(near + far + near)
        #expect(match.points.map(\.point) == Array(0..<3_100))
        #expect(match.points[100..<3_000].allSatisfy { $0.status == .tooFar })
        #expect(match.parts.count >= 2)
        #expect(match.gaps.contains { $0.before == 3_050 || ($0.before ?? 0) > 3_040 })
    }

    /// Stops after some checks.
    private final class Impatient: SearchMonitor {
        private let left: Atomic<Int>

        init(_ questions: Int) { left = Atomic(questions) }

        var shouldStop: Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
    }

    @Test func `the monitor stops the work`() throws {
        let town = try DrawnTown(seed: 11)
        let points = try trace(town, count: 1_000)
        for questions in [0, 3, 8] {
            let matcher = MapMatcher(costs: town.costs, monitor: Impatient(questions))
            #expect(throws: MatchStopped.self) { _ = try matcher.match(points) }
        }
        // The next matcher reuses the memory.
        #expect(try MapMatcher(costs: town.costs).match(points).points.count == 1_000)
    }

    @Test func `an error of the receiver ends the work`() throws {
        struct Full: Error {}
        let town = try DrawnTown(seed: 11)
        let points = try trace(town, count: 300)
        #expect(throws: Full.self) {
            _ = try MapMatcher(costs: town.costs).match(points) { _ in throw Full() }
        }
    }
}
