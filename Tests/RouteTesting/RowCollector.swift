// Collects the rows that an analysis passes on.

package import RouteAPI

/// Builds an answer from the rows it receives.
package final class RowCollector: AnswerRowReceiver, @unchecked Sendable {
    // Sendable: one solve uses it.
    /// What was known before the first row.
    package private(set) var known: AnalysisResult?
    /// The answer with the rows.
    package private(set) var result: AnalysisResult
    /// The number of rows in each batch.
    package private(set) var counts: [Int] = []

    /// Makes a collector.
    ///
    /// - Parameter result: The answer to add rows to; by default empty.
    package init(_ result: AnalysisResult = AnalysisResult()) { self.result = result }

    package func begin(_ known: AnalysisResult) throws(RouteRequestError) { self.known = known }

    package func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        counts.append(rows.count)
        result.append(rows)
    }
}
