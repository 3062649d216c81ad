// The formats for matrices and closest facilities.

import Batches
import Geo
import RouteAPI

/// Writes answers that consist of pairs.
struct PairFile: WritableAnswer {
    static let formats: [OutputFormat] = [
        .text, .csv, .geojson, .esri, .answer, .kml, .gpkg, .shp, .fgb, .xlsx,
    ]

    let solution: Solution
    let table: PairTable
    /// Whether texts that a spreadsheet would run go into CSV unchanged.
    var hasFormulas = false

    /// No solution without any pair; partial if locations or pairs are missing; otherwise answered.
    ///
    /// Pairs left out by a cutoff or a count are not missing.
    var outcome: Outcome { Self.outcome(of: solution, isEmpty: table.isEmpty) }

    /// Returns the same for an answer that is written in another way.
    ///
    /// - Parameter isEmpty: Whether the answer has no pair.
    static func outcome(of solution: Solution, isEmpty: Bool) -> Outcome {
        if isEmpty { return .noSolution }
        let isPartial = solution.isPartial || !solution.result.reasons.isEmpty
        return isPartial ? .partial : .answered
    }

    func write(_ format: OutputFormat, to sink: ByteSink) throws {
        switch format {
        case .answer: try sink.write(solution.esriJSON(pretty: true) + [0x0A])
        case .esri: try sink.write(AnswerTables(solution.result).esriJSON(mainTable))
        case .kml: try sink.write(AnswerTables(solution.result).kml(named: "Pairs"))
        case .geojson: try sink.write(AnalysisResultWriter.geoJSON(solution.result) + [0x0A])
        case .csv: try writeCSV(to: sink)
        case .text: try PairText(table: table, solution: solution).write(to: sink)
        case .gpx, .gpkg, .shp, .fgb, .xlsx, .svg:
            throw CommandFailure(
                .usage,
                "\(format.rawValue) has no pairs; use one of "
                    + OutputFormat.names(of: Self.formats))
        }
    }

    /// The name of the table with the pairs.
    var mainTable: String { solution.result.routes == nil ? "odLines" : "routes" }

    /// Writes a line for each pair as it is read from the answer, without a text of all lines.
    private func writeCSV(to sink: ByteSink) throws {
        let csv = CSVFeatureWriter(dates: solution.result.dateTexts, hasFormulas: hasFormulas)
        try sink.write(csv.heading(of: table.columns))
        try table.forEachRow { try sink.write(csv.line($0, of: table.columns)) }
    }
}

extension CSVFeatureWriter {
    /// The line with the pairs' column names.
    func heading(of columns: [PairTable.Column]) -> String { row(of: columns.map(\.heading)) }

    func line(_ values: [AttributeValue], of columns: [PairTable.Column]) -> String {
        Self.line(zip(columns, values).map { cell($1, of: $0.heading) })
    }
}
