// A drive along places, followed by a tracker, with everything it told.

import Geo
import Navigation

/// What a tracker told while a vehicle drove along places.
struct TrackedDrive {
    let tracker: RouteTracker
    var state = TrackerState()
    var events: [TrackerEvent] = []
    var time: Int64 = 0

    init(_ route: FollowedRoute) throws {
        tracker = RouteTracker(try RouteIndex(route))
    }

    /// Drives along places with a fix a second, without errors.
    mutating func drive(
        _ line: [Coordinate], metersPerSecond: Double = 10, statesCourse: Bool = true
    ) throws {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: metersPerSecond))
        var meters = 0.0
        while meters < index.lengthMeters {
            let position = index.position(atMeters: meters)
            let place = index.coordinate(at: position)
            let ahead = index.coordinate(at: index.advanced(position, byMeters: 2))
            var fix = Fix(
                time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5)
            if statesCourse {
                fix.courseDegrees = Geodesic.bearingDegrees(from: place, to: ahead)
                fix.metersPerSecond = metersPerSecond
            }
            take(fix)
            time += 1_000
            meters += metersPerSecond
        }
    }

    /// Stands at a place with a fix a second.
    mutating func stand(at place: Coordinate, seconds: Int) {
        for _ in 0..<seconds {
            take(
                Fix(
                    time: time, longitude: place.x, latitude: place.y, accuracyMeters: 7.5,
                    metersPerSecond: 0))
            time += 1_000
        }
    }

    /// Lets seconds pass without a fix.
    mutating func wait(seconds: Int) {
        for _ in 0..<seconds {
            let told: [TrackerEvent]
            (state, told) = tracker.pass(to: time, from: state)
            events += told
            time += 1_000
        }
    }

    /// Takes in one fix.
    mutating func take(_ fix: Fix) {
        let told: [TrackerEvent]
        (state, told) = tracker.track(fix, from: state)
        events += told
    }

    /// The positions told, in meters.
    var positions: [Double] {
        events.compactMap { if case .progress(let progress) = $0 { progress.meters } else { nil } }
    }

    /// What was told beside positions, in words.
    var story: [String] {
        events.compactMap { event in
            switch event {
            case .progress, .announcement: nil
            case .eventNear(let event, _): "event \(event)"
            case .waypointReached(let waypoint): "waypoint \(waypoint)"
            case .deviated(let meters): meters == nil ? "elsewhere" : "deviated"
            case .rejoined: "on route"
            case .arrived: "arrived"
            }
        }
    }
}
