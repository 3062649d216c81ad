// `Benchmarks reported-sides`: are turns reported to the side that the route takes?

import ArgumentParser
import Preparation
import RouteAnalysis
import RouteTesting

struct ReportedSidesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reported-sides",
        abstract: "Compare the sides that directions report with the lines of the routes.",
        discussion: """
            Asks random routes on each network and prints a row of a table for it. Ends with exit \
            code 1 and the places when a turn is reported to a side that the route does not take.
            """)

    @Argument(help: "The networks' folders.") var networks: [String]
    @Option(help: "How many routes on each network.") var routes = 2_000
    @Option(help: "What the routes are drawn from.") var seed: UInt64 = 1

    func run() throws {
        print("| network | routes | turns | reported to the wrong side |")
        print("| --- | --: | --: | --: |")
        var mistakes: [ReportedSides.Mistake] = []
        for network in networks {
            var sides = ReportedSides()
            var note = ProgressNote(network, of: routes)
            try sides.check(
                try NetworkLayer.open(path: network), routes: routes, seed: seed,
                progress: { note.update($0) })
            note.finish()
            print("| \(network) | \(routes) | \(sides.turns) | \(sides.mistakes.count) |")
            mistakes += sides.mistakes
        }
        for mistake in mistakes { print(mistake) }
        if !mistakes.isEmpty { throw ExitCode.failure }
    }
}
