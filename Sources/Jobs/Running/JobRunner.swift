// Runs jobs on threads of their own, with heartbeats from another thread.

import Foundation
import Glibc
package import Logging
import ServiceLifecycle
import Synchronization

/// Takes jobs from a store and does them.
///
/// The work of a job takes minutes and does not suspend. On Swift's cooperative threads it would
/// stall every task, so the threads are the runner's own, with the lowest priority: other work of
/// the machine comes first. Leases are renewed by a thread of ordinary priority, so that a busy
/// machine does not lose its jobs.
package final class JobRunner: Service {
    /// The settings of a runner.
    package struct Settings: Hashable, Sendable {
        /// Jobs that run at once, each on a thread.
        package var threads = 1
        /// Seconds until the job of a worker that is dead is given to another.
        package var leaseSeconds = 30.0
        /// Seconds between two heartbeats of a job, which store its progress.
        package var beatSeconds = 1.0
        /// Seconds that one attempt at a job may take.
        package var maximumSeconds = 6.0 * 3_600
        /// Seconds between two sweeps of the store.
        package var sweepSeconds = 60.0
        /// Seconds after which a thread without work looks into the store, for jobs that another
        /// process has submitted.
        package var lookSeconds = 1.0
        /// The priority of the threads as `nice` counts it: 19 is the lowest.
        package var niceness: Int32 = 19

        /// Makes the shipped settings.
        package init() {}
    }

    private struct State {
        var isStarted = false
        var isStopping = false
        var running: [JobLease: Running] = [:]
        var threads = 0
        /// Jobs whose parts the worker cannot do, the latest ones.
        var declined: [JobID] = []
        var ended: [CheckedContinuation<Void, Never>] = []
    }

    /// The most jobs that are remembered because the worker cannot do their parts.
    private static let mostDeclined = 32

    private struct Running {
        let control: JobControl
        var lastBeat: ContinuousClock.Instant
    }

    /// The name of this worker in leases.
    package let name: String
    private let store: any JobStore
    private let worker: any JobWorker
    private let settings: Settings
    private let logger: Logger
    private let state = Mutex(State())
    /// Ends the wait between two heartbeats.
    private let beat = WorkSignal()

    /// Makes a runner; its threads start with ``start()`` or ``run()``.
    ///
    /// - Precondition: It has at least one thread.
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

    /// The number of jobs that run now.
    package var runningCount: Int { state.withLock { $0.running.count } }

    /// Runs jobs until the service group stops; then gives those that are running back.
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
                _ = setpriority(
                    __priority_which_t(PRIO_PROCESS.rawValue), 0, settings.niceness)
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
        // Searches and parsers recurse; the default of a thread is less than the main one has.
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Stops all work, gives the jobs back and waits for the threads.
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

    /// Stops the work on a job that its owner has just cancelled or deleted, if this runner does
    /// it; others notice with their next heartbeat.
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
        // The heartbeats continue until no job runs.
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
                // The lease ends by itself, and another attempt is made then.
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
            // Another worker may have it by now.
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
            logger.error("the jobs could not be swept", metadata: ["error": "\(error)"])
        }
    }
}
