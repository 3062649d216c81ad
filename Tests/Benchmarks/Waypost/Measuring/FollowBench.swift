// Simulated drives over routes of a network, each left where another route goes on.

import DataStructures
import Geo
import Navigation
import Preparation
import RouteAPI
import RouteAnalysis

/// What fixes cost.
struct FixCost {
    private var milliseconds = 0.0
    private var fixes = 0

    /// The mean time of a fix.
    var microseconds: Double { fixes > 0 ? milliseconds * 1_000 / Double(fixes) : 0 }

    var summary: String { "\((microseconds * 100).rounded() / 100) µs" }

    mutating func add(_ other: FixCost) {
        milliseconds += other.milliseconds
        fixes += other.fixes
    }

    /// Follows a drive and times it.
    mutating func time(_ drive: [SimulatedFix], _ tracker: RouteTracker) {
        milliseconds +=
            Stopwatch.milliseconds {
                var state = TrackerState()
                for simulated in drive { state = tracker.track(simulated.fix, from: state).state }
            }.milliseconds
        fixes += drive.count
    }
}

/// Drives along routes of a network.
struct FollowBench {
    private(set) var tally = DriveTally()
    private(set) var cost = FixCost()
    private let layer: NetworkLayer
    private let settings: RouteSimulator.Settings
    private let distanceLimit: Double
    private let places: StreetPlaces

    init(_ layer: NetworkLayer, _ settings: RouteSimulator.Settings, distanceLimit: Double) {
        self.layer = layer
        self.settings = settings
        self.distanceLimit = distanceLimit
        places = StreetPlaces(layer.network)
    }

    /// Drives until a length is reached.
    mutating func drive(
        kilometers: Double, named name: String, using random: inout SeededGenerator
    ) throws {
        var note = ProgressNote(name, of: Int(kilometers))
        // A small network may have few routes with a junction to leave them at.
        var failures = 0
        while tally.kilometers < kilometers, failures < 1_000 {
            guard let route = try route(from: places.random(&random), using: &random),
                let turn = try wrongTurn(from: route, using: &random)
            else {
                failures += 1
                continue
            }
            let index = try RouteIndex(route)
            var settings = settings
            settings.wrongTurn = turn
            let drive = try RouteSimulator(index, settings: settings).drive(using: &random)
            let tracker = RouteTracker(index)
            tally.follow(drive, with: tracker, distanceLimit: distanceLimit)
            cost.time(drive, tracker)
            tally.kilometers += turn.offset / 1_000
            note.update(Int(tally.kilometers))
        }
        note.finish()
        if tally.kilometers < kilometers {
            throw BenchmarkError("\(name) has too few routes to follow")
        }
    }

    /// Solves a route to a random place; `nil` if there is none of a kilometer and more.
    private func route(
        from start: Coordinate, using random: inout SeededGenerator
    ) throws -> FollowedRoute? {
        var parameters = RouteParameters(stops: [start, places.random(&random)])
        parameters.requestFollowedRoutes()
        parameters.analysis.directions.returnDirections = false
        do {
            let route = try FollowedRoute(layer.solve(parameters))
            return (route.meters.last ?? 0) >= 1_000 ? route : nil
        } catch let error as RouteRequestError where error.identifier == .noSolution {
            return nil
        }
    }

    /// Finds a junction in the second half of a route where a route to elsewhere leaves it.
    private func wrongTurn(
        from route: FollowedRoute, using random: inout SeededGenerator
    ) throws -> RouteSimulator.WrongTurn? {
        let length = route.meters[route.meters.count - 1]
        let wanted = Double.random(in: 0.5...0.8, using: &random) * length
        guard let start = route.meters.firstIndex(where: { $0 >= wanted }),
            start + 2 < route.line.count
        else { return nil }
        // From the middle of a piece on, so that the other route is on the same street.
        let (a, b) = (route.line[start], route.line[start + 1])
        let middle = Coordinate(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        guard let other = try self.route(from: middle, using: &random) else { return nil }
        var shared = start + 1
        guard
            let first = other.line.firstIndex(where: { $0.isSame(as: route.line[shared]) }),
            first <= 2
        else { return nil }
        var place = first
        while shared + 1 < route.line.count, place + 1 < other.line.count,
            route.line[shared + 1].isSame(as: other.line[place + 1])
        {
            shared += 1
            place += 1
        }
        let rest = Array(other.line[place...])
        guard shared > start, shared + 1 < route.line.count, rest.count >= 2 else { return nil }
        let end = rest.firstIndex(beyondMeters: 800)
        let line = Array(rest[...end])
        // A route that comes back at once is no wrong turn.
        let ahead = Set(route.line[(shared + 1)...].map(\.rounded))
        guard !line.dropFirst().contains(where: { ahead.contains($0.rounded) }),
            Geodesic.lengthMeters(of: line) >= 300
        else { return nil }
        let seconds = other.seconds[place + end] - other.seconds[place]
        let meters = other.meters[place + end] - other.meters[place]
        return RouteSimulator.WrongTurn(
            offset: route.meters[shared], line: line,
            metersPerSecond: seconds > 0 ? max(3, meters / seconds) : 10)
    }

    /// Times an index of a made-up line, the median of nine.
    static func indexCost(
        vertices: Int
    ) throws -> (milliseconds: Double, bytesPerVertex: Double) {
        let line = (0..<vertices).map { Coordinate(x: 7 + Double($0) * 2e-4, y: 43.7) }
        let route = FollowedRoute(line: line, metersPerSecond: 13)
        var times: [Double] = []
        var bytes = 0
        for _ in 0..<9 {
            let (time, index) = try Stopwatch.milliseconds { try RouteIndex(route) }
            times.append(time)
            bytes = index.lineBytes
        }
        return (Stopwatch.median(times), Double(bytes) / Double(vertices))
    }
}

extension Coordinate {
    /// The place in units of a meter, about.
    fileprivate var rounded: SIMD2<Int> {
        SIMD2(Int((x * 1e5).rounded()), Int((y * 1e5).rounded()))
    }

    fileprivate func isSame(as other: Coordinate) -> Bool {
        abs(x - other.x) < 1e-6 && abs(y - other.y) < 1e-6
    }
}

extension [Coordinate] {
    /// Returns the index of the first vertex so many meters along the line, or of the last one.
    fileprivate func firstIndex(beyondMeters meters: Double) -> Int {
        var length = 0.0
        for index in indices.dropFirst() {
            length += Geodesic.distanceMeters(from: self[index - 1], to: self[index])
            if length >= meters { return index }
        }
        return count - 1
    }
}
