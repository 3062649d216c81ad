// From a draft of a request to the files of its answer: what commands that solve have in common.

import RouteAPI

/// A request to a layer on its way to being answered.
struct SolveRun {
    /// The layer that is asked.
    let layer: LayerSource
    /// The request, with its times converted and with what the formats demand.
    var request: SolveRequest
    private let targets: [OutputTarget]
    private let timeoutSeconds: Double?
    private let quiet: Bool

    /// Opens the layer and settles the request.
    ///
    /// - Parameter formats: The formats that the answer can be written in.
    /// - Throws: ``CommandFailure`` for options that do not fit together, and for names that the
    ///   layer does not have.
    init(
        _ draft: RequestDraft, source: SourceOptions, output: OutputOptions,
        formats: [OutputFormat]
    ) async throws {
        targets = try output.targets(formats)
        layer = try LayerSource(source, type: draft.type, zone: draft.zone)
        var request = try await layer.request(draft)
        for target in targets where target.format.isWGS84 {
            try request.demandWGS84(for: target.format)
        }
        self.request = request
        timeoutSeconds = source.timeout
        quiet = output.quiet
    }

    /// Whether the answer is written in a format.
    func writes(_ format: OutputFormat) -> Bool { targets.contains { $0.format == format } }

    /// Solves the request.
    func solve() async throws -> Solution {
        try await layer.solve(
            request, timeoutSeconds: timeoutSeconds, progress: .suiting(quiet: quiet))
    }

    /// Writes the answer to every output, and messages to standard error.
    ///
    /// - Throws: The answer's ``Outcome`` when it is not a whole answer.
    func write(_ answer: some WritableAnswer) throws {
        for target in targets {
            try Console.write(toFile: target.path) { try answer.write(target.format, to: &$0) }
        }
        // Text carries the messages itself.
        if !quiet {
            let isText = targets.contains { $0.format == .text && $0.path == "-" }
            let messages = isText ? [] : answer.solution.messages
            Console.note(request.notes + messages.map(\.text))
        }
        if answer.outcome != .answered { throw answer.outcome }
    }
}
