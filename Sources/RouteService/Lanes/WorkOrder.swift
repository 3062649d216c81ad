// The order of a solve, and the reasons why the queue refuses it.

/// Why the queue did not run a solve.
package enum SolveQueueError: Error, Hashable, Sendable {
    /// The lane and its queue are full.
    case overloaded
    /// No thread became free within the maximum wait time.
    case timedOut
    /// The server is stopping.
    case closed
    /// The solve was cancelled before it began.
    case cancelled
    /// The caller has as many running and waiting solves as the service allows.
    case callerOverloaded(allowed: Int)
}

/// Where a solve runs.
package enum SolveLane: CaseIterable, Sendable {
    /// Threads for short solves; a solve that takes longer moves to the other lane.
    case light
    /// Threads for all others, at a lower priority than every other thread of the process.
    case heavy
}

/// The ticket, the caller and the size of a solve.
package struct SolveOrder: Sendable {
    /// Cancels the solve, before it starts or while it runs.
    package var ticket: SolveTicket
    /// The caller that the solve is counted for.
    package var caller: String
    /// The bytes of its request in memory.
    package var bytes: Int

    /// Creates an order.
    package init(_ ticket: SolveTicket, caller: String = "", bytes: Int = 0) {
        self.ticket = ticket
        self.caller = caller
        self.bytes = bytes
    }
}
