// `waypost refresh`: the present costs of a route.

import ArgumentParser
import RouteAPI

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Give the present costs of a route.",
        discussion: """
            The path stays the same; what is closed on it is listed.

            waypost refresh --network town route.handle --start-time now
            waypost refresh --network town - --barriers works.csv < route.handle
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Route") var route: HandleOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup var output: OutputOptions

    /// The request that the options describe.
    func draft() throws -> RequestDraft {
        try RequestDraft(
            .route, operation: .refresh, inputs: [], barriers: barriers, travel: travel
        ) { fields in
            try route.write(to: &fields)
            try answer.write(to: &fields)
        }
    }

    func run() async throws { try await SolveRun.writeRoutes(draft(), source, output) }
}
