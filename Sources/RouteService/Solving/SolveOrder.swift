// What the queue is asked for, and why it may say no.

/// Why the queue did not run a solve.
package enum SolveQueueError: Error, Hashable, Sendable {
    /// As many solves run and wait as the service allows.
    case overloaded
    /// The solve waited longer than the service allows before a thread came free.
    case timedOut
    /// The server is stopping.
    case closed
    /// The solve was called off before it began.
    case cancelled
    /// As many solves of one caller run and wait as the service allows.
    case callerOverloaded(allowed: Int)
}

/// Where a solve runs.
package enum SolveLane: CaseIterable, Sendable {
    /// Threads for solves that should be short; one that is not goes on in the other lane.
    case light
    /// Threads for all others. They give way to every other thread of the process.
    case heavy
}

/// Whose solve it is and what it holds.
package struct SolveOrder: Sendable {
    /// Calls the solve off, before it starts or while it runs.
    package var ticket: SolveTicket
    /// Whom it is counted for.
    package var caller: String
    /// What its request holds while it waits.
    package var bytes: Int

    /// Makes an order.
    package init(_ ticket: SolveTicket, caller: String = "", bytes: Int = 0) {
        self.ticket = ticket
        self.caller = caller
        self.bytes = bytes
    }
}
