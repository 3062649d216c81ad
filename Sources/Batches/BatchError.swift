// Errors: some end the whole batch, others concern one route.

package import RouteAPI
package import RouteTaskClient

/// Why a batch cannot be begun or continued with these rows or this output.
package struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what was found and what would work.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Why a group has no route. Other groups are not affected.
package struct GroupFailure: Error, Hashable, Sendable {
    /// A fixed word for programs, such as `no-solution`.
    package var reason: String
    /// Sentences that name the input, what was found and what would work.
    package var text: String

    package init(_ reason: String, _ text: String) {
        self.reason = reason
        self.text = text
    }
}

extension GroupFailure {
    /// Reads a request's error as the failure of one route.
    package init(_ error: RouteRequestError) {
        self.init(
            error.identifier.rawValue,
            error.details.isEmpty ? error.message : error.details.joined(separator: "\n"))
    }

    /// Reads a server's error as the failure of one route. Returns `nil` for an error of the server
    /// itself, which would concern all routes.
    package init?(_ error: RouteTaskError) {
        guard case .service(let envelope) = error, let problem = envelope.problem
        else { return nil }
        self.init(
            problem.rawValue,
            envelope.details.isEmpty
                ? envelope.message : envelope.details.joined(separator: "\n"))
    }
}
