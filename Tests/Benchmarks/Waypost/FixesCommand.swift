// `Benchmarks fixes`: what a fix costs, whatever the route's length.

import ArgumentParser

struct FixesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fixes",
        abstract: "Time single fixes on made-up lines of several lengths.",
        discussion: """
            Prints the mean and the worst microseconds of first fixes, of fixes on the line, and \
            of fixes beside it after it was left. Each fix is timed five times, and the least time \
            counts. The lines are a road that comes back nowhere, and laps over the same streets.
            """)

    @Option(parsing: .upToNextOption, help: "The vertices of the lines.")
    var vertices = [1_000, 50_000, 500_000]

    func run() throws {
        print("| line | vertices | km | found at first | followed | left |")
        print("| --- | --: | --: | --: | --: | --: |")
        for shape in FixBench.Shape.allCases {
            for count in vertices {
                let bench = try FixBench(shape, vertices: count)
                let times = [bench.found(), bench.followed(), try bench.left()]
                let cells = times.map { "\(rounded($0.mean)), \(rounded($0.worst))" }
                let length = Int(bench.kilometers.rounded())
                print(
                    "| \(shape.rawValue) | \(count) | \(length) | "
                        + cells.joined(separator: " | ") + " |")
            }
        }
    }

    private func rounded(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

    func validate() throws {
        guard vertices.allSatisfy({ (1_000...1_000_000).contains($0) }) else {
            throw ValidationError("--vertices needs numbers from 1000 to 1000000.")
        }
    }
}
