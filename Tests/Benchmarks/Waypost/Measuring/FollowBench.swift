// Simulated drives over routes of a network, each left at a junction.

import DataStructures
import Geo
import Navigation
import NavigationTesting
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
    mutating func time(_ drive: [SimulatedFix], _ tracker: RouteTracker, _ corridor: Corridor?) {
        milliseconds +=
            Stopwatch.milliseconds {
                var state = TrackerState()
                for simulated in drive {
                    state = tracker.track(simulated.fix, from: state, beside: corridor).state
                }
            }.milliseconds
        fixes += drive.count
    }
}

/// Drives along routes of a network.
struct FollowBench {
    private(set) var tally: DriveTally
    private(set) var cost = FixCost()
    let layer: NetworkLayer
    private let settings: RouteSimulator.Settings
    private let usesCorridor: Bool
    private let places: StreetPlaces
    private let turns: WrongTurns

    init(
        _ layer: NetworkLayer, _ settings: RouteSimulator.Settings, distanceLimits: [Double],
        usesCorridor: Bool = false
    ) {
        self.usesCorridor = usesCorridor
        self.layer = layer
        self.settings = settings
        tally = DriveTally(distanceLimits: distanceLimits)
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
            guard let solved = try solved(from: places.random(&random), using: &random),
                case let route = try FollowedRoute(solved), (route.meters.last ?? 0) >= 1_000,
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
            let corridor = usesCorridor ? try corridor(of: route, solved) : nil
            try tally.follow(drive, with: tracker, beside: corridor, leaving: turn)
            cost.time(drive, tracker, corridor)
            tally.kilometers += turn.offset / 1_000
            note.update(Int(tally.kilometers))
        }
        note.finish()
        if tally.kilometers < kilometers {
            throw BenchmarkError("\(name) has too few routes to follow")
        }
    }

    /// Solves a route to a random place; `nil` if there is none.
    private func solved(
        from start: Coordinate, using random: inout SeededGenerator
    ) throws -> AnalysisResult? {
        var parameters = RouteParameters(stops: [start, places.random(&random)])
        parameters.requestFollowedRoutes()
        parameters.analysis.directions.returnDirections = false
        do {
            return try layer.solve(parameters)
        } catch {
            guard error.identifier == .noSolution else { throw error }
            return nil
        }
    }

    /// Asks for the corridor of a whole route, one stretch after another.
    private func corridor(of route: FollowedRoute, _ solved: AnalysisResult) throws -> Corridor {
        guard let set = solved.routes, let row = set.features.first,
            case .string(let handle)? = set.value("RouteHandle", of: row)
        else { throw BenchmarkError("the route has no handle") }
        let index = try RouteIndex(route)
        var branches: [Corridor.Branch] = []
        var meters = 0.0
        while meters < index.lengthMeters {
            let place = index.coordinate(at: index.position(atMeters: meters))
            var parameters = FollowParameters()
            parameters.routeHandle = handle
            parameters.fixes = TraceInput([Trace(name: "", fixes: [TraceFix(place)])])
            parameters.progress = meters
            parameters.returnRoutes = false
            parameters.returnCorridor = true
            parameters.corridorMeters = 5_000
            guard let found = try layer.follow(parameters).following?.corridor else {
                throw BenchmarkError("the answer has no corridor")
            }
            // Stretches begin a little behind the vehicle; a street is taken once.
            let last = branches.last?.offset ?? -1
            branches += Corridor(found).branches.filter { $0.offset > last }
            // A stretch ends early where streets are dense; a place may be found a little behind.
            meters = max(meters + 100, found.toMeters - 50)
        }
        return Corridor(fromMeters: 0, toMeters: index.lengthMeters, branches: branches)
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
