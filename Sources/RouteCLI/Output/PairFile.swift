// The formats of matrices and of closest facilities.

import Geo
import RouteAPI

/// Writes answers that consist of pairs.
struct PairFile: WritableAnswer {
    static let formats: [OutputFormat] = [.text, .csv, .geojson, .esri]

    let solution: Solution
    let table: PairTable

    /// No solution without any pair; partial if locations or pairs are missing; or answered.
    ///
    /// Fewer pairs because of a cutoff or a count are not missing.
    var outcome: Outcome { Self.outcome(of: solution, isEmpty: table.isEmpty) }

    /// The outcome of an answer that has pairs or none.
    static func outcome(of solution: Solution, isEmpty: Bool) -> Outcome {
        if isEmpty { return .noSolution }
        let isPartial = solution.isPartial || !solution.result.reasons.isEmpty
        return isPartial ? .partial : .answered
    }

    func write(_ format: OutputFormat, to sink: ByteSink) throws {
        switch format {
        case .esri: try sink.write(solution.esriJSON(pretty: true) + [0x0A])
        case .geojson: try sink.write(AnalysisResultWriter.geoJSON(solution.result) + [0x0A])
        case .csv: try writeCSV(to: sink)
        case .text: try PairText(table: table, solution: solution).write(to: sink)
        case .gpx, .svg:
            throw CommandFailure(
                .usage,
                "\(format.rawValue) has no pairs; use one of "
                    + Self.formats.map(\.rawValue).joined(separator: ", "))
        }
    }

    /// Writes a line for each pair as it is read from the answer; there is no text of all lines.
    private func writeCSV(to sink: ByteSink) throws {
        try sink.write(CSVFeatureWriter.line(table.columns.map(\.heading)))
        try table.forEachRow { values in
            try sink.write(CSVFeatureWriter.line(values.map { CSVFeatureWriter.cell($0) }))
        }
    }
}
