// Stops a batch, and says how far it is.

import Synchronization

/// Stops a batch before its end. Safe to use from any thread.
package final class BatchControl: Sendable {
    private let stopped = Atomic(false)

    package init() {}

    /// Stops the batch. No further parts begin; parts in progress are finished and written.
    package func stop() { stopped.store(true, ordering: .relaxed) }

    /// Whether ``stop()`` has been called.
    package var isStopped: Bool { stopped.load(ordering: .relaxed) }
}

/// How far a batch is.
package struct BatchProgress: Hashable, Sendable {
    /// How many routes or trips are finished, including those without a result.
    package var done: Int
    /// How many were finished before the batch was continued.
    package var doneBefore: Int
    /// How many have no result, counted since the batch was begun or continued.
    package var failed: Int
    /// How many rows the finished routes have. This measures the work.
    package var rows: Int
    /// How many rows were finished before the batch was continued.
    package var rowsBefore: Int
    /// How many rows there are.
    package var rowCount: Int

    /// Starts counting.
    ///
    /// - Parameters:
    ///   - done: How many routes or trips are already finished.
    ///   - rows: How many rows they have.
    ///   - rowCount: How many rows there are.
    package init(done: Int, rows: Int, rowCount: Int) {
        (self.done, doneBefore, failed) = (done, done, 0)
        (self.rows, rowsBefore) = (rows, rows)
        self.rowCount = rowCount
    }

    /// The finished share of the work, 0 to 1.
    package var fraction: Double {
        rowCount > 0 ? min(1, Double(rows) / Double(rowCount)) : 1
    }

    /// Estimates the remaining seconds from the pace so far. Returns `nil` until something is done.
    ///
    /// - Parameter elapsed: Seconds since the batch was begun or continued.
    package func remainingSeconds(after elapsed: Double) -> Double? {
        let since = rows - rowsBefore
        guard since > 0 else { return nil }
        return elapsed * Double(max(0, rowCount - rows)) / Double(since)
    }
}
