// Members of answers that are not tables but are declared by operations.

/// A member of an answer, besides tables and messages, that only some operations have.
package enum AnswerMember: String, Sendable, CaseIterable {
    case costMatrix = "odCostMatrix"
    case replanning
    case following

    /// Describes the member for descriptions of tasks.
    package var explanation: String {
        switch self {
        case .costMatrix:
            "The costs by origin and destination, as JSON text; empty unless asked for."
        case .replanning:
            "Whether another route is proposed and the figures that decided, as JSON text."
        case .following:
            "Where the vehicle is on its route and what is left of it, as JSON text."
        }
    }
}
