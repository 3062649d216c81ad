// `waypost better`: looks for a better route than the rest of the one under way.

import ArgumentParser
import Geo
import RouteAPI

struct BetterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "better", abstract: "Look for a better route than the one under way.",
        discussion: """
            Without a route in the answer there is none that saves enough; the messages and, in \
            Esri JSON, the member replanning have the figures.

            waypost better --network town route.handle --progress 4200
            waypost better --network town route.handle --position 7.42,43.735 --min-gain 3
            """)

    @OptionGroup var request: HandleRequest

    @OptionGroup var vehicle: ProgressOptions

    @Option(
        help: ArgumentHelp(
            "The delay in minutes from which a better route is searched for, 10 by default.",
            valueName: "minutes"))
    var minDelay: Double?

    @Option(
        help: ArgumentHelp("How much a route must save, 5 by default.", valueName: "minutes"))
    var minGain: Double?

    @Option(
        help: ArgumentHelp(
            "The share that is enough to save, in place of --min-gain.", valueName: "percent"))
    var minGainPercent: Double?

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try request.draft(.better) { fields in
            try vehicle.write(to: &fields)
            let numbers: [(String, Double?)] = [
                ("minDelay", minDelay), ("minGain", minGain), ("minGainPercent", minGainPercent),
            ]
            for (name, number) in numbers {
                fields[name] = number.map { JSONValue.number($0).text }
            }
        }
    }

    func run() async throws { try await request.run(draft()) }
}
