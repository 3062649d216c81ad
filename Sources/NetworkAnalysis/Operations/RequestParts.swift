// A request for several routes in parts, so that a job continues after a restart where it was, and
// keeps the routes that are done when it is cancelled.

package import RouteAPI

/// The parts of a request, each with one route. The answers of all parts, joined, are that of the
/// whole request.
package protocol RequestParts: Sendable {
    /// The number of parts, at least 2.
    var count: Int { get }
    /// The rows that the request is divided by, as JSON: parts of equal rows are the same ones.
    ///
    /// Rows by reference are read again when a job is taken up again, and may differ then.
    var rows: [UInt8] { get }

    /// The name of the route of a part.
    func name(_ part: Int) -> String

    /// The request for a part.
    ///
    /// - Parameter now: The instant that `now` means in all parts, in milliseconds since 1970.
    func request(_ part: Int, now: Int64) -> any OperationParameters
}
