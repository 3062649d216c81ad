// A job's states and the events that change them: a pure state machine, without storage.

/// The state of a job.
///
///     submitted ──► waiting ──► executing ──► succeeded, failed, timedOut
///         │            │  ▲         │  └────► (lease lost, server stopped) ─► waiting
///         │            │  └─────────┼──────── after a lost lease
///         └────────────┴► cancelled ◄─ cancelling
///
/// Every state may end in ``deleted``. A job ends exactly once: as ``succeeded``, ``failed``,
/// ``cancelled`` or ``timedOut``, unless it is deleted first.
///
/// The state machine does no I/O. Stores read the present state, ask ``after(_:)`` for the next
/// one, and write it in the same transaction, so two events at the same moment cannot both take
/// effect. ``SQLiteJobStore`` and ``PostgresJobStore`` share it; tests run through all pairs of
/// states and events.
package enum JobState: String, CaseIterable, Hashable, Sendable {
    /// Stored and acknowledged. No worker has seen it yet.
    case submitted
    /// A worker saw it but took others first, or gave it back unfinished.
    case waiting
    /// A worker is doing it.
    case executing
    /// A worker is doing it and must stop.
    case cancelling
    /// Done; the results are complete.
    case succeeded
    /// Not done. The messages say why.
    case failed
    /// Stopped by its owner.
    case cancelled
    /// Stopped because it ran longer than allowed.
    case timedOut
    /// Removed together with its input and results.
    case deleted

    /// Whether only a deletion can still change the state.
    package var isTerminal: Bool {
        switch self {
        case .submitted, .waiting, .executing, .cancelling: false
        case .succeeded, .failed, .cancelled, .timedOut, .deleted: true
        }
    }

    /// Whether a worker holds the job.
    package var isHeld: Bool { self == .executing || self == .cancelling }

    /// Whether the job is waiting for a worker.
    package var isPending: Bool { self == .submitted || self == .waiting }

    /// The state in ArcGIS's words.
    package var esriWord: String {
        switch self {
        case .submitted: "esriJobSubmitted"
        case .waiting: "esriJobWaiting"
        case .executing: "esriJobExecuting"
        case .cancelling: "esriJobCancelling"
        case .succeeded: "esriJobSucceeded"
        case .failed: "esriJobFailed"
        case .cancelled: "esriJobCancelled"
        case .timedOut: "esriJobTimedOut"
        case .deleted: "esriJobDeleted"
        }
    }

    /// Returns the state after an event, or `nil` if the event is refused and changes nothing.
    ///
    /// Events may come late: a worker may finish a job that was deleted, or that another worker has
    /// taken meanwhile. So no combination is a programming error.
    package func after(_ event: JobEvent) -> JobState? {
        switch (self, event) {
        case (.deleted, _): nil
        case (_, .deleteRequested): .deleted
        case (.submitted, .seen): .waiting
        case (.submitted, .taken), (.waiting, .taken): .executing
        case (.submitted, .cancelRequested), (.waiting, .cancelRequested): .cancelled
        case (.executing, .cancelRequested): .cancelling
        case (.executing, .released), (.executing, .leaseLost): .waiting
        // A request to cancel outlives the worker.
        case (.cancelling, .released), (.cancelling, .leaseLost): .cancelled
        case (.executing, .givenUp): .failed
        case (.cancelling, .givenUp): .cancelled
        // If the work was done before the cancellation reached it, the job succeeded.
        case (.executing, .ended(.succeeded)), (.cancelling, .ended(.succeeded)): .succeeded
        case (.executing, .ended(.failed)), (.cancelling, .ended(.failed)): .failed
        case (.executing, .ended(.timedOut)), (.cancelling, .ended(.timedOut)): .timedOut
        case (.cancelling, .ended(.cancelled)): .cancelled
        default: nil
        }
    }
}

/// How a worker ends a job.
package enum JobOutcome: String, CaseIterable, Hashable, Sendable {
    case succeeded
    /// The work cannot be done.
    case failed
    /// The work stopped because the owner cancelled the job.
    case cancelled
    /// The work stopped because it took too long.
    case timedOut
}

/// Something that happens to a job.
package enum JobEvent: Hashable, Sendable {
    /// A worker read the queue but took another job.
    case seen
    /// A worker takes the job under a lease.
    case taken
    /// The worker is stopping and gives the job back unfinished.
    case released
    /// The lease expired: the worker is presumed dead.
    case leaseLost
    /// The lease expired too often. The job is not tried again.
    case givenUp
    /// The owner cancels the job.
    case cancelRequested
    /// The owner deletes the job, or its retention has ended.
    case deleteRequested
    case ended(JobOutcome)

    package static let all: [JobEvent] =
        [
            .seen, .taken, .released, .leaseLost, .givenUp, .cancelRequested, .deleteRequested,
        ] + JobOutcome.allCases.map { .ended($0) }
}
