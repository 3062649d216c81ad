// The options that refresh, better and rejoin have in common.

import ArgumentParser
import RouteAPI

/// A request about a route that a handle holds: its route, barriers, travel and answer.
struct HandleRequest: ParsableArguments {
    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Route") var route: HandleOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup var output: OutputOptions

    /// The request that the options describe.
    ///
    /// - Parameter write: Writes the options that an operation has of its own.
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

    /// Answers a request, and writes its routes to the outputs.
    func run(_ draft: RequestDraft) async throws {
        try await SolveRun.writeRoutes(draft, source, output)
    }
}
