// `Benchmarks follow`: how well and how fast simulated drives over real routes are followed.

import ArgumentParser
import DataStructures
import Navigation
import NavigationTesting
import Preparation

struct FollowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Follow simulated drives that leave their routes; fails beyond the targets.",
        discussion: """
            Solves random routes on each network, drives along them with errors of a receiver, \
            and leaves each one at a junction into another street. Prints for each network what \
            the tracker told and what rules of distance alone would have, then the cost of a fix \
            and of an index.

            Meters are the median and the 95th percentile: from the junction; from where the \
            street is \(Int(LeavingShape.partedMeters)) m away from the route; and from the \
            junction for clear leavings, whose street is \(Int(LeavingShape.clearMeters)) m away \
            within \(Int(LeavingShape.clearWithinMeters)) m. The targets are for clear leavings, \
            which the rule of 50 m tells after some 65 and 165 m. The other streets go on beside \
            the route, or come back to it. Drives that stay within \
            \(Int(LeavingShape.besideMeters)) m of it are counted apart if they are missed. \
            "No rule before" is what the best test needs that alarms at one junction in 10,000, \
            though it knows the street and the errors' law.

            A second line says how much of the driving time lies near a maneuver, and after how \
            many updates a session could tell a better route, on routes of five minutes and more.
            """)

    @Argument(help: "The networks' folders.") var networks: [String]
    @Option(help: "The kilometers to drive on each network.") var kilometers = 1_000.0
    @Option(help: "The standard deviation of each ordinate's error, in meters.") var noise = 10.0
    @Option(help: "The seconds between fixes.") var interval = 1.0
    @Option(help: "What the drives are drawn from.") var seed: UInt64 = 1
    @Option(parsing: .upToNextOption, help: "The meters of the rules by distance alone.")
    var limits = [30.0, 50]
    @Flag(help: "Fixes state neither course nor speed.") var withoutCourse = false

    @Flag(help: "Drives are followed with the streets beside their routes.") var corridor = false

    @Option(help: "The routes on each network whose maneuvers are counted; 0 for none.")
    var quietRoutes = 100

    @Option(help: "False alarms in 1,000 km from which on the command fails.") var mostAlarms = 1.0
    @Option(help: "The meters in the median, for clear leavings.") var mostMedian = 50.0
    @Option(help: "The meters at the 95th percentile, for clear leavings.") var mostLate = 140.0
    @Option(help: "The microseconds of a fix.") var mostMicroseconds = 10.0

    func run() throws {
        var settings = RouteSimulator.Settings()
        settings.noiseMeters = noise
        settings.intervalSeconds = interval
        if withoutCourse { settings.courseNoiseDegrees = nil }
        var total = DriveTally(distanceLimits: limits)
        var cost = FixCost()
        for network in networks {
            var random = SeededGenerator(seed)
            var bench = FollowBench(
                try NetworkLayer.open(path: network), settings, distanceLimits: limits,
                usesCorridor: corridor)
            try bench.drive(kilometers: kilometers, named: network, using: &random)
            print("\(network): \(bench.tally.summary)")
            if quietRoutes > 0 {
                // The same routes for any number of kilometers.
                var random = SeededGenerator(seed)
                let quiet = try QuietTally(bench.layer, routes: quietRoutes, using: &random)
                print("  \(quiet.summary)")
            }
            total.add(bench.tally)
            cost.add(bench.cost)
        }
        print("all: \(total.summary)")
        let index = try FollowBench.indexCost(vertices: 50_000)
        print(
            "a fix: \(cost.summary); an index of 50,000 vertices: "
                + "\(index.milliseconds.rounded(to: 2)) ms, "
                + "\(index.bytesPerVertex.rounded(to: 2)) bytes a vertex")
        let permitted = max(1, mostAlarms * total.kilometers / 1_000)
        let clear = total.tracker.toldClear
        let isMet =
            Double(total.falseAlarms) <= permitted && total.missed == 0
            && LeavingReports.quantile(clear, 0.5) <= mostMedian
            && LeavingReports.quantile(clear, 0.95) <= mostLate
            && cost.microseconds <= mostMicroseconds
            && index.milliseconds <= 10 && index.bytesPerVertex <= 24
        if !isMet { throw ExitCode.failure }
    }
}

extension Double {
    fileprivate func rounded(to decimals: Int) -> Double {
        let scale = decimals == 2 ? 100.0 : 1
        return (self * scale).rounded() / scale
    }
}
