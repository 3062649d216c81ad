// Matches the traces of one file on a local network or a server, and writes the answer.

import Foundation
import Geo
import NetworkAnalysis
import RouteAPI
import RouteAnalysis
import RouteTaskClient

/// Matches files, each by a request of its own.
struct FileMatcher: Sendable {
    /// Where requests are answered.
    private enum Place: Sendable {
        case network(NetworkLayer)
        case server(RouteTask)
    }

    /// The answer to a file.
    struct Found: Sendable {
        /// A line about it, without the name of the file.
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

    /// - Throws: `RouteRequestError` naming the parameter, what was found and what would work.
    init(
        layer: LayerSource, request: SolveRequest, targets: MatchTargets, command: MatchCommand
    ) throws {
        switch layer {
        case .network(let local):
            // The limit protects servers; files of any length are matched here.
            var configuration = local.configuration
            configuration.limits.maximumTracePoints = 1_000_000_000
            place = .network(local.layer(under: configuration))
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
    }

    /// Matches the traces of a file, and writes the answer to its outputs.
    ///
    /// - Throws: The errors of reading, matching and writing.
    func match(_ file: String) async throws -> Found {
        var request = parameters
        let input: TraceInput
        do {
            input = try reader.traces(in: Console.read(file: file))
        } catch let error as FeatureReadError {
            throw CommandFailure(.invalidInput, error.description)
        }
        request.traces = input
        var targets = try targets.targets(of: file)
        var tally = PointTally()
        let solution: Solution
        switch place {
        case .network(let layer):
            let result: AnalysisResult
            if let row = rowsTarget(targets) {
                (result, tally) = try match(request, on: layer, to: targets.remove(at: row).path)
            } else {
                result = try layer.match(request, control: control)
            }
            solution = Solution(result)
        case .server(let task): solution = Solution(try await task.match(request))
        }
        for target in targets {
            let bytes = bytes(of: solution, target.format)
            try Console.write(bytes: bytes, toFile: target.path)
        }
        let result = solution.result
        if let points = result[table: PointTally.key] { tally.add(points) }
        let isPartial = result.messages.contains { $0.type == .error }
        let shown = quiet ? [] : result.messages.filter { $0.type != .informative }
        return Found(
            line: Self.line(input, result, tally), messages: shown.map(\.text),
            outcome: isPartial ? .partial : .answered)
    }

    private var control: SolveControl { SolveControl(timeLimitSeconds: timeoutSeconds) }

    /// The output that the trace points are written to as they come: the only one with them.
    private func rowsTarget(_ targets: [OutputTarget]) -> Int? {
        let having = targets.indices.filter { row in
            switch targets[row].format {
            case .esri, .geojson: true
            case .csv: table == .points
            case .gpx, .svg, .text: false
            }
        }
        guard having.count == 1, targets[having[0]].format == .csv else { return nil }
        return having[0]
    }

    /// Matches traces, and writes the trace points to a file.
    ///
    /// - Returns: The answer without them, and how many were placed.
    private func match(
        _ request: MatchParameters, on layer: NetworkLayer, to path: String
    ) throws -> (AnalysisResult, PointTally) {
        var result = AnalysisResult()
        var tally = PointTally()
        try Console.write(toFile: path) { sink in
            let writer = TracePointWriter(sink)
            do {
                result = try layer.match(request, control: control, passingRowsTo: writer)
            } catch {
                throw writer.failure ?? error
            }
            try writer.end(result)
            tally = writer.tally
        }
        result[table: PointTally.key] = nil
        return (result, tally)
    }

    /// Decimals of coordinates in CSV.
    static let csvDecimals = 7

    private func bytes(of solution: Solution, _ format: OutputFormat) -> [UInt8] {
        if format == .csv, let key = table.key {
            let set = solution.result[table: key]
            return Array(
                (set.map { CSVFeatureWriter(decimals: Self.csvDecimals).text($0) } ?? "").utf8)
        }
        var file = AnswerFile(solution: solution, lengthUnits: lengthUnits, table: .directions)
        if format == .svg, case .network(let layer) = place {
            file.streets = StreetLines(network: layer.network)
                .lines(in: RoutePicture.frame(of: solution.result).box)
        }
        return file.bytes(format)
    }

    /// The length of all routes by their edges: lines are simplified differently for each format.
    ///
    /// - Returns: `nil` where some route has no total length, which a request may leave out.
    static func kilometers(of result: AnalysisResult) -> Double? {
        guard let routes = result.routes else { return nil }
        for (cost, factor) in [("Kilometers", 1), ("Miles", 1.609344)] {
            let totals = routes.features.compactMap { routes.number("Total_\(cost)", of: $0) }
            if totals.count == routes.features.count { return totals.reduce(0, +) * factor }
        }
        return nil
    }

    /// What a file had and what was found, in a line.
    private static func line(
        _ input: TraceInput, _ result: AnalysisResult, _ tally: PointTally
    ) -> String {
        func counted(_ count: Int, _ noun: String) -> String {
            "\(ProgressLine.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
        }
        var parts = [
            "\(counted(input.traces.count, "trace")) of \(counted(input.fixCount, "position"))",
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
