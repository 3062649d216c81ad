// Simulated drives over made-up routes that leave them at a junction.

import DataStructures
import Geo
import Navigation
import NavigationTesting

extension DriveTally {
    /// Drives made-up routes of about 4 km, each left at its last junctions, until a length is
    /// reached.
    static func measure(
        kilometers: Double, seed: UInt64,
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
            try tally.follow(drive, with: RouteTracker(index), leaving: settings.wrongTurn)
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
}
