// The control of a running job: what its work reports, and how it is stopped.

import Synchronization

/// Why a job is to stop before it is done.
package enum JobStop: Hashable, Sendable {
    /// Its owner cancelled it.
    case cancelled
    /// It is not this worker's any more.
    case lost
    /// It took longer than allowed.
    case timedOut
    /// The process stops; the job is given back.
    case workerStopping
}

/// The control of one running job.
///
/// The work reports through it and registers how it is stopped; any thread may stop it.
package final class JobControl: Sendable {
    private struct State {
        var stop: JobStop?
        var handler: (@Sendable (JobStop) -> Void)?
        var progress: JobProgress?
        var source: (@Sendable () -> JobProgress?)?
    }

    /// The lease of the job.
    package let lease: JobLease
    /// When the job has taken longer than allowed.
    let deadline: ContinuousClock.Instant
    private let store: any JobStore
    private let state = Mutex(State())

    /// Makes a control.
    package init(
        _ lease: JobLease, of store: any JobStore,
        deadline: ContinuousClock.Instant = .now + .seconds(86_400)
    ) {
        self.lease = lease
        self.store = store
        self.deadline = deadline
    }

    /// Why the work is to stop; `nil` to continue.
    package var stopReason: JobStop? { state.withLock { $0.stop } }

    /// How far the work is.
    package var progress: JobProgress? {
        let (reported, source) = state.withLock { ($0.progress, $0.source) }
        return source?() ?? reported
    }

    /// Calls `handler` once when the work is to stop, immediately if it already is.
    ///
    /// - Parameter handler: Replaces the one before; `nil` for none.
    package func onStop(_ handler: (@Sendable (JobStop) -> Void)?) {
        let stop = state.withLock { state in
            state.handler = handler
            return state.stop
        }
        if let stop { handler?(stop) }
    }

    /// Stops the work; the first reason counts, unless the job is lost after it.
    package func stop(_ reason: JobStop) {
        let handler = state.withLock { state -> (@Sendable (JobStop) -> Void)? in
            guard state.stop == nil || reason == .lost else { return nil }
            state.stop = reason
            return state.handler
        }
        handler?(reason)
    }

    /// Records how far the work is; it is stored with the next heartbeat.
    package func report(_ progress: JobProgress) { state.withLock { $0.progress = progress } }

    /// Takes the progress from a source that the work has anyway, with each heartbeat.
    ///
    /// - Parameter source: `nil` for what is reported alone.
    package func follow(_ source: (@Sendable () -> JobProgress?)?) {
        state.withLock { $0.source = source }
    }

    /// Appends messages to the job.
    package func add(_ messages: [JobMessage]) throws(JobStoreError) {
        guard !messages.isEmpty else { return }
        obey(try store.add(messages, lease))
    }

    /// Stores a part of the work with its messages; the next attempt continues after it.
    ///
    /// - Parameter number: The number of the parts before it.
    package func addPart(
        _ part: [UInt8], at number: Int, messages: [JobMessage] = []
    ) throws(JobStoreError) {
        obey(try store.addPart(part, at: number, messages: messages, lease))
    }

    /// A part that was stored before.
    package func part(_ number: Int) throws(JobStoreError) -> [UInt8]? {
        try store.part(number, of: lease.job)
    }

    /// A place for the content of a result.
    package func makeDraft(
        named name: String, contentType: String
    ) throws(JobStoreError) -> any JobResultDraft {
        try store.makeDraft(named: name, contentType: contentType, lease)
    }

    /// Does what the store says about the job.
    func obey(_ heartbeat: JobHeartbeat) {
        switch heartbeat {
        case .proceed: break
        case .cancel: stop(.cancelled)
        case .lost: stop(.lost)
        }
    }
}

/// How the work of a job ended.
package enum JobEnd: Sendable {
    /// The job is over, with its last messages and its results.
    case ended(JobOutcome, messages: [JobMessage], results: [any JobResultDraft])
    /// The work stopped and can continue elsewhere, or the job is lost.
    case released
    /// The store failed in the middle of the work. The lease is left to expire, so that the attempt
    /// counts and the next one does not begin at once.
    case abandoned(JobStoreError)
}

/// Does the work of jobs.
package protocol JobWorker: Sendable {
    /// Does a job on the calling thread, which is lent for as long as it takes.
    ///
    /// Soon after ``JobControl/stopReason`` is set, it returns: ``JobEnd/released`` when the worker
    /// stops or the job is lost, else the outcome.
    func work(on job: TakenJob, _ control: JobControl) -> JobEnd
}
