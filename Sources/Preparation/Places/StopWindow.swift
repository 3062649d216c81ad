// A stop's time window.

/// A stop's time window, as the request states it.
package struct StopWindow: Hashable, Sendable {
    /// The number in its column names, from 1.
    package var number: Int
    /// The bounds in epoch milliseconds, on the clock the request uses for windows.
    package var start: Int64
    package var end: Int64

    package init(number: Int, start: Int64, end: Int64) {
        self.number = number
        self.start = start
        self.end = end
    }
}
