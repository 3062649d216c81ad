// What ends a batch as a whole, and what ends one of its routes.

/// Why a batch cannot begin, continue or be written.
package enum BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rows or the options cannot be used.
    case input(String)
    /// The output cannot be written.
    case output(String)

    /// A sentence that says what was found and what would work.
    package var description: String {
        switch self {
        case .input(let text), .output(let text): text
        }
    }
}

/// Why a group has no route. The other groups are not affected.
package struct GroupFailure: Error, Hashable, Sendable {
    /// A fixed word for programs, such as `no-solution`.
    package var reason: String
    /// Sentences naming the input, what was found and what would work.
    package var text: String

    /// Makes a failure.
    package init(_ reason: String, _ text: String) {
        self.reason = reason
        self.text = text
    }
}
