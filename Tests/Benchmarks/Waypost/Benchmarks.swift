// Start here: the benchmark program and its commands. scripts/bench and scripts/soak-engine run it;
// README.md beside this folder says how.

import ArgumentParser

@main
struct Benchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmarks",
        abstract: "Measures Waypost in process, and makes what is measured.",
        subcommands: [
            MatchCommand.self, PrepareCommand.self, MeasureCommand.self, CountryCommand.self,
            ScaleCommand.self, TrafficCommand.self, SoakCommand.self, BakeOffCommand.self,
            ReportedSidesCommand.self, DriveCommand.self, FollowCommand.self,
            FixesCommand.self, GeocodeCommand.self, TilesCommand.self,
        ])
}
