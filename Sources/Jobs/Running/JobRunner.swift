// Runs jobs on dedicated threads and renews their leases from another thread.

import Foundation
package import Logging
import ServiceLifecycle
import Synchronization
import SystemResources

/// Takes jobs from a store and does them.
///
/// A runner is what makes a process a worker: give it a ``JobStore`` and a ``JobWorker``, and run
/// it in the service group. A server runs one for its own jobs; `waypost worker` runs one alone.
///
/// A job works for minutes without suspending. On Swift's cooperative threads it would stall every
/// task, so the runner has its own threads. They run at the lowest priority, so the machine's other
/// work goes first. Another thread of ordinary priority renews the leases, so a busy machine does
/// not lose its jobs; it also sweeps the store.
///
/// When the runner stops, it stops the work on all jobs and gives them back, which does not count
/// as an attempt. If a job ends and the store cannot be reached, the lease expires and another
/// attempt is made.
package final class JobRunner: Service {
    /// A runner's settings. The defaults are those Waypost ships with.
    package struct Settings: Hashable, Sendable {
        /// How many jobs run at once, each on its own thread.
        package var threads = 1
        /// If a worker dies, its job goes to another one after this many seconds.
        package var leaseSeconds = 30.0
        /// Seconds between a job's heartbeats, which also store its progress.
        package var beatSeconds = 1.0
        /// How many seconds one attempt at a job may take.
        package var maximumSeconds = 6.0 * 3_600
        /// Seconds between sweeps of the store.
        package var sweepSeconds = 60.0
        /// How often, in seconds, an idle thread looks for jobs that other processes submitted.
        package var lookSeconds = 1.0
        /// The threads' priority in terms of `nice`; 19 is the lowest.
        package var niceness: Int32 = 19

        package init() {}
    }

    private struct State {
        var isStarted = false
        var isStopping = false
        var running: [JobLease: Running] = [:]
        var threads = 0
        /// The latest jobs whose parts the worker cannot do.
        var declined: [JobID] = []
        var ended: [CheckedContinuation<Void, Never>] = []
    }

    /// How many such jobs are remembered.
    private static let mostDeclined = 32

    private struct Running {
        let control: JobControl
        var lastBeat: ContinuousClock.Instant
    }

    /// This worker's name in leases.
    package let name: String
    private let store: any JobStore
    private let worker: any JobWorker
    private let settings: Settings
    private let logger: Logger
    private let state = Mutex(State())
    /// Ends the wait between two heartbeats.
    private let beat = WorkSignal()

    /// Makes a runner. Start its threads with ``start()`` or ``run()``.
    ///
    /// - Precondition: The settings have at least one thread.
    package init(
        store: any JobStore, worker: any JobWorker, settings: Settings = Settings(),
        name: String = "worker \(UUID().uuidString.lowercased())", logger: Logger
    ) {
        precondition(settings.threads > 0, "a runner of jobs needs at least one thread")
        self.store = store
        self.worker = worker
        self.settings = settings
        self.name = name
        self.logger = logger
    }

    /// Runs jobs until the service group stops, then gives the running ones back.
    package func run() async throws {
        start()
        let (shutdown, signal) = AsyncStream<Void>.makeStream()
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in shutdown {}
        } onCancelOrGracefulShutdown: {
            signal.finish()
        }
        await stop()
    }

    /// Starts the threads. Further calls do nothing.
    package func start() {
        let isFirst = state.withLock { state in
            guard !state.isStarted else { return false }
            state.isStarted = true
            state.threads = settings.threads + 1
            return true
        }
        guard isFirst else { return }
        for number in 1...settings.threads {
            startThread("waypost job \(number)") { [self] in
                ParallelWork.lowerPriority(to: settings.niceness)
                takeJobs()
            }
        }
        startThread("waypost job beat") { [self] in renewLeases() }
    }

    private func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { [self] in
            body()
            threadEnded()
        }
        thread.name = name
        // Searches and parsers recurse, and other threads have a smaller stack than the main
        // thread.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Stops all work, gives the jobs back and waits for the threads to end.
    package func stop() async {
        let controls = state.withLock { state in
            state.isStopping = true
            return state.running.values.map(\.control)
        }
        for control in controls { control.stop(.workerStopping) }
        store.wakeWorkers()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.threads > 0 { state.ended.append(continuation) }
                return state.threads == 0
            }
            if isOver { continuation.resume() }
        }
    }

    /// Stops the work on a job that its owner has just cancelled or deleted, if this runner is
    /// doing it. Other runners notice at their next heartbeat.
    package func stopWork(on id: JobID, _ reason: JobStop) {
        let controls = state.withLock { state in
            state.running.filter { $0.key.job == id }.map(\.value.control)
        }
        for control in controls { control.stop(reason) }
    }

    private var isStopping: Bool { state.withLock { $0.isStopping } }

    private func threadEnded() {
        let (isLastWorker, ended) = state.withLock {
            state -> (Bool, [CheckedContinuation<Void, Never>]) in
            state.threads -= 1
            guard state.threads == 0 else { return (state.threads == 1, []) }
            defer { state.ended = [] }
            return (false, state.ended)
        }
        // Heartbeats continue until no job runs.
        if isLastWorker { beat.raise() }
        ended.forEach { $0.resume() }
    }

    // MARK: - Work

    private func takeJobs() {
        while !isStopping {
            do throws(JobStoreError) {
                let job = try store.take(
                    by: name, leaseSeconds: settings.leaseSeconds,
                    exceptPartsOf: Set(state.withLock { $0.declined }))
                if let job {
                    try run(job)
                    continue
                }
            } catch {
                // The lease will expire, and then another attempt is made.
                logger.error("a job could not be taken or ended", metadata: ["error": "\(error)"])
                Thread.sleep(forTimeInterval: min(1, settings.lookSeconds))
                continue
            }
            if !isStopping { store.awaitWork(upTo: settings.lookSeconds) }
        }
    }

    private func run(_ job: TakenJob) throws(JobStoreError) {
        let control = JobControl(
            job.lease, of: store, leaseSeconds: settings.leaseSeconds,
            deadline: .now + .seconds(settings.maximumSeconds))
        let isStopping = state.withLock { state in
            state.running[job.lease] = Running(control: control, lastBeat: .now)
            return state.isStopping
        }
        defer { state.withLock { $0.running[job.lease] = nil } }
        if isStopping { control.stop(.workerStopping) }
        logger.info(
            control.isHelper ? "parts of a job begin" : "job begins",
            metadata: ["job": "\(job.record.id)", "task": "\(job.record.task)"])
        let end = worker.work(on: job, control)
        try settle(end, of: job, control)
    }

    private func settle(
        _ end: JobEnd, of job: TakenJob, _ control: JobControl
    ) throws(JobStoreError) {
        switch end {
        case .released, .declined:
            if case .declined = end { decline(job.record.id) }
            try control.releasePart()
            if !control.isHelper { try store.release(job.lease) }
            logger.info(
                control.isHelper ? "parts of a job end" : "job given back",
                metadata: [
                    "job": "\(job.record.id)", "parts": "\(control.finishedParts)",
                ])
        case .abandoned(let error):
            logger.error(
                "the store failed in the middle of a job",
                metadata: ["job": "\(job.record.id)", "error": "\(error)"])
        case .ended(let outcome, let messages, let results):
            let isStored = try store.finish(
                job.lease, outcome, messages: messages, results: results)
            logger.info(
                isStored ? "job ended" : "job was lost",
                metadata: [
                    "job": "\(job.record.id)", "outcome": "\(outcome.rawValue)",
                    "parts": "\(control.finishedParts)",
                ])
        }
    }

    private func decline(_ job: JobID) {
        state.withLock { state in
            state.declined.append(job)
            state.declined.removeFirst(max(0, state.declined.count - Self.mostDeclined))
        }
    }

    // MARK: - Heartbeats

    private func renewLeases() {
        var nextSweep = ContinuousClock.now
        while true {
            let running = state.withLock { state -> [Running]? in
                state.threads > 1 ? Array(state.running.values) : nil
            }
            guard let running else { return }
            for job in running { renew(job) }
            if ContinuousClock.now >= nextSweep {
                nextSweep = .now + .seconds(settings.sweepSeconds)
                sweep()
            }
            beat.wait(upTo: settings.beatSeconds)
        }
    }

    private func renew(_ job: Running) {
        let control = job.control
        if ContinuousClock.now > control.deadline { control.stop(.timedOut) }
        do throws(JobStoreError) {
            for lease in control.leases {
                control.obey(
                    try store.heartbeat(
                        lease, leaseSeconds: settings.leaseSeconds, progress: control.progress),
                    about: lease)
            }
            state.withLock { $0.running[control.lease]?.lastBeat = .now }
        } catch {
            logger.error(
                "the lease of a job could not be renewed",
                metadata: ["job": "\(control.lease.job)", "error": "\(error)"])
            // Another worker may hold the job by now.
            if ContinuousClock.now - job.lastBeat > .seconds(settings.leaseSeconds) {
                control.stop(.lost)
            }
        }
    }

    private func sweep() {
        do throws(JobStoreError) {
            let count = try store.sweep()
            if count > 0 { logger.info("removed \(count) finished jobs after their time") }
        } catch {
            logger.error("finished jobs could not be removed", metadata: ["error": "\(error)"])
        }
    }
}
