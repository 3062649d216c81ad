// `waypost rejoin`: a path from a place off a route back to it.

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

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Route") var route: HandleOptions

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

    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup var output: OutputOptions

    /// The request that the options describe.
    func draft() throws -> RequestDraft {
        try RequestDraft(
            .route, operation: .rejoin, inputs: [], barriers: barriers, travel: travel
        ) { fields in
            try route.write(to: &fields)
            fields["position"] = try HandleOptions.position(position, bearing: bearing)
            fields["progress"] = progress.map { JSONValue.number($0).text }
            fields["deviations"] = deviations.map { "\($0)" }
            try answer.write(to: &fields)
        }
    }

    func run() async throws { try await SolveRun.writeRoutes(draft(), source, output) }
}
