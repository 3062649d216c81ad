// The work of conditions: counted, and ended within a row.

/// Counts the work of conditions, and asks now and then whether it should end.
///
/// One row may have a text of many megabytes, and a condition may go through it many times.
package struct WhereMeter {
    private var steps = 0
    private let isCancelled: () -> Bool

    /// The greatest number of bytes of a text that a condition makes.
    package static let mostTextBytes = 64 << 20
    /// Steps between two questions: well below a millisecond.
    private static let stepsBetweenQuestions = 50_000
    /// Bytes that are copied or compared in the time of a step.
    private static let bytesOfStep = 16

    /// Makes a meter.
    package init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

    /// A meter that ends nothing.
    package static var unlimited: WhereMeter { WhereMeter { false } }

    /// Counts some steps.
    mutating func count(_ work: Int = 1) throws(WhereInterruption) {
        steps += work
        guard steps >= Self.stepsBetweenQuestions else { return }
        steps = 0
        if isCancelled() { throw .cancelled }
    }

    /// Counts the reading of a text.
    mutating func count(bytes: Int) throws(WhereInterruption) {
        try count(1 + bytes / Self.bytesOfStep)
    }

    /// Counts the making of a text, before it is made.
    mutating func count(madeBytes: Int) throws(WhereInterruption) {
        guard madeBytes <= Self.mostTextBytes else { throw .textTooLong }
        try count(bytes: madeBytes)
    }
}

/// Why the evaluation of a condition ended.
package enum WhereInterruption: Error, Hashable, Sendable {
    /// The meter was asked to end it.
    case cancelled
    /// A text would have more than ``WhereMeter/mostTextBytes``.
    case textTooLong
}
