// Writes a matched file's trace points while the answer is assembled.

import Geo
import RouteAPI

/// Writes rows of trace points to each output that has them, as soon as they are assembled.
final class TracePointWriter: AnswerRowReceiver, @unchecked Sendable {
    // Sendable: the analysis calls it on one thread, and the command reads it after that.
    private let outputs: [any TracePointOutput]
    private var hasBegun = false
    /// Counts the written points.
    private(set) var tally = PointTally()
    /// Why writing failed; the analysis then ends with its own error.
    private(set) var failure: (any Error)?

    init(_ outputs: [any TracePointOutput]) { self.outputs = outputs }

    func begin(_ known: AnalysisResult) throws(RouteRequestError) {
        hasBegun = true
        try written { for output in outputs { try output.begin(known) } }
    }

    func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        guard case .features(let table) = rows else { return }
        try written { try write(table.rows) }
    }

    /// Writes the rest of an answer.
    ///
    /// - Returns: The answer without trace points; any it still had are written.
    func end(_ result: AnalysisResult) throws -> AnalysisResult {
        var rest = result
        let points = rest[table: PointTally.key]
        rest[table: PointTally.key] = nil
        if !hasBegun { for output in outputs { try output.begin(rest) } }
        if let points { try write(points) }
        for output in outputs { try output.end(rest) }
        return rest
    }

    private func write(_ points: FeatureSet) throws {
        for output in outputs { try output.write(points) }
        tally.add(points)
    }

    /// Does some writing; an error ends the analysis.
    private func written(_ work: () throws -> Void) throws(RouteRequestError) {
        do {
            try work()
        } catch {
            failure = error
            throw RouteRequestError(
                .cancelled, code: 500, message: "Error performing match operation.",
                details: ["The rows could not be written."])
        }
    }
}

/// Counts how many of a file's positions were placed on streets.
struct PointTally {
    /// The key for rows of positions in answers.
    static let key = "tracePoints"

    private var count = 0
    private var placed = 0

    /// Counts the positions in some rows.
    mutating func add(_ points: FeatureSet) {
        guard let status = points.fieldIndex("Status") else { return }
        count += points.features.count
        placed += points.features.count { feature in
            [.integer(0), .integer(1)].contains(feature.values[status])
        }
    }

    /// The share placed, in words; `nil` without any position.
    var text: String? {
        guard count > 0 else { return nil }
        let share = Double(placed) / Double(count)
        return "\(JSONValue.number((share * 1_000).rounded() / 10).text) % placed"
    }
}
