// A drive along places, followed by a navigator and recorded, with everything its tracker told.

import Geo
import Navigation

/// What a tracker told while a vehicle drove along places.
///
/// The navigator keeps to one route and sends nothing. At the end the drive replays itself.
struct TrackedDrive {
    let tracker: RouteTracker
    private(set) var events: [TrackerEvent] = []
    var time: Int64 = 0
    private var session: NavigatorSession

    /// Where the vehicle is.
    var state: TrackerState { session.navigator.state.tracker }

    init(_ route: FollowedRoute) throws {
        tracker = RouteTracker(try RouteIndex(route))
        session = NavigatorSession {
            $0.isUpdated = false
            $0.deviationMode = .wait
        }
        put(.set(NavigatorRoute(id: "route", route), time: 0))
    }

    private mutating func put(_ input: NavigatorInput) {
        for case .tracked(let event) in session.put(input) { events.append(event) }
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
            put(.tick(time: time))
            time += 1_000
        }
    }

    /// Takes in one fix.
    mutating func take(_ fix: Fix) { put(.fix(fix)) }

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
