// Simulated drives over routes of a network, each left at a junction.

import DataStructures
import Geo
import Navigation
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTaskClient

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
    private let turns: WrongTurns

    init(_ layer: NetworkLayer, _ settings: RouteSimulator.Settings, distanceLimit: Double) {
        self.layer = layer
        self.settings = settings
        self.distanceLimit = distanceLimit
        places = StreetPlaces(layer.network)
        turns = WrongTurns(layer.network)
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
                let turn = turns.random(from: route, using: &random)
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
