// Messages to the caller, with how serious each is.

/// How serious a message is, numbered as on the wire.
public enum MessageType: Int, Hashable, Sendable {
    /// Something worth knowing, such as a default that was used.
    case informative = 0
    /// The request was solved, but not entirely as asked.
    case warning = 50
    /// The request could not be solved.
    case error = 100
}

/// A message to the caller, as in the answer's `messages`.
public struct Message: Hashable, Sendable {
    /// How serious it is.
    public var type: MessageType
    /// A sentence that names the input, what was found and what would work.
    public var text: String

    /// Creates a message.
    public init(_ type: MessageType, _ text: String) {
        self.type = type
        self.text = text
    }
}
