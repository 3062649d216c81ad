// The trace points of a matched file as CSV, written while the answer is assembled.

import Geo
import RouteAPI

/// Writes the rows of trace points as CSV as soon as they are assembled.
final class TracePointWriter: AnswerRowReceiver, @unchecked Sendable {
    // Sendable: the analysis calls it on one thread, and the command reads it after that.
    private let sink: ByteSink
    private let csv = CSVFeatureWriter(decimals: FileMatcher.csvDecimals)
    private var hasHeading = false
    /// The points that were written.
    private(set) var tally = PointTally()
    /// Why writing failed; the analysis then ends with an error of its own.
    private(set) var failure: (any Error)?

    init(_ sink: ByteSink) { self.sink = sink }

    func begin(_ known: AnalysisResult) throws(RouteRequestError) {}

    func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        guard case .features(let table) = rows else { return }
        do {
            try write(table.rows)
        } catch {
            failure = error
            throw RouteRequestError(
                .cancelled, code: 500, message: "Error performing match operation.",
                details: ["The rows could not be written."])
        }
    }

    /// Writes the points that an answer returned whole has.
    func end(_ result: AnalysisResult) throws {
        if let points = result[table: PointTally.key] { try write(points) }
    }

    private func write(_ points: FeatureSet) throws {
        if !hasHeading { try sink.write(csv.header(of: points)) }
        hasHeading = true
        try sink.write(csv.rows(of: points))
        tally.add(points)
    }
}

/// How many positions of a file were placed on streets.
struct PointTally {
    /// The key of the rows of positions in answers.
    static let key = "tracePoints"

    private var count = 0
    private var placed = 0

    /// Counts the positions of some rows.
    mutating func add(_ points: FeatureSet) {
        guard let status = points.fieldIndex("Status") else { return }
        count += points.features.count
        placed += points.features.count { feature in
            [.integer(0), .integer(1)].contains(feature.values[status])
        }
    }

    /// The share that was placed, in words; `nil` without any position.
    var text: String? {
        guard count > 0 else { return nil }
        let share = Double(placed) / Double(count)
        return "\(JSONValue.number((share * 1_000).rounded() / 10).text) % placed"
    }
}
