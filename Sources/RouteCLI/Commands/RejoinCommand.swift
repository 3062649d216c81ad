// `waypost rejoin`: guides from a place off the route back to it.

import ArgumentParser
import Geo
import RouteAPI

struct RejoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejoin", abstract: "Lead a vehicle back to its route.",
        discussion: """
            waypost rejoin --network town route.handle --position 7.42,43.735 --bearing 90 \
            --progress 4200
            waypost rejoin --network town route.handle --position 7.43,43.74
            """)

    @OptionGroup var request: HandleRequest

    @Option(help: ArgumentHelp("Where the vehicle is.", valueName: "lon,lat"))
    var position: String

    @Option(help: ArgumentHelp("Where it is heading, from north.", valueName: "degrees"))
    var bearing: Double?

    @Option(
        help: ArgumentHelp(
            "How far along the route it has come; without it, it is led to the start.",
            valueName: "meters"))
    var progress: Double?

    @Option(
        help: ArgumentHelp(
            "How many times it has left the route, this time included.", valueName: "count"))
    var deviations: Int?

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try request.draft(.rejoin) { fields in
            fields["position"] = try HandleOptions.position(position, bearing: bearing)
            fields["progress"] = progress.map { JSONValue.number($0).text }
            fields["deviations"] = deviations.map { "\($0)" }
        }
    }

    func run() async throws { try await request.run(draft()) }
}
