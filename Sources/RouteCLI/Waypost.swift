// Start here: the command line, its commands, and how an error becomes a message and an exit code.

import ArgumentParser
import Foundation
import RoadNetwork
import RouteAPI

/// The program `waypost`: its commands, and the path from arguments to an exit code.
///
/// ``run(_:)`` parses the arguments, runs the command, and turns every error into a message on
/// standard error and an exit code (``CommandFailure``, ``Outcome``). Results go to standard output
/// or to the files of `-o`; notes, progress and errors go to standard error, so output can be
/// piped. A command reads its options into a ``RequestDraft``, opens an ``AnalysisSource`` and lets
/// ``SolveRun`` do the rest; batches begin in ``BatchJob``.
///
/// ```swift
/// let stops = ["7.4163954,43.7298343", "7.4188621,43.7330002"]
/// let outcome = await Waypost.run(["solve", "--network", network, "-o", picture] + stops)
/// // .answered, with the map of the route in the file; from a shell:
/// // waypost solve --network town -o route.svg 7.4163954,43.7298343 7.4188621,43.7330002
/// ```
@main
struct Waypost: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waypost",
        abstract: "Build street networks, find routes on them, and serve them over HTTP.",
        discussion: """
            waypost network build town.osm.pbf --output town
            waypost solve --network town 7.41,43.73 7.43,43.74
            waypost batch --network town --stops day.csv --group-by driver -o routes.gpkg
            waypost matrix --network town --origins stops.csv
            waypost nearest --network town --incidents stops.csv --facilities depots.csv
            waypost match --network town drive.gpx -o drive.geojson
            waypost explain --network town 7.41,43.73 7.43,43.74
            waypost sequence berlin52.tsp
            waypost serve --network town
            waypost worker --network town --jobs postgres://waypost@db.example/jobs

            Exit codes: 0 answered; 1 something outside the request failed; 2 wrong usage; \
            3 invalid input; 4 answered in part; 5 no solution; 6 cancelled or out of time; \
            7 the server failed.
            """,
        version: ProductVersion.current,
        subcommands: [
            SolveCommand.self, BatchCommand.self, MatrixCommand.self, NearestCommand.self,
            MatchCommand.self, GeocodeCommand.self, RefreshCommand.self, BetterCommand.self,
            RejoinCommand.self,
            FollowCommand.self,
            ReplayCommand.self,
            ExplainCommand.self, LocateCommand.self, DefaultsCommand.self, DescribeCommand.self,
            ServeCommand.self, WorkerCommand.self, TrafficCommand.self, LayersCommand.self,
            UsersCommand.self, NetworkCommand.self, SequenceCommand.self,
        ])

    static func main() async {
        Console.holdStreams()
        MappedFileGuard.install()
        ignoreUserSignals()
        await run(Array(CommandLine.arguments.dropFirst())).end()
    }

    /// Keeps signals without a meaning here from ending the program.
    static func ignoreUserSignals() {
        signal(SIGUSR1, SIG_IGN)
        signal(SIGUSR2, SIG_IGN)
    }

    /// Runs a command line and returns its exit code; messages go to standard output or error.
    static func run(_ arguments: [String]) async -> Outcome {
        await FilesRead.$current.withValue(FilesRead()) { await outcome(of: arguments) }
    }

    private static func outcome(of arguments: [String]) async -> Outcome {
        do {
            if let problem = CommandNames.problem(in: arguments) { throw problem }
            let arguments = try SettingsFile.expanded(protectCoordinates(arguments))
            var command = try parseAsRoot(arguments)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return .answered
        } catch let outcome as Outcome {
            return outcome
        } catch {
            return report(error, of: arguments)
        }
    }

    /// Inserts a space before negative coordinates, which would be parsed as options.
    static func protectCoordinates(_ arguments: [String]) -> [String] {
        arguments.map { argument in
            let rest = argument.dropFirst()
            let isCoordinate =
                argument.first == "-" && argument.contains(",")
                && (rest.first?.isNumber == true || rest.first == ".")
            return isCoordinate ? " " + argument : argument
        }
    }

    /// Writes an error's message and returns its exit code. If a file of settings is to blame, its
    /// place comes first.
    private static func report(_ error: any Error, of arguments: [String]) -> Outcome {
        func blaming(_ message: some StringProtocol) -> String {
            let place = SettingsFile.place(blamedBy: String(message), in: arguments)
            return "waypost: " + (place.map { "\($0): " } ?? "") + message
        }
        guard let failure = CommandFailure(describing: error) else {
            let isHelp = exitCode(for: error) == .success
            if !isHelp, let problem = CommandOption.problem(in: arguments) {
                Console.write(blaming(problem), to: .standardError)
                return .usage
            }
            let text = fullMessage(for: error)
            Console.write(
                isHelp ? text : blaming(text.trimmingPrefix("Error: ")),
                to: isHelp ? .standardOutput : .standardError)
            return isHelp ? .answered : .usage
        }
        Console.write(blaming(failure.message), to: .standardError)
        return failure.outcome
    }
}
