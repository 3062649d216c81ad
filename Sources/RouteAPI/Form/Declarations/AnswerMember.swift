// The members of answers that are not sets of rows and that operations declare.

/// A member of an answer beside its sets and messages, which an operation has of its own.
package enum AnswerMember: String, Sendable, CaseIterable {
    /// The costs by origin and destination.
    case costMatrix = "odCostMatrix"
    /// Whether another route is proposed.
    case replanning

    /// What it says, for descriptions of tasks.
    package var explanation: String {
        switch self {
        case .costMatrix:
            "The costs by origin and destination, as JSON text; empty unless asked for."
        case .replanning:
            "Whether another route is proposed and the figures that decided, as JSON text."
        }
    }
}
