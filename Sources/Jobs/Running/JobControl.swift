// Controls a running job: what its work reports, and how to stop it.

import Synchronization

/// Why a job must stop before it is done.
package enum JobStop: Hashable, Sendable {
    /// Its owner cancelled it.
    case cancelled
    /// This worker no longer holds it.
    case lost
    /// It ran longer than allowed.
    case timedOut
    /// The process is stopping; the job is given back.
    case workerStopping
}

/// Connects a running job's work with its runner and its store.
///
/// The work reports its progress and messages here, takes and stores parts, and registers how it
/// can be stopped. Any thread may stop it: the runner when the process stops, the heartbeat thread
/// when the store says that the job was cancelled or lost. The work needs no lease of its own; the
/// control passes it along and reacts to what the store answers.
package final class JobControl: Sendable {
    private struct State {
        var stop: JobStop?
        var handler: (@Sendable (JobStop) -> Void)?
        var progress: JobProgress?
        var source: (@Sendable () -> JobProgress?)?
        /// The lease of the part being done.
        var part: JobLease?
        var finishedParts = 0
    }

    /// The lease the work began with: on a job, or on a part of another worker's job.
    package let lease: JobLease
    /// When the job has run too long.
    let deadline: ContinuousClock.Instant
    private let store: any JobStore
    /// If a part's lease is not renewed for this many seconds, another worker may take it.
    private let leaseSeconds: Double
    private let state = Mutex(State())

    /// Makes a control for one running job.
    package init(
        _ lease: JobLease, of store: any JobStore, leaseSeconds: Double = 30,
        deadline: ContinuousClock.Instant = .now + .seconds(86_400)
    ) {
        self.lease = lease
        self.store = store
        self.leaseSeconds = leaseSeconds
        self.deadline = deadline
        if lease.part != nil { state.withLock { $0.part = lease } }
    }

    /// Whether another worker holds the job and this one only does parts.
    package var isHelper: Bool { lease.part != nil }

    /// How many parts this worker has stored.
    package var finishedParts: Int { state.withLock { $0.finishedParts } }

    /// The leases to renew: the job's, and the present part's.
    var leases: [JobLease] {
        (isHelper ? [] : [lease]) + (state.withLock { $0.part }.map { [$0] } ?? [])
    }

    /// Why the work must stop; `nil` to go on.
    package var stopReason: JobStop? { state.withLock { $0.stop } }

    package var progress: JobProgress? {
        let (reported, source) = state.withLock { ($0.progress, $0.source) }
        return source?() ?? reported
    }

    /// Calls `handler` once when the work must stop, or immediately if it must already.
    ///
    /// - Parameter handler: Replaces the previous handler; `nil` removes it.
    package func onStop(_ handler: (@Sendable (JobStop) -> Void)?) {
        let stop = state.withLock { state in
            state.handler = handler
            return state.stop
        }
        if let stop { handler?(stop) }
    }

    /// Stops the work. The first reason counts, unless the job is lost later.
    package func stop(_ reason: JobStop) {
        let handler = state.withLock { state -> (@Sendable (JobStop) -> Void)? in
            guard state.stop == nil || reason == .lost else { return nil }
            state.stop = reason
            return state.handler
        }
        handler?(reason)
    }

    /// Records how far the work is. The next heartbeat stores it.
    package func report(_ progress: JobProgress) { state.withLock { $0.progress = progress } }

    /// Reads the progress from a source that the work keeps anyway, at each heartbeat.
    ///
    /// - Parameter source: `nil` to use only what is reported.
    package func follow(_ source: (@Sendable () -> JobProgress?)?) {
        state.withLock { $0.source = source }
    }

    package func add(_ messages: [JobMessage]) throws(JobStoreError) {
        guard !messages.isEmpty else { return }
        obey(try store.add(messages, lease))
    }

    /// Divides the job into parts that other workers may do.
    ///
    /// - Returns: The division in force, which may come from an earlier attempt; `nil` if the job
    ///   is lost.
    package func divide(_ division: JobDivision) throws(JobStoreError) -> JobDivision? {
        let held = try store.divide(lease, division)
        if held == nil { stop(.lost) }
        return held
    }

    /// Returns the part to do next: the one this worker holds, or a new one.
    package func takePart() throws(JobStoreError) -> JobPartOffer {
        if let held = state.withLock({ $0.part }) { return .taken(held) }
        let offer = try store.takePart(
            of: lease.job, by: lease.worker, leaseSeconds: leaseSeconds, isHelper: isHelper)
        switch offer {
        case .taken(let part): state.withLock { $0.part = part }
        case .stopped(let heartbeat): obey(heartbeat)
        case .busy, .finished: break
        }
        return offer
    }

    /// Stores the part that this worker holds, with its messages.
    ///
    /// - Precondition: The worker holds a part.
    package func addPart(
        _ content: [UInt8], messages: [JobMessage] = []
    ) throws(JobStoreError) {
        // Cleared first, so that a heartbeat about this part has no effect once it is over.
        let held = state.withLock { state in
            defer { state.part = nil }
            return state.part
        }
        guard let held else { preconditionFailure("a part is stored by the worker that took it") }
        let heartbeat = try store.addPart(content, messages: messages, held)
        if heartbeat != .lost { state.withLock { $0.finishedParts += 1 } }
        obey(heartbeat)
    }

    /// Gives back the part that this worker holds, if any.
    func releasePart() throws(JobStoreError) {
        let held = state.withLock { state in
            defer { state.part = nil }
            return state.part
        }
        if let held { try store.release(held) }
    }

    /// Reads a part stored earlier.
    package func part(_ number: Int) throws(JobStoreError) -> [UInt8]? {
        try store.part(number, of: lease.job)
    }

    /// Makes a place to write a result.
    package func makeDraft(
        named name: String, contentType: String
    ) throws(JobStoreError) -> any JobResultDraft {
        try store.makeDraft(named: name, contentType: contentType, lease)
    }

    /// Reacts to the store's answer about a lease, unless the lease's part is already over.
    func obey(_ heartbeat: JobHeartbeat, about lease: JobLease) {
        guard lease.part == nil || state.withLock({ $0.part }) == lease else { return }
        obey(heartbeat)
    }

    /// Reacts to the store's answer about the job.
    private func obey(_ heartbeat: JobHeartbeat) {
        switch heartbeat {
        case .proceed: break
        case .cancel: stop(.cancelled)
        case .lost: stop(.lost)
        }
    }
}

/// How the work on a job ended.
package enum JobEnd: Sendable {
    /// The job is over, with its last messages and its results.
    case ended(JobOutcome, messages: [JobMessage], results: [any JobResultDraft])
    /// The work stopped and can continue elsewhere, the job is lost, or no part is left.
    case released
    /// The worker cannot do parts of this job, for example because its network differs from the
    /// holder's. It takes none of them again.
    case declined
    /// The store failed during the work. The lease is left to expire, so that the attempt counts
    /// and the next one does not begin at once.
    case abandoned(JobStoreError)
}

/// Does the work of jobs, whatever it is.
package protocol JobWorker: Sendable {
    /// Does a job on the calling thread, which it may keep as long as it needs.
    ///
    /// Must return soon after ``JobControl/stopReason`` is set: with ``JobEnd/released`` if the
    /// worker is stopping or the job is lost, otherwise with the outcome.
    func work(on job: TakenJob, _ control: JobControl) -> JobEnd
}
