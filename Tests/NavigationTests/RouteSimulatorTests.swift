// Simulated drives: what they draw, leave out and state.

import DataStructures
import Geo
import Navigation
import Testing

@Suite struct RouteSimulatorTests {
    private func line(_ meters: Double) throws -> RouteIndex {
        let ends = [0, meters].map { RouteSketch.place(east: $0, north: 0) }
        return try RouteIndex(FollowedRoute(line: ends, metersPerSecond: 10))
    }

    private func drive(
        _ index: RouteIndex, seed: UInt64 = 1, _ change: (inout RouteSimulator.Settings) -> Void
    ) throws -> [SimulatedFix] {
        var settings = RouteSimulator.Settings()
        change(&settings)
        var random = SeededGenerator(seed)
        return try RouteSimulator(index, settings: settings).drive(using: &random)
    }

    @Test func `a seed gives a drive, another seed another one`() throws {
        let index = try line(2_000)
        let first = try drive(index) { _ in }
        #expect(try drive(index) { _ in } == first)
        #expect(try drive(index, seed: 2) { _ in } != first)
        #expect(first.count == 200)
    }

    @Test func `errors have the size and the memory asked for`() throws {
        let index = try line(100_000)
        let errors = try drive(index) { $0.noiseMeters = 8 }.map {
            ($0.fix.latitude - RouteSketch.corner.y)
                * Geodesic.metersPerDegree(atLatitude: RouteSketch.corner.y).y
        }
        let variance = errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)
        let next = zip(errors, errors.dropFirst()).map { $0 * $1 }.reduce(0, +)
        #expect((6.8...9.2).contains(variance.squareRoot()))
        #expect((0.87...0.93).contains(next / Double(errors.count - 1) / variance))
    }

    @Test func `speeds are a share of the route's, and change no faster than asked for`() throws {
        // 10 m/s for a kilometer, then 20 m/s.
        let line = [0.0, 1_000, 3_000].map { RouteSketch.place(east: $0, north: 0) }
        let index = try RouteIndex(
            FollowedRoute(line: line, meters: [0, 1_000, 3_000], seconds: [0, 100, 200]))
        for (share, acceleration) in [(1.0, 2.0), (0.5, 2), (1, 0.5)] {
            let fixes = try drive(index) {
                $0.speedShare = share
                $0.acceleration = acceleration
            }
            let speeds = zip(fixes, fixes.dropFirst()).map { $1.drivenMeters - $0.drivenMeters }
            #expect(abs(try #require(speeds.first) - 10 * share) < 1e-6)
            #expect(abs(try #require(speeds.last) - 20 * share) < 1e-6)
            let changes = zip(speeds, speeds.dropFirst()).map { $1 - $0 }
            #expect(abs(try #require(changes.max()) - acceleration) < 1e-6)
            #expect(try #require(changes.min()) > -1e-6)
            let stated = try #require(fixes.last?.fix.metersPerSecond)
            #expect(abs(stated - 20 * share) < 1e-6)
        }
    }

    @Test func `gaps and tunnels have no fixes`() throws {
        let ends = [0, 2_000].map { RouteSketch.place(east: $0, north: 0) }
        var route = FollowedRoute(line: ends, metersPerSecond: 10)
        route.spans = [.init(start: 500, end: 900, kind: FollowedRoute.Span.tunnel)]
        let fixes = try drive(try RouteIndex(route)) { $0.gaps = [1_200...1_300] }
        #expect(!fixes.contains { (500..<900).contains($0.drivenMeters) })
        #expect(!fixes.contains { (1_200...1_300).contains($0.drivenMeters) })
        #expect(fixes.count == 200 - 40 - 11)
    }

    @Test func `a wrong turn is driven after its place`() throws {
        let fixes = try drive(try line(2_000)) {
            $0.noiseMeters = 0
            $0.wrongTurn = .init(
                offset: 1_000,
                line: [
                    RouteSketch.place(east: 1_000, north: 0),
                    RouteSketch.place(east: 1_000, north: 300),
                ], metersPerSecond: 10)
        }
        #expect(fixes.allSatisfy { ($0.metersSinceLeaving != nil) == ($0.drivenMeters >= 1_000) })
        let last = try #require(fixes.last)
        #expect(last.fix.latitude > RouteSketch.place(east: 0, north: 280).y)
        // The course has an error of its own, and so may lie on either side of north.
        let course = try #require(last.fix.courseDegrees)
        #expect(abs(course.remainder(dividingBy: 360)) < 40)
    }
}
