// Counts the work conditions do, so that they can end within a row.

/// Counts the work that conditions do, and asks now and then whether to stop.
///
/// A single row may hold many megabytes of text, and a condition may pass through it many times.
package struct WhereMeter {
    private var steps = 0
    private let isCancelled: () -> Bool

    /// The longest text a condition may build, in bytes.
    package static let mostTextBytes = 64 << 20
    /// Steps between two questions: well below a millisecond.
    private static let stepsBetweenQuestions = 50_000
    /// How many bytes are copied or compared in the time of a step.
    private static let bytesOfStep = 16

    /// Makes a meter that stops when `isCancelled` returns true.
    package init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// A meter that never stops.
    package static var unlimited: WhereMeter { WhereMeter { false } }

    /// Counts steps.
    mutating func count(_ work: Int = 1) throws(WhereInterruption) {
        steps += work
        guard steps >= Self.stepsBetweenQuestions else { return }
        steps = 0
        if isCancelled() { throw .cancelled }
    }

    /// Counts reading a text.
    mutating func count(bytes: Int) throws(WhereInterruption) {
        try count(1 + bytes / Self.bytesOfStep)
    }

    /// Counts building a text; call it before you build the text.
    mutating func count(madeBytes: Int) throws(WhereInterruption) {
        guard madeBytes <= Self.mostTextBytes else { throw .textTooLong }
        try count(bytes: madeBytes)
    }
}

/// The reason why evaluating a condition was stopped.
package enum WhereInterruption: Error, Hashable, Sendable {
    /// The caller has cancelled it.
    case cancelled
    /// A text would be longer than ``WhereMeter/mostTextBytes``.
    case textTooLong
}
