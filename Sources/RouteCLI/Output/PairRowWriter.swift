// Writes a large matrix as CSV while further rows are searched.

import Batches
import Geo
import RouteAPI

/// Writes a matrix's pairs as CSV as soon as they are found.
final class PairRowWriter: AnswerRowReceiver, @unchecked Sendable {
    // Sendable: the analysis calls it on one thread, and the command reads it after that.
    private let sink: ByteSink
    private var sides = PairTable.Sides(.odCostMatrix, of: AnalysisResult())
    /// The fields in which rows have values.
    private var valued: [String]?
    private var hasHeading = false
    /// The last batch's columns; the answer's if no batch has any row.
    private var columns: [PairTable.Column] = []
    /// The number of pairs so far.
    private(set) var count = 0
    /// Why writing failed; the analysis then ends with its own error.
    private(set) var failure: (any Error)?

    private let csv: CSVFeatureWriter

    init(_ sink: ByteSink, hasFormulas: Bool = false) {
        self.sink = sink
        // A matrix has no stops, so no windows.
        csv = CSVFeatureWriter(
            dates: .answers(windowsAreUTC: false), hasFormulas: hasFormulas)
    }

    func begin(_ known: AnalysisResult) throws(RouteRequestError) {
        sides = PairTable.Sides(.odCostMatrix, of: known)
        valued = known.valuedFields
    }

    func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        let table = PairTable(rows, between: sides, valued: valued)
        columns = table.columns
        guard !table.isEmpty else { return }
        do {
            try writeHeading()
            try table.forEachRow { values in
                count += 1
                try sink.write(csv.line(values, of: columns))
            }
        } catch {
            failure = error
            throw RouteRequestError(
                .cancelled, code: 500, message: RouteRequestError.stoppedMessage,
                details: ["The solve was stopped: its rows could not be written."])
        }
    }

    /// Writes the pairs of an answer returned whole, or only the heading if it has none.
    func end(_ result: AnalysisResult) throws {
        let rest = PairTable(matrix: result)
        if !rest.isEmpty {
            columns = rest.columns
            try writeHeading()
            try rest.forEachRow { values in
                count += 1
                try sink.write(csv.line(values, of: columns))
            }
        } else {
            if columns.isEmpty { columns = rest.columns }
            try writeHeading()
        }
    }

    private func writeHeading() throws {
        guard !hasHeading else { return }
        hasHeading = true
        try sink.write(csv.heading(of: columns))
    }
}
