// Errors: some end the whole batch, others concern one route.

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
