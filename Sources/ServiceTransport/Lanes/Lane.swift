// Threads for one kind of blocking work: bounded, in turns, with deadlines.

import NIOCore
import NIOPosix
import Preparation
import Synchronization
import SystemResources

/// Threads for one kind of blocking work, shared fairly among callers.
///
///     let row = try await lanes.jobs.run(for: caller.key) { try store.job(id) }
///
/// A lane has a fixed number of threads and a bounded queue. If work runs too long, only work of
/// the same kind waits for it. Beyond the bounds, a lane refuses at once (``LaneRefusal``): the
/// client may retry, or ask another server.
///
/// Callers take turns (``FairQueue``): if a caller has a hundred pieces of work waiting, at most
/// one of them starts before another caller's next. Two more bounds hold per caller: `ofOneCaller`
/// limits everything it has in the lane; `runningOfOneCaller`, if less than `running`, keeps a
/// thread free for others.
///
/// Work ends in exactly three ways: it runs and returns or throws; it is refused while it
/// waits, by its deadline, a cancelled ``WorkTicket`` or the server's end; or it is refused at
/// once. Once running, it cannot be interrupted from outside; it must watch its control. `drain`
/// refuses waiting work, gives running work some time, then cancels its tickets.
///
/// ``Lanes`` holds a server's lanes by purpose; ``SolveQueue`` has two of its own.
package final class Lane: Sendable {
    /// A lane's limits.
    struct Bounds: Hashable, Sendable {
        /// How many pieces of work run at once.
        var running: Int
        /// How many run at once for one caller. If this is less than `running`, others need not
        /// wait for the end of its work.
        var runningOfOneCaller = Int.max
        /// How many pieces of work may wait for a thread.
        var waiting: Int
        /// How many one caller may have running and waiting.
        var ofOneCaller = Int.max
        /// How many bytes the waiting requests may have together.
        var waitingBytes = 256 << 20
        /// How many seconds work may wait before it is refused.
        var waitingSeconds = 60.0
    }

    fileprivate struct Job: Sendable {
        let id: Int
        let order: WorkOrder
        let arrival: ContinuousClock.Instant
        /// Does the work on a thread of the lane and delivers its outcome.
        let start: @Sendable () -> Void
        /// Delivers the reason why the work is not done.
        let refuse: @Sendable (LaneRefusal) -> Void
    }

    fileprivate struct Running {
        let job: Job
        let start: ContinuousClock.Instant
    }

    /// A caller's running work, and everything it has in the lane.
    fileprivate struct Share {
        var running = 0
        var all = 0
    }

    fileprivate struct State {
        var nextID = 0
        var running: [Int: Running] = [:]
        var waiting = FairQueue<String, Job>()
        /// Refuse waiting work after its deadline.
        var alarms: [Int: Scheduled<Void>] = [:]
        var shares: [String: Share] = [:]
        var waitingBytes = 0
        var isClosed = false
    }

    private enum Admission {
        case start
        case wait
        case refuse(LaneRefusal)
    }

    private let bounds: Bounds
    /// The threads' priority, as `nice` counts it.
    private let niceness: Int32
    private let threads: NIOThreadPool
    private let state = Mutex(State())

    /// Creates a lane; its threads start with the first work.
    init(_ bounds: Bounds, niceness: Int32 = 0) {
        precondition(bounds.running > 0 && bounds.waiting >= 0, "a lane runs at least one at once")
        self.bounds = bounds
        self.niceness = niceness
        threads = NIOThreadPool(numberOfThreads: bounds.running)
    }

    deinit {
        // Without a server to shut it down, as in tests.
        threads.shutdownGracefully { _ in }
    }

    // MARK: - Load

    /// How many pieces of work are running and waiting.
    var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running.count, $0.waiting.count) }
    }

    /// Whether the lane is full, or work has waited for half the maximum wait time.
    var isOverloaded: Bool {
        let now = ContinuousClock.now
        let patience = Duration.seconds(bounds.waitingSeconds / 2)
        return state.withLock { state in
            state.isClosed
                || state.running.count >= bounds.running && state.waiting.count >= bounds.waiting
                || state.waiting.all.contains { now - $0.arrival > patience }
        }
    }

    /// Counts the pieces of work still running although their time limit passed a while ago.
    func overdueCount(after allowance: Duration = .seconds(5)) -> Int {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.running.values.count { running in
                running.job.order.limitSeconds.map {
                    now - running.start > .seconds($0) + allowance
                } ?? false
            }
        }
    }

    // MARK: - Work

    /// Does work on a thread of the lane, as soon as one is free.
    ///
    /// - Throws: ``LaneRefusal`` if it is not done, or the error of `work`.
    package func run<Value: Sendable>(
        _ order: WorkOrder, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                return state.nextID
            }
            submit(
                Job(
                    id: id, order: order, arrival: .now,
                    start: { continuation.resume(with: Result { try work() }) },
                    refuse: { continuation.resume(throwing: $0) }))
        }
    }

    /// Does a caller's work. If the task is cancelled, it leaves the queue.
    ///
    /// - Throws: ``LaneRefusal`` if it is not done, or the error of `work`.
    package func run<Value: Sendable>(
        for caller: String, bytes: Int = 0, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let ticket = WorkTicket()
        return try await withTaskCancellationHandler {
            try await run(WorkOrder(ticket, caller: caller, bytes: bytes), work)
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }

    private func submit(_ job: Job) {
        // Enter the stage first. If the ticket is cancelled before admission, the check after
        // admission notices, so a disconnected client does not keep a place in the queue.
        let ticket = job.order.ticket
        let id = job.id
        guard ticket.enterStage(stoppedBy: { [weak self] _ in self?.remove(id, .cancelled) })
        else { return job.refuse(.cancelled) }
        switch admit(job) {
        case .start: launch(job)
        case .wait:
            setAlarm(of: id)
            if ticket.isCancelled { remove(id, .cancelled) }
        case .refuse(let reason): job.refuse(reason)
        }
    }

    private func admit(_ job: Job) -> Admission {
        state.withLock { state in
            if state.isClosed { return .refuse(.closed) }
            let caller = job.order.caller
            let share = state.shares[caller] ?? Share()
            guard share.all < bounds.ofOneCaller else {
                return .refuse(.callerOverloaded(allowed: bounds.ofOneCaller))
            }
            if state.running.count < bounds.running, share.running < bounds.runningOfOneCaller {
                state.shares[caller, default: Share()].all += 1
                state.begin(job)
                return .start
            }
            guard state.waiting.count < bounds.waiting,
                state.waitingBytes + job.order.bytes <= bounds.waitingBytes
            else { return .refuse(.overloaded) }
            state.shares[caller, default: Share()].all += 1
            state.waitingBytes += job.order.bytes
            state.waiting.append(job, of: caller)
            return .wait
        }
    }

    /// Refuses a job once it has waited too long.
    private func setAlarm(of id: Int) {
        let alarm = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(
            in: .milliseconds(Int64(min(bounds.waitingSeconds, 1e9) * 1_000))
        ) { [weak self] in
            if let self { remove(id, .timedOut) }
        }
        let isNeeded = state.withLock { state in
            let isWaiting = state.waiting.all.contains { $0.id == id }
            if isWaiting { state.alarms[id] = alarm }
            return isWaiting
        }
        if !isNeeded { alarm.cancel() }
    }

    private func launch(_ first: Job) {
        threads.start()
        threads.submit { stage in
            if self.niceness > 0 { ParallelWork.lowerPriority(to: self.niceness) }
            var next: Job? = first
            while let job = next {
                if stage == .cancelled {
                    job.refuse(.closed)
                } else if .now - job.arrival > .seconds(self.bounds.waitingSeconds) {
                    job.refuse(.timedOut)
                } else {
                    job.start()
                }
                next = self.end(job)
            }
        }
    }

    /// Removes finished work and returns the next piece.
    private func end(_ job: Job) -> Job? {
        let (next, alarm) = state.withLock { state -> (Job?, Scheduled<Void>?) in
            state.end(job)
            guard let next = state.next(bounds) else { return (nil, nil) }
            state.begin(next)
            return (next, state.alarms.removeValue(forKey: next.id))
        }
        alarm?.cancel()
        return next
    }

    private func remove(_ id: Int, _ reason: LaneRefusal) {
        let (found, alarm) = state.withLock { state -> (Job?, Scheduled<Void>?) in
            guard let found = state.waiting.remove(where: { $0.id == id }) else {
                return (nil, nil)
            }
            state.leave(found)
            return (found, state.alarms.removeValue(forKey: found.id))
        }
        alarm?.cancel()
        found?.refuse(reason)
    }

    // MARK: - The end

    /// Refuses waiting and new work, lets running work continue for `graceSeconds`, then cancels
    /// it. Further calls do nothing.
    func drain(graceSeconds: Double) {
        let refused = state.withLock { state -> [Job]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            let waiting = state.waiting.removeAll()
            for job in waiting { state.leave(job) }
            state.alarms.values.forEach { $0.cancel() }
            state.alarms = [:]
            return waiting
        }
        guard let refused else { return }
        refused.forEach { $0.refuse(.closed) }
        Task {
            // A cancelled sleep means that the process must stop immediately.
            do { try await Task.sleep(for: .seconds(graceSeconds)) } catch is CancellationError {
                cancelRunning()
            }
            cancelRunning()
        }
    }

    private func cancelRunning() {
        state.withLock { $0.running.values.map(\.job.order.ticket) }.forEach {
            $0.cancel(.serverStopping)
        }
    }

    /// Stops all work, and returns when the threads have ended.
    func shutDown() async throws {
        drain(graceSeconds: 0)
        try await threads.shutdownGracefully()
    }
}

extension Lane.State {
    fileprivate mutating func begin(_ job: Lane.Job) {
        running[job.id] = Lane.Running(job: job, start: .now)
        shares[job.order.caller]?.running += 1
    }

    fileprivate mutating func end(_ job: Lane.Job) {
        running[job.id] = nil
        shares[job.order.caller]?.running -= 1
        leaveShare(of: job)
    }

    /// Stops counting a job that waited and will not run.
    fileprivate mutating func leave(_ job: Lane.Job) {
        waitingBytes -= job.order.bytes
        leaveShare(of: job)
    }

    private mutating func leaveShare(of job: Lane.Job) {
        let caller = job.order.caller
        shares[caller]?.all -= 1
        if shares[caller]?.all == 0 { shares[caller] = nil }
    }

    /// Removes and returns the waiting job that runs next.
    fileprivate mutating func next(_ bounds: Lane.Bounds) -> Lane.Job? {
        let next = waiting.popFirst { caller in
            shares[caller]?.running ?? 0 < bounds.runningOfOneCaller
        }
        if let next { waitingBytes -= next.order.bytes }
        return next
    }
}
