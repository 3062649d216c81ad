// Measures routes under way on a layer's network: refreshing, replanning, rejoining, matching.

import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

/// Runs the operations on routes under way, one request after the other.
struct LiveBench {
    /// The works' names.
    static let works = ["refresh", "better", "rejoin", "match-route"]

    private let layer: NetworkLayer
    /// How often each request is timed; the median counts.
    private let passes: Int
    /// Each pair's route, with the data for requests about it.
    private var routes: [Followed] = []

    /// A route as a client keeps it.
    private struct Followed {
        let handle: String
        let line: [Coordinate]
        let meters: Double
        /// A place on a street near the route.
        let beside: Coordinate
    }

    /// Solves the pairs, untimed.
    init(_ layer: NetworkLayer, _ requests: PreparedRequests, passes: Int) throws {
        self.layer = layer
        self.passes = passes
        var note = ProgressNote("routes to follow", of: requests.pairs.count)
        for (index, pair) in requests.pairs.enumerated() {
            var parameters = RouteParameters(stops: pair.map { Coordinate($0) })
            parameters.askForEverything()
            parameters.analysis.service.returnRouteHandle = true
            guard let routes = try layer.solve(parameters).routes,
                let row = routes.features.first,
                case .polyline(let paths, _)? = row.geometry,
                case .string(let handle)? = routes.value("RouteHandle", of: row)
            else { continue }
            let line = paths.flatMap(\.self)
            self.routes.append(
                Followed(
                    handle: handle, line: line, meters: Geodesic.lengthMeters(of: line),
                    beside: Coordinate(requests.tenSquares[index][1])))
            note.update(index + 1)
        }
        note.finish()
    }

    /// Measures every operation whose name is wanted, including writing the whole answer.
    func measure(_ isWanted: (String) -> Bool) throws {
        if isWanted("refresh") {
            try measure("refresh") { route in
                var parameters = RefreshParameters()
                parameters.routeHandle = route.handle
                parameters.analysis.askForEverything()
                return try layer.refresh(parameters)
            }
        }
        if isWanted("better") {
            try measure("better") { route in
                var parameters = BetterParameters()
                parameters.routeHandle = route.handle
                parameters.progress = 0.3 * route.meters
                // Searches at any delay, and proposes at any gain.
                (parameters.minDelay, parameters.minGain) = (0, 0)
                parameters.analysis.askForEverything()
                return try layer.better(parameters)
            }
        }
        if isWanted("rejoin") {
            try measure("rejoin") { route in
                var parameters = RejoinParameters()
                parameters.routeHandle = route.handle
                parameters.progress = 0.3 * route.meters
                parameters.position = LocationInput(
                    features: .located([(.point(route.beside), [])], fields: []))
                parameters.analysis.askForEverything()
                return try layer.rejoin(parameters)
            }
        }
        if isWanted("match-route") { try measureMatching() }
    }

    private func measure(_ name: String, _ answer: (Followed) throws -> AnalysisResult) throws {
        for route in routes.prefix(5) { _ = try answer(route) }
        let latencies = try Latencies.of(name, count: routes.count, passes: passes) { index, _ in
            let (time, bytes) = try Stopwatch.milliseconds { try size(of: answer(routes[index])) }
            return (time, bytes)
        }
        try ResultLine(work: name, latencies).print()
    }

    /// An answer's size in bytes; `nil` if the request has none.
    private func size(of answer: @autoclosure () throws -> AnalysisResult) throws -> Int? {
        do {
            return try AnalysisResultWriter.json(answer()).count
        } catch let error as RouteRequestError where error.identifier == .noSolution {
            return nil
        }
    }

    /// Matches the routes' lines, as traces with a point every 50 m, to routes with directions, and
    /// reports the milliseconds for a point.
    private func measureMatching() throws {
        var (milliseconds, points) = (0.0, 0)
        try measure("match-route") { route in
            let line = LineMeasure(route.line)
            let count = max(2, Int(route.meters / 50))
            let fixes = (0...count).map { number in
                TraceFix(line.coordinate(at: Double(number) / Double(count)))
            }
            var parameters = MatchParameters()
            parameters.traces = TraceInput([Trace(fixes: fixes)])
            parameters.analysis.askForEverything()
            let (time, answer) = try Stopwatch.milliseconds { try layer.match(parameters) }
            milliseconds += time
            points += fixes.count
            return answer
        }
        try ResultLine(
            work: "match-points", facts: ["milliseconds": milliseconds / Double(points)]
        ).print()
    }
}
