// The common options of refresh, better, rejoin and follow.

import ArgumentParser
import RouteAPI

/// A request about the route in a handle: its route, barriers, travel and answer.
struct HandleRequest: ParsableArguments {
    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Route") var route: HandleOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup var output: OutputOptions

    /// Builds the request from the options.
    ///
    /// - Parameter write: Writes the operation's own options.
    /// - Throws: ``CommandFailure`` naming the option, or the file that cannot be read.
    func draft(
        _ operation: LayerOperation,
        writing write: (inout [String: String]) throws -> Void = { _ in }
    ) throws -> RequestDraft {
        try RequestDraft(
            .route, operation: operation, inputs: [], barriers: barriers, travel: travel
        ) { fields in
            try route.write(to: &fields)
            try write(&fields)
            try answer.write(to: &fields)
        }
    }

    func run(_ draft: RequestDraft) async throws {
        try await SolveRun.writeRoutes(draft, source, output)
    }
}
