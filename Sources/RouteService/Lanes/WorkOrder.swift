// The order of a piece of work, and the reasons why a lane refuses it.

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

/// The ticket, the caller and the size of a piece of work.
package struct WorkOrder: Sendable {
    /// Cancels the work, before it starts or while it runs.
    package var ticket: WorkTicket
    /// The caller that the work is counted for.
    package var caller: String
    /// The bytes of its request in memory.
    package var bytes: Int
    /// The time limit in seconds, from the start of the work; `nil` for work that has no limit of
    /// its own.
    package var limitSeconds: Double?

    /// Creates an order.
    package init(
        _ ticket: WorkTicket, caller: String = "", bytes: Int = 0, limitSeconds: Double? = nil
    ) {
        self.ticket = ticket
        self.caller = caller
        self.bytes = bytes
        self.limitSeconds = limitSeconds
    }
}
