// The states of a job and the events that change them: a pure state machine, without storage.

/// The state of a job.
///
///     submitted ──► waiting ──► executing ──► succeeded, failed, timedOut
///         │            │  ▲         │  └────► (lease lost, server stopped) ─► waiting
///         │            │  └─────────┼──────── after a lost lease
///         └────────────┴► cancelled ◄─ cancelling
///
/// Every state may end in ``deleted``. A job ends in exactly one of ``succeeded``, ``failed``,
/// ``cancelled`` and ``timedOut``, or is deleted before.
package enum JobState: String, CaseIterable, Hashable, Sendable {
    /// Stored and acknowledged; no worker has read it.
    case submitted
    /// A worker has seen it and took others first, or gave it back unfinished.
    case waiting
    /// A worker does it.
    case executing
    /// A worker does it and is to stop.
    case cancelling
    /// Done.
    case succeeded
    /// Not done, for a reason that its messages state.
    case failed
    /// Stopped by its owner.
    case cancelled
    /// Stopped because it took longer than allowed.
    case timedOut
    /// Removed, with its input and its results.
    case deleted

    /// Whether nothing but a deletion can change it.
    package var isTerminal: Bool {
        switch self {
        case .submitted, .waiting, .executing, .cancelling: false
        case .succeeded, .failed, .cancelled, .timedOut, .deleted: true
        }
    }

    /// Whether a worker holds the job.
    package var isHeld: Bool { self == .executing || self == .cancelling }

    /// Whether the job waits for a worker.
    package var isPending: Bool { self == .submitted || self == .waiting }

    /// The state in the words of ArcGIS.
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

    /// The state after an event, or `nil` when the event is refused and changes nothing.
    ///
    /// Events come late: a worker may finish a job that another worker has taken since, or that was
    /// deleted. So no pair is a programming error.
    package func after(_ event: JobEvent) -> JobState? {
        switch (self, event) {
        case (.deleted, _): nil
        case (_, .deleteRequested): .deleted
        case (.submitted, .seen): .waiting
        case (.submitted, .taken), (.waiting, .taken): .executing
        case (.submitted, .cancelRequested), (.waiting, .cancelRequested): .cancelled
        case (.executing, .cancelRequested): .cancelling
        case (.executing, .released), (.executing, .leaseLost): .waiting
        // The request to cancel outlives the worker.
        case (.cancelling, .released), (.cancelling, .leaseLost): .cancelled
        case (.executing, .givenUp): .failed
        case (.cancelling, .givenUp): .cancelled
        // Work that was done before the request reached it is a success.
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
    /// The work is done.
    case succeeded
    /// The work cannot be done.
    case failed
    /// The work was stopped because the owner requested it.
    case cancelled
    /// The work was stopped because it took too long.
    case timedOut
}

/// Something that happens to a job.
package enum JobEvent: Hashable, Sendable {
    /// A worker read the queue and took another job.
    case seen
    /// A worker takes the job under a lease.
    case taken
    /// The worker gives the job back unfinished, because it stops.
    case released
    /// The lease expired: the worker is taken for dead.
    case leaseLost
    /// The lease expired too often: the job is not tried again.
    case givenUp
    /// The owner cancels the job.
    case cancelRequested
    /// The owner, or the end of the retention, removes the job.
    case deleteRequested
    /// The worker ends the job.
    case ended(JobOutcome)

    /// Every event.
    package static let all: [JobEvent] =
        [
            .seen, .taken, .released, .leaseLost, .givenUp, .cancelRequested, .deleteRequested,
        ] + JobOutcome.allCases.map { .ended($0) }
}
