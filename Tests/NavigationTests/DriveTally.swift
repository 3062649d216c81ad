// Simulated drives followed by a tracker, and what came of them.

import DataStructures
import Geo
import Navigation

/// What a tracker told on simulated drives that leave their route at a junction.
struct DriveTally {
    /// Kilometers driven on the routes.
    var kilometers = 0.0
    /// Fixes taken in.
    var fixes = 0
    /// Deviations told before the route was left.
    var falseAlarms = 0
    /// Drives that left their route without being told so.
    var missed = 0
    /// The meters driven after leaving until it was told, for each drive that was told.
    var told: [Double] = []
    /// The same by distance alone: fixes farther than a limit from the line.
    var falseAlarmsByDistance = 0
    var toldByDistance: [Double] = []

    /// Returns the meters within which a share of the drives was told.
    func told(share: Double) -> Double {
        let sorted = told.sorted()
        return sorted.isEmpty ? .infinity : sorted[Int(Double(sorted.count - 1) * share)]
    }

    /// The figures on a line.
    var summary: String {
        let byDistance = toldByDistance.sorted()
        func at(_ share: Double) -> Double {
            byDistance.isEmpty ? .nan : byDistance[Int(Double(byDistance.count - 1) * share)]
        }
        return """
            \(Int(kilometers)) km, \(fixes) fixes: \(falseAlarms) false alarms, \(missed) missed, \
            told after \(told(share: 0.5).rounded()) / \(told(share: 0.95).rounded()) m; \
            by distance \(falseAlarmsByDistance), \(at(0.5).rounded()) / \(at(0.95).rounded()) m
            """
    }

    /// Drives made-up routes of about 4 km, each left at its last junctions, until a length is
    /// reached.
    static func measure(
        kilometers: Double, seed: UInt64, distanceLimit: Double = 30,
        angles: ClosedRange<Double> = 25...180, settings: RouteSimulator.Settings = .init()
    ) throws -> DriveTally {
        var tally = DriveTally()
        var random = SeededGenerator(seed)
        while tally.kilometers < kilometers {
            let made = RandomRoute.withJunctions(meters: 4_500, using: &random)
            guard let junction = made.junctions.last(where: { $0.meters < 4_000 }) else { continue }
            let index = try RouteIndex(made.route)
            var settings = settings
            settings.wrongTurn = wrongTurn(at: junction, angles, using: &random)
            let drive = try RouteSimulator(index, settings: settings).drive(using: &random)
            tally.kilometers += junction.meters / 1_000
            tally.follow(drive, RouteTracker(index), distanceLimit)
        }
        return tally
    }

    /// A straight street that leaves a junction, its course so many degrees off the route's.
    private static func wrongTurn(
        at junction: RandomRoute.Junction, _ angles: ClosedRange<Double>,
        using random: inout SeededGenerator
    ) -> RouteSimulator.WrongTurn {
        // Drivers go straight on, or turn by up to 102 degrees.
        let turns: [Double] = [0, 0, 90, -90, 45, -45]
        var course = junction.arrival
        repeat {
            course = junction.arrival + (turns.randomElement(using: &random) ?? 0)
            course += Double.random(in: -12...12, using: &random)
            if angles.upperBound < 25 {
                let angle = Double.random(in: angles, using: &random)
                course = junction.departure + (random.chance(0.5) ? angle : -angle)
            }
        } while !angles.contains(abs((course - junction.departure).remainder(dividingBy: 360)))
        let end = RandomRoute.move(junction.place, course: course, meters: 800)
        return .init(
            offset: junction.meters, line: [junction.place, end],
            metersPerSecond: Double.random(in: 7...18, using: &random))
    }

    private mutating func follow(
        _ drive: [SimulatedFix], _ tracker: RouteTracker, _ distanceLimit: Double
    ) {
        var state = TrackerState()
        var isTold = false
        var isFar = false
        var isFarTold = false
        fixes += drive.count
        for simulated in drive {
            let events: [TrackerEvent]
            (state, events) = tracker.track(simulated.fix, from: state)
            let tells = events.contains { if case .deviated = $0 { true } else { false } }
            if tells {
                if let since = simulated.metersSinceLeaving {
                    if !isTold { told.append(since) }
                    isTold = true
                } else {
                    falseAlarms += 1
                }
            }
            let away = tracker.index.closest(to: simulated.fix.place)?.distanceMeters ?? 0
            if away > distanceLimit, !isFar {
                if let since = simulated.metersSinceLeaving {
                    if !isFarTold { toldByDistance.append(since) }
                    isFarTold = true
                } else {
                    falseAlarmsByDistance += 1
                }
            }
            isFar = away > distanceLimit
        }
        // A drive that was already off its route by a false alarm when it left it is not counted.
        if !isTold, state.phase == .following { missed += 1 }
    }
}
