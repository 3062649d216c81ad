// A request divided into parts, so that a job continues where it stopped after a restart, and keeps
// finished routes if it is cancelled.

package import RouteAPI

/// A request divided into parts with one route each. Joined, the parts' answers equal the whole
/// request's answer.
package protocol RequestParts: Sendable {
    /// The number of parts, at least 2.
    var count: Int { get }
    /// The rows the request is divided by, as JSON. Parts from equal rows are the same.
    ///
    /// A resumed job reads rows by reference again; they may have changed by then.
    var rows: [UInt8] { get }

    /// Returns the name of a part's route.
    func name(_ part: Int) -> String

    /// Makes the request for a part.
    ///
    /// - Parameter now: The instant that `now` means in all parts, in milliseconds since 1970.
    func request(_ part: Int, now: Int64) -> any OperationParameters
}
