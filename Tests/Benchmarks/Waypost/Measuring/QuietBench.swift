// How near routes are to their maneuvers, and how often a better route could be told on them.

import DataStructures
import Navigation
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// How much of the driving time lies near a maneuver, and after how many updates a better route can
/// be told. Each second of a drive counts as an update.
struct QuietTally {
    private var routes = 0
    private var seconds = 0
    private var near = 0
    private var quiet = 0
    private var told = 0

    /// How near a maneuver is, in seconds.
    private static let nearSeconds = Int(LiveRouteSettings().quietSeconds)
    /// How long the answer to an update is good, in seconds.
    private static let goodSeconds = 120

    var summary: String {
        func percent(_ part: Int) -> String {
            "\(Int((Double(part) * 100 / Double(max(seconds, 1))).rounded())) %"
        }
        return "\(routes) routes, \(seconds / 60) minutes: \(percent(near)) within "
            + "\(Self.nearSeconds) s of a maneuver; of updates \(percent(quiet)) have a quiet "
            + "moment within \(Self.goodSeconds) s, and \(percent(told)) with those after a turn"
    }

    /// Counts a route's seconds.
    mutating func count(_ route: FollowedRoute, using random: inout SeededGenerator) {
        let times = route.maneuvers.map { Self.seconds(of: route, at: $0.offset) }
        let end = Int(route.seconds.last ?? 0)
        var isQuiet: [Bool] = []
        var isTurn: [Bool] = []
        var next = 0
        for second in 0..<end {
            let first = next
            while next < times.count, times[next] <= Double(second) { next += 1 }
            isTurn.append(next > first && second > 0)
            isQuiet.append(
                next == times.count || times[next] - Double(second) >= Double(Self.nearSeconds))
        }
        routes += 1
        seconds += end
        for update in 0..<end {
            // A better route may leave this one anywhere ahead.
            let junction = Int.random(in: update..<end, using: &random)
            let good = update..<min(end, update + Self.goodSeconds)
            let hasQuiet = good.contains { isQuiet[$0] }
            if !isQuiet[update] { near += 1 }
            if hasQuiet { quiet += 1 }
            let hasTurn = good.contains { isTurn[$0] && junction - $0 >= Self.nearSeconds }
            if hasQuiet || hasTurn { told += 1 }
        }
    }

    /// Returns the seconds from a route's start to a place in meters.
    private static func seconds(of route: FollowedRoute, at meters: Double) -> Double {
        let after = route.meters.firstIndex { $0 >= meters } ?? route.meters.count - 1
        guard after > 0, route.meters[after] > route.meters[after - 1] else {
            return route.seconds[after]
        }
        let (start, end) = (route.meters[after - 1], route.meters[after])
        let share = (meters - start) / (end - start)
        return route.seconds[after - 1]
            + min(1, share) * (route.seconds[after] - route.seconds[after - 1])
    }
}

extension QuietTally {
    /// Counts random routes of five minutes and more on a network: as many as wanted, or fewer if
    /// it has few.
    init(_ layer: NetworkLayer, routes wanted: Int, using random: inout SeededGenerator) throws {
        self.init()
        let places = StreetPlaces(layer.network)
        var failures = 0
        while routes < wanted, failures < 1_000 {
            var parameters = RouteParameters(
                stops: [places.random(&random), places.random(&random)])
            parameters.requestFollowedRoutes()
            var solved: AnalysisResult?
            do {
                solved = try layer.solve(parameters)
            } catch {
                guard error.identifier == .noSolution else { throw error }
            }
            if let solved, case let route = try FollowedRoute(solved),
                (route.seconds.last ?? 0) >= 300
            {
                count(route, using: &random)
            } else {
                failures += 1
            }
        }
    }
}
