// The control of a batch, and how far it is.

import Synchronization

/// Ends a batch before its end; safe to use from any thread.
package final class BatchControl: Sendable {
    private let stopped = Atomic(false)

    /// Makes a control.
    package init() {}

    /// Begins no further parts; those in progress are finished and written.
    package func stop() { stopped.store(true, ordering: .relaxed) }

    /// Whether ``stop()`` has been called.
    package var isStopped: Bool { stopped.load(ordering: .relaxed) }
}

/// How far a batch is.
package struct BatchProgress: Hashable, Sendable {
    /// The number of routes or trips that are finished, those without a result too.
    package var done: Int
    /// The number of those that were finished before the batch was continued.
    package var doneBefore: Int
    /// The number of those that have no result, since the batch was begun or continued.
    package var failed: Int
    /// The number of rows of the finished routes, which measures the work.
    package var rows: Int
    /// The number of rows that were finished before the batch was continued.
    package var rowsBefore: Int
    /// The number of all rows.
    package var rowCount: Int

    /// Makes the progress at the beginning.
    ///
    /// - Parameters:
    ///   - done: The number of routes or trips that are finished already.
    ///   - rows: The number of their rows.
    ///   - rowCount: The number of all rows.
    package init(done: Int, rows: Int, rowCount: Int) {
        (self.done, doneBefore, failed) = (done, done, 0)
        (self.rows, rowsBefore) = (rows, rows)
        self.rowCount = rowCount
    }

    /// The share of the work that is done, 0 … 1.
    package var fraction: Double {
        rowCount > 0 ? min(1, Double(rows) / Double(rowCount)) : 1
    }

    /// The seconds that the rest takes at the pace so far; `nil` until something is done.
    ///
    /// - Parameter elapsed: The seconds since the batch was begun or continued.
    package func remainingSeconds(after elapsed: Double) -> Double? {
        let since = rows - rowsBefore
        guard since > 0 else { return nil }
        return elapsed * Double(max(0, rowCount - rows)) / Double(since)
    }
}
