// Both sides of the evidence at which a tracker tells that a route was left.

import Foundation
import Geo
import Testing

@testable import Navigation

@Suite struct EvidenceThresholdTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A vehicle beside a street of 5 km from west to east.
    private struct Follower {
        var tracker: RouteTracker
        var corridor: Corridor?
        var state = TrackerState()
        var hasLeft = false
        var time: Int64 = 0

        init(_ settings: RouteTracker.Settings = .init(), beside corridor: Corridor? = nil) throws {
            let line = [0.0, 5_000].map { RouteSketch.place(east: $0, north: 0) }
            let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 20))
            tracker = RouteTracker(index, settings: settings)
            self.corridor = corridor
        }

        mutating func take(_ place: Coordinate, accuracy: Double = 7.5, course: Double?) {
            let fix = Fix(
                time: time, longitude: place.x, latitude: place.y, accuracyMeters: accuracy,
                courseDegrees: course, metersPerSecond: 10)
            let events: [TrackerEvent]
            (state, events) = tracker.track(fix, from: state, beside: corridor)
            if events.contains(where: { if case .deviated = $0 { true } else { false } }) {
                hasLeft = true
            }
        }
    }

    /// Returns the states after the last number that does not tell and the first that does.
    private func bothSides(
        from low: Double, to high: Double, _ after: (Double) -> Follower
    ) -> (before: Follower, behind: Follower) {
        var (low, high) = (low, high)
        #expect(!after(low).hasLeft)
        #expect(after(high).hasLeft)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if after(middle).hasLeft { high = middle } else { low = middle }
        }
        return (after(low), after(high))
    }

    @Test(arguments: [1, 3], [true, false])
    func `the route is left at an evidence of 9.7, or of 11.2 without courses`(
        interval: Int, statesCourse: Bool
    ) throws {
        // Fixes three seconds apart have a third of the occasions to err.
        let needed = 9.7 + (statesCourse ? 0 : 1.5) - log(Double(interval))
        for side in [1.0, -1] {
            var vehicle = try Follower()
            func after(_ north: Double, _ vehicle: Follower) -> Follower {
                var next = vehicle
                next.time += Int64(interval) * 1_000
                next.take(
                    place(Double(next.time) / 100, side * north), course: statesCourse ? 90 : nil)
                return next
            }
            for _ in 0..<10 { vehicle = after(0, vehicle) }
            #expect(vehicle.state.evidence == 0)
            var north = 0.0
            while vehicle.state.evidence < needed - 3.5, north < 100 {
                north += 6
                vehicle = after(north, vehicle)
                #expect(!vehicle.hasLeft)
            }
            let (before, behind) = bothSides(from: 1, to: north + 40) { after($0, vehicle) }
            #expect(abs(before.state.evidence - needed) < 1e-6)
            #expect(abs(behind.state.evidence - needed) < 1e-6)
        }
    }

    @Test func `a street of the corridor is entered at an evidence of 9`() throws {
        let street = try #require(
            Corridor.Branch(offset: 1_000, line: [place(1_000), place(1_400, 400)]))
        let corridor = Corridor(fromMeters: 0, toMeters: 5_000, branches: [street])
        // Without the street, this route is not left.
        var settings = RouteTracker.Settings()
        settings.evidence = 1_000
        var vehicle = try Follower(settings, beside: corridor)
        func after(_ east: Double, _ north: Double, _ vehicle: Follower) -> Follower {
            var next = vehicle
            next.time += 1_000
            next.take(place(east, north), course: nil)
            return next
        }
        for east in stride(from: 500.0, through: 1_000, by: 10) {
            vehicle = after(east, 0, vehicle)
        }
        var meters = 7.0
        while case let next = after(1_000 + meters, meters, vehicle), !next.hasLeft, meters < 200 {
            vehicle = next
            meters += 7
        }
        let (before, _) = bothSides(from: 0, to: meters) { after(1_000 + meters, $0, vehicle) }
        let evidence = try #require(before.state.corridor?.branches.first?.evidence)
        #expect(evidence < 9)
        #expect(evidence > 8.999)
    }

    /// Drives along the street, then for some seconds beside it.
    private func drive(
        beside meters: Double, accuracy: Double, seconds: Int
    ) throws -> Follower {
        var vehicle = try Follower()
        for second in 0..<(10 + seconds) {
            vehicle.time = Int64(second) * 1_000
            vehicle.take(
                place(Double(second) * 10, second < 10 ? 0 : meters), accuracy: accuracy,
                course: 90)
        }
        return vehicle
    }

    @Test(arguments: [(3.0, 12.0), (7.5, 12), (15, 20)])
    func `from half the distance of a road beside the route on, evidence for it grows`(
        accuracy: Double, half: Double
    ) throws {
        // A road beside is 24 m away, or four standard deviations if they are more.
        let near = try drive(beside: half - 0.5, accuracy: accuracy, seconds: 300)
        #expect(near.state.besideLeftEvidence == 0)
        let middle = try drive(beside: half + 0.5, accuracy: accuracy, seconds: 200)
        let late = try drive(beside: half + 0.5, accuracy: accuracy, seconds: 300)
        #expect(middle.state.besideLeftEvidence > 0)
        #expect(late.state.besideLeftEvidence > middle.state.besideLeftEvidence)
        #expect(!near.hasLeft && !late.hasLeft)
    }

    @Test(arguments: [(3.0, 15.0), (15, 30)])
    func `a road beside the route is told from 15 m or three standard deviations on`(
        accuracy: Double, least: Double
    ) throws {
        let near = try drive(beside: least - 0.1, accuracy: accuracy, seconds: 400)
        #expect(near.state.besideLeftEvidence > 9.7)
        #expect(!near.hasLeft)
        #expect(try drive(beside: least + 0.1, accuracy: accuracy, seconds: 400).hasLeft)
    }
}
