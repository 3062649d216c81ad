// The common path of commands that solve, from a request draft to the answer's files.

import Batches
import RouteAPI

/// Solves a request, and writes its answer in every requested format.
///
/// Every command that solves runs through this type: it brings a ``RequestDraft`` and wraps the
/// answer in a ``WritableAnswer``. The initializer opens the layer, converts the times, and sets
/// the parameters that the output formats require, such as longitude and latitude. ``write(_:)``
/// writes every output and throws the answer's ``Outcome`` unless it is complete.
///
/// If CSV is the only output of a matrix on a local network, rows are written while others are
/// searched, so memory does not grow with the number of pairs. Otherwise the whole answer is in
/// memory: several outputs read its rows again, and a server's answer is one JSON document.
struct SolveRun {
    let layer: AnalysisSource
    /// The request, with converted times and the parameters that the formats require.
    var request: SolveRequest
    private let targets: [OutputTarget]
    private let timeoutSeconds: Double?
    private let quiet: Bool
    /// Whether texts that a spreadsheet would run go into CSV unchanged.
    let hasFormulas: Bool

    /// Opens the layer and completes the request.
    ///
    /// - Parameter formats: The formats in which the answer can be written.
    /// - Throws: ``CommandFailure`` for contradicting options, and for names that the layer does
    ///   not have.
    init(
        _ draft: RequestDraft, source: SourceOptions, output: OutputOptions,
        formats: [OutputFormat]
    ) async throws {
        targets = try output.targets(formats)
        layer = try AnalysisSource(source, type: draft.type, zone: draft.zone)
        var request = try await layer.request(draft)
        for target in targets where target.format.isWGS84 {
            try request.requireWGS84(for: target.format)
        }
        self.request = request
        timeoutSeconds = source.timeout
        quiet = output.quiet
        hasFormulas = output.csv.hasFormulas
    }

    func writes(_ format: OutputFormat) -> Bool { targets.contains { $0.format == format } }

    /// Whether an output shows tables by their shapes.
    var showsShapes: Bool { targets.contains { $0.format.showsShapes } }

    func solve() async throws -> Solution {
        try await layer.solve(
            request, timeoutSeconds: timeoutSeconds, progress: .suiting(quiet: quiet))
    }

    /// Solves a request about a route and writes the answer's routes.
    ///
    /// - Throws: The ``Outcome`` if the answer is not complete.
    static func writeRoutes(
        _ draft: RequestDraft, _ source: SourceOptions, _ output: OutputOptions
    ) async throws {
        let run = try await SolveRun(
            draft, source: source, output: output, formats: AnswerFile.formats)
        var file = AnswerFile(solution: try await run.solve(), hasFormulas: run.hasFormulas)
        if run.writes(.text) {
            file.lengthUnits = try await run.layer.lengthUnits(of: run.request)
        }
        try run.write(file)
    }

    /// The file for rows written while others are searched: the only output, as CSV, on a local
    /// network.
    private var rowFile: String? {
        guard case .network = layer, targets.count == 1, targets[0].format == .csv else {
            return nil
        }
        return targets[0].path
    }

    /// Solves a matrix request and writes the answer, row by row if the output allows it.
    ///
    /// - Throws: The ``Outcome`` if the answer is not complete.
    func solveMatrix() async throws {
        guard let path = rowFile else {
            let solution = try await solve()
            try write(
                PairFile(
                    solution: solution, table: PairTable(matrix: solution.result),
                    hasFormulas: hasFormulas))
            return
        }
        let solution = try await layer.solve(
            request, timeoutSeconds: timeoutSeconds, progress: .suiting(quiet: quiet)
        ) { solve in
            var solution: Solution?
            try Console.write(toFile: path) { sink in
                let rows = PairRowWriter(sink, hasFormulas: hasFormulas)
                do {
                    let found = try solve(rows)
                    try rows.end(found.result)
                    solution = found.with(pairCount: rows.count)
                } catch {
                    throw rows.failure ?? error
                }
            }
            guard let solution else {
                preconditionFailure("a file that was written has its answer")
            }
            return solution
        }
        try finish(
            solution, isText: false,
            outcome: PairFile.outcome(of: solution, isEmpty: solution.pairCount == 0))
    }

    /// Writes the answer to every output, and messages to standard error.
    ///
    /// - Throws: The ``Outcome`` if the answer is not complete.
    func write(_ answer: some WritableAnswer) throws {
        for target in targets {
            if target.format.isFile {
                try answer.solution.writeFile(target, table: answer.mainTable)
            } else {
                try Console.write(toFile: target.path) { try answer.write(target.format, to: $0) }
            }
        }
        let isText = targets.contains { $0.format == .text && $0.path == "-" }
        try finish(answer.solution, isText: isText, outcome: answer.outcome)
    }

    /// Writes messages to standard error, and throws the outcome.
    ///
    /// - Parameter isText: Whether standard output has text, which contains the messages itself.
    private func finish(_ solution: Solution, isText: Bool, outcome: Outcome) throws {
        if !quiet {
            let messages = isText ? [] : solution.messages
            Console.note(request.notes + messages.map(\.text))
        }
        if outcome != .answered { throw outcome }
    }
}
