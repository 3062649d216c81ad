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
        /// The lease of the part that is done now.
        var part: JobLease?
        var finishedParts = 0
    }

    /// The lease that the work began with: of the job, or of a part of a job that another holds.
    package let lease: JobLease
    /// When the job has taken longer than allowed.
    let deadline: ContinuousClock.Instant
    private let store: any JobStore
    /// Seconds until a part is given to another worker, unless its lease is renewed.
    private let leaseSeconds: Double
    private let state = Mutex(State())

    /// Makes a control.
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

    /// Whether another worker holds the job, and this one does parts of it.
    package var isHelper: Bool { lease.part != nil }

    /// The number of parts that this worker has done.
    package var finishedParts: Int { state.withLock { $0.finishedParts } }

    /// The leases to be renewed: that of the job, and that of the part in progress.
    var leases: [JobLease] {
        (isHelper ? [] : [lease]) + (state.withLock { $0.part }.map { [$0] } ?? [])
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

    /// Divides the job into parts that other workers may do.
    ///
    /// - Returns: The division that holds: that of an earlier attempt, if there was one; `nil` when
    ///   the job is lost.
    package func divide(_ division: JobDivision) throws(JobStoreError) -> JobDivision? {
        let held = try store.divide(lease, division)
        if held == nil { stop(.lost) }
        return held
    }

    /// The part that this worker is to do next: the one that it holds, or another.
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
    /// - Precondition: It holds one.
    package func addPart(
        _ content: [UInt8], messages: [JobMessage] = []
    ) throws(JobStoreError) {
        // A heartbeat of the part that comes behind its end says nothing.
        let held = state.withLock { state in
            defer { state.part = nil }
            return state.part
        }
        guard let held else { preconditionFailure("a part is stored by the worker that took it") }
        let heartbeat = try store.addPart(content, messages: messages, held)
        if heartbeat != .lost { state.withLock { $0.finishedParts += 1 } }
        obey(heartbeat)
    }

    /// Gives the part that this worker holds back, if it holds one.
    func releasePart() throws(JobStoreError) {
        let held = state.withLock { state in
            defer { state.part = nil }
            return state.part
        }
        if let held { try store.release(held) }
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

    /// Does what the store says about a lease, unless it is that of a part that is over.
    func obey(_ heartbeat: JobHeartbeat, about lease: JobLease) {
        guard lease.part == nil || state.withLock({ $0.part }) == lease else { return }
        obey(heartbeat)
    }

    /// Does what the store says about the job.
    private func obey(_ heartbeat: JobHeartbeat) {
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
    /// The work stopped and can continue elsewhere, or the job is lost; or no part is left to do.
    case released
    /// The worker cannot do parts of this job, such as on another network than its holder; it takes
    /// none of them again.
    case declined
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
