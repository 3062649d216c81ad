// The time in which a stop is to be reached.

/// A span in which a stop is to be reached.
///
/// Windows are soft: an early arrival waits, a late one continues and its lateness is counted.
package struct TimeWindow: Hashable, Sendable {
    /// The earliest wanted arrival, on the clock of the problem.
    package var opens: Int64
    /// The latest wanted arrival, on the clock of the problem.
    package var closes: Int64

    /// Makes a window.
    package init(opens: Int64, closes: Int64) {
        self.opens = opens
        self.closes = closes
    }
}
