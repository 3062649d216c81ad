// Receives rows of a large answer before all are found.

/// Receives a large answer's rows while the analysis runs, so that they need not all be in memory.
///
/// The analysis calls ``begin(_:)`` once and then ``receive(_:)`` for each batch, on one thread.
/// All batches are of one kind. In the end it returns the answer without these rows.
public protocol AnswerRowReceiver: Sendable {
    /// Receives what is known before the first row, such as the locations.
    func begin(_ known: AnalysisResult) throws(RouteRequestError)

    /// Receives a batch of rows. The first batch may be empty; it shows the fields or costs of all.
    ///
    /// - Throws: If you cannot take more rows. The analysis then ends with this error.
    func receive(_ rows: AnswerRows) throws(RouteRequestError)
}
