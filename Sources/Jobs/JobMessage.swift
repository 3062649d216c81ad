// A message about a job.

/// A sentence that a job's owner reads.
package struct JobMessage: Hashable, Sendable {
    package var kind: JobMessageKind
    /// A full sentence.
    package var text: String

    package init(_ kind: JobMessageKind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// How serious a job's message is.
package enum JobMessageKind: String, CaseIterable, Hashable, Sendable {
    case informative
    case warning
    case error
}

/// A message with its place in the job's log.
package struct NumberedMessage: Hashable, Sendable {
    /// The position among the job's messages, from 1.
    package var number: Int
    package var message: JobMessage

    package init(number: Int, message: JobMessage) {
        self.number = number
        self.message = message
    }
}
