// Drives with noise over routes that use the same streets again and again.

import DataStructures
import Geo
import Navigation
import Testing

@Suite struct PassKeepingTests {
    /// A walk over a street grid, which turns at random and at times goes back.
    private func walk(
        streets: Int, spacing: Double, using random: inout SeededGenerator
    ) -> FollowedRoute {
        var (east, north) = (0.0, 0.0)
        var line = [RouteSketch.corner]
        var heading = SIMD2(1.0, 0.0)
        for street in 0..<streets {
            if street > 0 {
                let left = SIMD2(-heading.y, heading.x)
                switch Int.random(in: 0..<10, using: &random) {
                case 0: heading = -heading
                case 1...3: heading = left
                case 4...6: heading = -left
                default: break
                }
            }
            // Streets have vertices between their junctions.
            for _ in 0..<4 {
                east += heading.x * spacing / 4
                north += heading.y * spacing / 4
                line.append(RouteSketch.place(east: east, north: north))
            }
        }
        var route = FollowedRoute(line: line, metersPerSecond: 9)
        let length = route.meters[route.meters.count - 1]
        route.waypoints = (1...3).map { .init(offset: length * Double($0) / 4, id: "\($0)") }
        return route
    }

    /// What a drive over such a route came to.
    private struct Outcome {
        var deviations = 0
        var waypoints: [Int] = []
        var hasArrived = false
        var errors: [Double] = []
        var isFalling = false
    }

    private func follow(_ drive: [SimulatedFix], _ tracker: RouteTracker) -> Outcome {
        var state = TrackerState()
        var outcome = Outcome()
        var last = 0.0
        for simulated in drive {
            let events: [TrackerEvent]
            (state, events) = tracker.track(simulated.fix, from: state)
            for event in events {
                switch event {
                case .deviated: outcome.deviations += 1
                case .waypointReached(let waypoint): outcome.waypoints.append(waypoint)
                case .arrived: outcome.hasArrived = true
                case .progress(let progress):
                    outcome.errors.append(abs(progress.meters - simulated.drivenMeters))
                    if progress.meters < last { outcome.isFalling = true }
                    last = progress.meters
                default: break
                }
            }
        }
        return outcome
    }

    @Test(arguments: [true, false])
    func `noise takes no drive to another pass of its street`(statesCourse: Bool) throws {
        var random = SeededGenerator(11)
        var errors: [Double] = []
        var (deviations, lost, kilometers) = (0, 0, 0.0)
        for _ in 0..<100 {
            let route = walk(streets: 30, spacing: 120, using: &random)
            let index = try RouteIndex(route)
            var settings = RouteSimulator.Settings()
            settings.noiseMeters = 6
            settings.standSeconds = 15
            if !statesCourse { settings.courseNoiseDegrees = nil }
            let drive = try RouteSimulator(index, settings: settings).drive(using: &random)
            let outcome = follow(drive, RouteTracker(index))
            kilometers += index.lengthMeters / 1_000
            deviations += outcome.deviations
            if !outcome.hasArrived { lost += 1 }
            errors += outcome.errors
            #expect(outcome.waypoints == Array(0..<outcome.waypoints.count))
            #expect(outcome.waypoints.count == 3 || outcome.deviations > 0)
            #expect(!outcome.isFalling || outcome.deviations > 0)
        }
        errors.sort()
        let late = errors[errors.count * 99 / 100]
        print(
            "passes, course \(statesCourse): \(Int(kilometers)) km, \(deviations) deviations, "
                + "\(lost) not arrived, error p50 \(Int(errors[errors.count / 2])), "
                + "p99 \(Int(late)), most \(Int(errors[errors.count - 1])) m")
        #expect(lost == 0)
        // Without courses, a turn back at the end of a street shows only after some seconds.
        #expect(deviations <= (statesCourse ? 0 : 3))
        #expect(errors[errors.count - 1] < (statesCourse ? 40 : 120))
    }
}
