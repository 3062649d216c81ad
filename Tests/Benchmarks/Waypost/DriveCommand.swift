// `Benchmarks drive`: do directions lead where the route goes?

import ArgumentParser
import Preparation
import RouteAnalysis
import RouteTesting

extension DriverMode: ExpressibleByArgument {}

struct DriveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drive",
        abstract: "Drive routes by their directions alone.",
        discussion: """
            Asks random routes on each network, and obeys their directions as if one saw \
            the streets but not the route. Prints a row of a table for each network and, under it, \
            every failure. Ends with exit code 1 where more than a share of the instructions failed.
            """)

    @Argument(help: "The networks' folders.") var networks: [String]
    @Option(help: "How many routes on each network.") var routes = 2_000
    @Option(help: "What the routes are drawn from.") var seed: UInt64 = 1
    @Option(help: "car, bicycle or foot.") var mode = DriverMode.car
    @Option(help: "Failures in 1,000 instructions from which on the command fails.")
    var most = 10.0
    @Flag(help: "Print the classes of failures only.") var quiet = false

    func run() throws {
        print("| network | mode | routes | junctions | instructions | failures |")
        print("| --- | --- | --: | --: | --: | --: |")
        var failures: [SimulatedDriver.Failure] = []
        var instructions = 0
        for network in networks {
            let note = ProgressNote(network, of: routes)
            let driver = try drive(network, note)
            print(
                "| \(network) | \(mode.rawValue) | \(routes) | \(driver.junctionCount) | "
                    + "\(driver.instructionCount) | \(driver.failures.count) |")
            failures += driver.failures
            instructions += driver.instructionCount
        }
        let classes = Dictionary(grouping: failures, by: \.kind)
        for (kind, all) in classes.sorted(by: {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }) {
            print("\(all.count) × \(kind)")
        }
        if !quiet { for failure in failures { print(failure) } }
        if Double(failures.count) > most / 1_000 * Double(instructions) { throw ExitCode.failure }
    }

    private func drive(_ network: String, _ note: ProgressNote) throws -> SimulatedDriver {
        var note = note
        let driver = try SimulatedDriver.drive(
            try NetworkLayer.open(path: network), mode, routes: routes, seed: seed,
            progress: { note.update($0) })
        note.finish()
        return driver
    }
}
