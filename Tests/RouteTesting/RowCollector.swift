// Keeps the rows that an analysis passes on.

package import RouteAPI

/// Keeps the rows that it receives, as the answer would have them.
package final class RowCollector: AnswerRowReceiver, @unchecked Sendable {
    // Sendable: one solve uses it.
    /// What was known before the first row.
    package private(set) var known: AnalysisResult?
    /// The answer with the rows.
    package private(set) var result: AnalysisResult
    /// The rows of each batch.
    package private(set) var counts: [Int] = []

    /// Makes a collector.
    ///
    /// - Parameter result: The answer that gets the rows; by default it has nothing else.
    package init(_ result: AnalysisResult = AnalysisResult()) { self.result = result }

    package func begin(_ known: AnalysisResult) throws(RouteRequestError) { self.known = known }

    package func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        counts.append(rows.count)
        result.append(rows)
    }
}
