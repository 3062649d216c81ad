// A trace that is driven along the route of an answer.

import Geo
import Navigation
import RouteAPI
import RouteTaskClient

/// A trace from a file, and the route to follow.
struct ReplayedDrive {
    private let route: FollowedRoute
    private let fixes: [Fix]

    /// Fixes missing for longer than this are bridged by a tick each second up to here.
    private static let longestGapSeconds: Int64 = 600

    /// Reads both files.
    ///
    /// - Throws: ``CommandFailure`` naming the file that cannot be used.
    init(trace: String, route: String, hints: FileHints) throws {
        self.route = try Self.route(route)
        let reader = TraceFileReader(polylineDecimals: nil, hints: hints)
        var held = HeldTraces()
        do throws(FeatureReadError) {
            try reader.read(trace, into: &held)
        } catch {
            throw CommandFailure(.invalidInput, "\(trace): \(error)")
        }
        guard held.input.spatialReference == .wgs84 else {
            throw CommandFailure(
                .invalidInput, "\(trace): give the trace in longitude and latitude")
        }
        fixes = held.input.traces.first?.fixes.compactMap(Self.fix) ?? []
        guard fixes.count >= 2 else {
            throw CommandFailure(
                .invalidInput,
                "\(trace): its first trace has \(fixes.count) positions with times; at least 2 "
                    + "are needed")
        }
    }

    private static func route(_ file: String) throws -> FollowedRoute {
        let bytes = try Console.read(file: file)
        do {
            let answer = try RouteAnswer(json: JSONValue.parse(bytes))
            let route = try FollowedRoute(answer.result)
            _ = try RouteIndex(route)
            if route.waypoints.isEmpty, Self.hasStopsBetween(answer.result) {
                Console.note([
                    "\(file): the answer has no legs, so the stops between are not told: write it "
                        + "with --set returnLegs=true"
                ])
            }
            return route
        } catch {
            throw CommandFailure(
                .invalidInput,
                "\(file): \(error) Write the route with: waypost solve … --format answer -o FILE")
        }
    }

    private static func hasStopsBetween(_ result: AnalysisResult) -> Bool {
        guard let routes = result.routes, let first = routes.features.first else { return false }
        return routes.integer("StopCount", of: first).map { $0 > 2 } ?? false
    }

    private static func fix(_ fix: TraceFix) -> Fix? {
        guard let time = fix.milliseconds else { return nil }
        return Fix(
            time: time, longitude: fix.coordinate.x, latitude: fix.coordinate.y,
            // Traces state the standard deviation, fixes the radius that holds 68 %.
            accuracyMeters: fix.accuracyMeters.map { $0 * 1.5 }, courseDegrees: fix.bearing)
    }

    /// Drives the trace, without a server: every request fails.
    func recording() -> SessionRecording {
        var settings = LiveRouteSettings()
        settings.isUpdated = false
        settings.deviationMode = .wait
        var navigator = Navigator(live: LiveRoute(settings: settings))
        var recording = SessionRecording(live: settings)
        func put(_ input: NavigatorInput) {
            recording.append(input, navigator.handle(input))
        }
        put(.set(NavigatorRoute(id: "route", route), time: fixes[0].time))
        var last = fixes[0].time
        for fix in fixes {
            let (gap, overflows) = fix.time.subtractingReportingOverflow(last)
            let seconds = overflows ? 0 : min(Self.longestGapSeconds, gap / 1_000)
            for second in stride(from: 1, to: seconds, by: 1) {
                put(.tick(time: last + second * 1_000))
            }
            put(.fix(fix))
            put(.tick(time: fix.time))
            last = fix.time
        }
        return recording
    }
}
