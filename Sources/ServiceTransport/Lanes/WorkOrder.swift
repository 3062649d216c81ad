// An order for a piece of work, and why a lane may refuse it.

/// Why a lane did not do a piece of work.
package enum LaneRefusal: Error, Hashable, Sendable {
    /// The lane and its queue are full.
    case overloaded
    /// No thread became free within the maximum wait time.
    case timedOut
    /// The server is stopping.
    case closed
    /// The work was cancelled before it began.
    case cancelled
    /// The caller has as much running and waiting work as the lane allows.
    case callerOverloaded(allowed: Int)
}

/// A piece of work's ticket, caller and size.
package struct WorkOrder: Sendable {
    /// Cancels the work, before it starts or while it runs.
    package var ticket: WorkTicket
    /// The caller for whom the work is counted.
    package var caller: String
    /// How many bytes its request takes in memory.
    package var bytes: Int
    /// The time limit in seconds, from the start of the work; `nil` if the work has no limit of its
    /// own.
    package var limitSeconds: Double?

    /// Orders work that `ticket` can cancel, charged to a caller.
    package init(
        _ ticket: WorkTicket, caller: String = "", bytes: Int = 0, limitSeconds: Double? = nil
    ) {
        self.ticket = ticket
        self.caller = caller
        self.bytes = bytes
        self.limitSeconds = limitSeconds
    }
}
