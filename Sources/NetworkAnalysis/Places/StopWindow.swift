// A time window of a stop.

/// A time window of a stop, as the request has it.
package struct StopWindow: Hashable, Sendable {
    /// The number in the names of its columns, from 1.
    package var number: Int
    /// The bounds in epoch milliseconds, on the clock of the request's windows.
    package var start: Int64
    package var end: Int64
}
