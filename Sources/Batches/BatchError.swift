// What ends a batch as a whole, and what ends one of its routes.

/// Rows or an output that a batch cannot be begun or continued with.
package struct BatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence that says what was found and what would work.
    package let description: String

    init(_ description: String) { self.description = description }
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
