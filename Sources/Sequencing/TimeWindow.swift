// The time in which to reach a stop.

/// A span of time in which to reach a stop.
///
/// Windows are soft: an early tour waits, and a late one continues and counts its lateness.
package struct TimeWindow: Hashable, Sendable {
    /// The earliest wanted arrival, on the problem's clock.
    package var opens: Int64
    /// The latest wanted arrival, on the problem's clock.
    package var closes: Int64

    package init(opens: Int64, closes: Int64) {
        self.opens = opens
        self.closes = closes
    }
}
