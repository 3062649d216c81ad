// Matches the traces in one file on a local network or a server, and writes the answer.

import Answers
import Batches
import Foundation
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Matches files, each with its own request.
///
/// On a local network a file is read position by position: positions and their places lie in a
/// temporary file, and trace points go to all outputs as soon as they are assembled. So 100,000
/// positions need no more memory than 1,000 in CSV, GeoJSON and `answer`. Other formats hold their
/// rows, and for a server the file becomes one request.
struct FileMatcher: Sendable {
    private enum Place: Sendable {
        case network(NetworkLayer)
        case server(RouteTask)
    }

    struct Found: Sendable {
        /// A line about the file, without its name.
        var line: String
        var messages: [String]
        var outcome: Outcome
    }

    private let place: Place
    private let parameters: MatchParameters
    private let targets: MatchTargets
    private let reader: TraceFileReader
    private let table: MatchTable
    private let timeoutSeconds: Double?
    private let lengthUnits: NetworkUnit?
    private let quiet: Bool
    /// Whether texts that a spreadsheet would run go into CSV unchanged.
    private let hasFormulas: Bool

    /// - Throws: `RouteRequestError` naming the parameter, what was found and what would work.
    init(
        layer: AnalysisSource, request: SolveRequest, targets: MatchTargets, command: MatchCommand
    ) throws {
        switch layer {
        case .network(let local):
            place = .network(local)
            let configuration = local.configuration
            parameters = try MatchParameters(
                fields: request.fields, locateDefaults: configuration.locateSettings)
            lengthUnits = parameters.directionsLengthUnits ?? configuration.directionsLengthUnits
        case .server(let task):
            place = .server(task)
            parameters = try MatchParameters(fields: request.fields)
            lengthUnits = parameters.directionsLengthUnits
        }
        self.targets = targets
        reader = command.traces.reader
        table = command.table
        timeoutSeconds = command.source.timeout
        quiet = command.quiet
        hasFormulas = command.csv.hasFormulas
    }

    /// Matches a file's traces, and writes the answer to its outputs.
    ///
    /// On a local network neither the file nor its positions are held, whatever their number.
    ///
    /// - Throws: Errors of reading, matching and writing.
    func match(_ file: String) async throws -> Found {
        var targets = try targets.targets(of: file)
        var tally = PointTally()
        let notes = ReadingNotes()
        let solution: Solution
        let count: (traces: Int, positions: Int)
        switch place {
        case .network(let layer):
            var traces = layer.traces(for: parameters)
            try read(file, notes, into: &traces)
            count = (traces.traces.count, traces.count)
            let written = targets.filter { $0.format.hasTracePoints(table: table) }
            targets.removeAll { $0.format.hasTracePoints(table: table) }
            let holdsPoints = targets.contains { $0.format.needsHeldPoints(table: table) }
            let result: AnalysisResult
            (result, tally) = try match(
                traces, on: layer, to: written, holdingPoints: holdsPoints)
            solution = Solution(result)
        case .server(let task):
            var traces = HeldTraces()
            try read(file, notes, into: &traces)
            var request = parameters
            let input = traces.input
            request.traces = input
            count = (input.traces.count, input.fixCount)
            solution = Solution(try await task.match(request), to: [:])
            if let points = solution.result[table: PointTally.key] { tally.add(points) }
        }
        for target in targets {
            if target.format.isFile {
                try solution.writeFile(target, table: table.key ?? "directions")
                continue
            }
            let bytes = bytes(of: solution, target.format)
            try Console.write(bytes: bytes, toFile: target.path)
        }
        let result = solution.result
        let isPartial = result.messages.contains { $0.type == .error }
        let shown = quiet ? [] : result.messages.filter { $0.type != .informative }
        return Found(
            line: Self.line(count, result, tally),
            messages: (quiet ? [] : notes.texts) + shown.map(\.text),
            outcome: isPartial ? .partial : .answered)
    }

    private func read(
        _ file: String, _ notes: ReadingNotes, into receiver: inout some TraceReceiver
    ) throws {
        do throws(FeatureReadError) {
            try reader.read(file, notes: notes, into: &receiver)
        } catch {
            throw CommandFailure(.invalidInput, error.description)
        }
    }

    private var control: SolveControl { SolveControl(timeLimitSeconds: timeoutSeconds) }

    /// Matches traces, and writes the answer with its trace points to some outputs.
    ///
    /// - Parameter holdsPoints: Whether the returned answer also has its trace points.
    /// - Returns: The answer, and how many positions were placed.
    private func match(
        _ traces: RequestTraces, on layer: NetworkLayer, to targets: [OutputTarget],
        holdingPoints holdsPoints: Bool
    ) throws -> (AnalysisResult, PointTally) {
        let held = holdsPoints ? HeldTracePoints() : nil
        return try Console.write(toFiles: targets.map(\.path)) { sinks in
            let written = zip(targets, sinks).map {
                $0.format.tracePoints(to: $1, hasFormulas: hasFormulas)
            }
            let writer = TracePointWriter(written + [held].compactMap(\.self))
            do {
                let result = try layer.match(
                    parameters, of: traces, control: control, passingRowsTo: writer)
                var rest = try writer.end(result)
                rest[table: PointTally.key] = held?.points
                return (rest, writer.tally)
            } catch {
                throw writer.failure ?? error
            }
        }
    }

    /// Decimals for coordinates in CSV.
    static let csvDecimals = 7

    private func bytes(of solution: Solution, _ format: OutputFormat) -> [UInt8] {
        if format == .esri {
            return AnswerTables(solution.result).esriJSON(table.key ?? "directions")
        }
        if format == .csv, let key = table.key {
            let writer = CSVFeatureWriter(
                decimals: Self.csvDecimals, dates: solution.result.dateTexts,
                hasFormulas: hasFormulas)
            return Array((solution.result[table: key].map { writer.text($0) } ?? "").utf8)
        }
        var file = AnswerFile(
            solution: solution, lengthUnits: lengthUnits, table: .directions,
            hasFormulas: hasFormulas)
        if format == .svg, case .network(let layer) = place {
            file.streets = StreetLines(network: layer.network)
                .around(AnswerPicture(of: solution.result).envelope)
        }
        return file.bytes(format)
    }

    /// Adds the routes' lengths by their edges, because each format simplifies lines differently.
    ///
    /// - Returns: `nil` if a route has no total length, which a request may leave out.
    static func kilometers(of result: AnalysisResult) -> Double? {
        guard let routes = result.routes else { return nil }
        for (cost, factor) in [("Kilometers", 1), ("Miles", 1.609344)] {
            let totals = routes.features.compactMap { routes.number("Total_\(cost)", of: $0) }
            if totals.count == routes.features.count { return totals.reduce(0, +) * factor }
        }
        return nil
    }

    /// Sums up a file's contents and results in a line.
    private static func line(
        _ count: (traces: Int, positions: Int), _ result: AnalysisResult, _ tally: PointTally
    ) -> String {
        func counted(_ count: Int, _ noun: String) -> String {
            count.counted(noun, digits: ProgressLine.grouped(count))
        }
        var parts = [
            "\(counted(count.traces, "trace")) of \(counted(count.positions, "position"))",
            counted(result.routes?.features.count ?? 0, "route"),
        ]
        if let kilometers = kilometers(of: result) {
            parts.append("\(JSONValue.number((kilometers * 100).rounded() / 100).text) km")
        }
        if let placed = tally.text { parts.append(placed) }
        parts.append(counted(result[table: "traceGaps"]?.features.count ?? 0, "gap"))
        let broken = result[table: "brokenRules"]?.features.count ?? 0
        if broken > 0 { parts.append("\(counted(broken, "rule")) broken") }
        return parts.joined(separator: ", ")
    }
}
