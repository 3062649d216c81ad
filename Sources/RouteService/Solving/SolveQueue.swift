// Runs solves on threads of their own, with limits on running and waiting solves.
//
// A solve computes up to its time limit without suspending. On an event loop it would stall every
// connection of the loop, and on Swift's cooperative threads every other task.
//
//     trivial ── tried on the event loop, for some milliseconds ──┐ exceeded
//     light ──── threads of their own, for a quarter of a second ─┤ exceeded
//     heavy ──── one thread for each core, at low priority ◄──────┘
//
// Waiting solves of a lane are started in turn, one caller after the other.

import Glibc
import Logging
import NIOPosix
package import NetworkAnalysis
import ServiceLifecycle
import Synchronization

/// A bounded queue of solves over a fixed set of threads.
package final class SolveQueue: Service {
    /// The limits of a queue.
    package struct Bounds: Hashable, Sendable {
        /// Solves that run at once in each lane.
        package var running: Int
        /// Solves that wait for a thread of each lane.
        package var waiting: Int
        /// Solves of one caller that run or wait in a lane.
        package var ofOneCaller: Int
        /// Bytes of requests that wait, together.
        package var waitingBytes: Int
        /// Seconds a solve may wait before it is refused instead of started.
        package var waitingSeconds: Double

        /// Creates limits.
        ///
        /// - Precondition: `running` is positive; no limit is negative.
        package init(
            running: Int, waiting: Int, ofOneCaller: Int = .max, waitingBytes: Int = 256 << 20,
            waitingSeconds: Double = 60
        ) {
            precondition(running > 0 && waiting >= 0, "a queue runs at least one solve")
            self.running = running
            self.waiting = waiting
            self.ofOneCaller = ofOneCaller
            self.waitingBytes = waitingBytes
            self.waitingSeconds = waitingSeconds
        }
    }

    fileprivate struct Job: Sendable {
        let id: Int
        let order: SolveOrder
        let lane: SolveLane
        let arrival: ContinuousClock.Instant
        /// Runs the solve on a thread of the lane and delivers its outcome.
        let start: @Sendable () -> Void
        /// Delivers the reason why the solve does not run.
        let refuse: @Sendable (SolveQueueError) -> Void
    }

    fileprivate struct Lane {
        var running: [Int: SolveTicket] = [:]
        var waiting = FairQueue<String, Job>()
        /// The number of running and waiting solves of each caller in this lane.
        var callers: [String: Int] = [:]

        mutating func enter(_ caller: String) { callers[caller, default: 0] += 1 }

        mutating func leave(_ caller: String) {
            let left = (callers[caller] ?? 1) - 1
            callers[caller] = left > 0 ? left : nil
        }
    }

    fileprivate struct State {
        var nextID = 0
        var lanes: [SolveLane: Lane] = [:]
        /// Solves that are tried on event loops.
        var trials = 0
        var waitingBytes = 0
        var isClosed = false
    }

    private enum Admission {
        case start
        case wait
        case refuse(SolveQueueError)
    }

    private let bounds: Bounds
    private let threads: [SolveLane: NIOThreadPool]
    private let state = Mutex(State())
    /// Seconds after which a solve leaves the light lane.
    private let lightSeconds: Double
    /// The order of trivial solves on the event loops.
    let scheduler = EventLoopScheduler()

    /// Creates a queue; its threads start with the first solve.
    package init(bounds: Bounds, lightSeconds: Double = 0.25) {
        self.bounds = bounds
        self.lightSeconds = lightSeconds
        threads = Dictionary(
            uniqueKeysWithValues: SolveLane.allCases.map {
                ($0, NIOThreadPool(numberOfThreads: bounds.running))
            })
    }

    /// The running and waiting solves that each lane accepts of one caller.
    var solvesOfOneCaller: Int { bounds.ofOneCaller }

    /// The number of running and waiting solves.
    package var load: (running: Int, waiting: Int) {
        state.withLock { state in
            state.lanes.values.reduce((state.trials, 0)) {
                ($0.0 + $1.running.count, $0.1 + $1.waiting.count)
            }
        }
    }

    /// Whether a lane is full, or a solve has waited for half of the maximum wait time.
    package var isOverloaded: Bool {
        let now = ContinuousClock.now
        let patience = Duration.seconds(bounds.waitingSeconds / 2)
        return state.withLock { state in
            state.isClosed
                || state.lanes.values.contains { lane in
                    lane.running.count >= bounds.running && lane.waiting.count >= bounds.waiting
                        || lane.waiting.all.contains { now - $0.arrival > patience }
                }
        }
    }

    /// Runs `work` on a thread of the heavy lane, as soon as one is free.
    ///
    /// - Parameters:
    ///   - order: The order of the solve.
    ///   - timeLimitSeconds: The time limit in seconds, from the start of the solve.
    ///   - work: The solve; it stops when its control requires it.
    /// - Throws: ``SolveQueueError``, or the error of `work`.
    package func run<Value: Sendable>(
        _ order: SolveOrder, timeLimitSeconds: Double,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        try await wait(for: order, .heavy) {
            let control = SolveControl(timeLimitSeconds: timeLimitSeconds)
            try Self.enter(order, control)
            return try work(control)
        }
    }

    /// Runs `work` on a thread of the light lane, as soon as one is free, for a short time.
    ///
    /// - Returns: Its outcome, or `nil` when it must be repeated in the heavy lane with
    ///   ``run(_:timeLimitSeconds:_:)``: it took too long, or reached a step whose duration grows
    ///   with the network.
    /// - Throws: ``SolveQueueError``, or the error of `work`.
    package func runLight<Value: Sendable>(
        _ order: SolveOrder, timeLimitSeconds: Double,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value? {
        let seconds = min(lightSeconds, timeLimitSeconds)
        return try await wait(for: order, .light) {
            let control = SolveControl(trialSeconds: seconds, isOnWorker: true)
            try Self.enter(order, control)
            let outcome = Result { try work(control) }
            return control.hasOutgrownTrial && !order.ticket.isCancelled ? nil : try outcome.get()
        }
    }

    /// Runs a solve on the calling thread, for a short time.
    ///
    /// A short solve takes less time than switching to another thread and back.
    ///
    /// - Parameters:
    ///   - seconds: The time limit in seconds.
    ///   - work: The solve; it stops when its control requires it.
    /// - Returns: Its outcome, or `nil` when it must be repeated on another thread.
    package func runInline<Value>(
        seconds: Double, _ work: (SolveControl) throws -> Value
    ) -> Result<Value, any Error>? {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.trials += 1 }
            return !state.isClosed
        }
        guard isOpen else { return nil }
        defer { state.withLock { $0.trials -= 1 } }
        let control = SolveControl(trialSeconds: seconds)
        let outcome = Result { try work(control) }
        return control.hasOutgrownTrial ? nil : outcome
    }

    /// Connects the ticket to the solve that begins, so that cancelling stops it.
    ///
    /// - Throws: ``SolveQueueError/cancelled`` when the ticket was cancelled before.
    private static func enter(_ order: SolveOrder, _ control: SolveControl) throws {
        guard order.ticket.enterStage(stoppedBy: { control.cancel($0) }) else {
            throw SolveQueueError.cancelled
        }
    }

    private func wait<Value: Sendable>(
        for order: SolveOrder, _ lane: SolveLane, _ solve: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                return state.nextID
            }
            submit(
                Job(
                    id: id, order: order, lane: lane, arrival: .now,
                    start: { continuation.resume(with: Result { try solve() }) },
                    refuse: { continuation.resume(throwing: $0) }))
        }
    }

    /// Refuses waiting and new solves, lets running ones continue for `graceSeconds`, then cancels
    /// them. Further calls do nothing.
    package func drain(graceSeconds: Double) {
        let refused = state.withLock { state -> [Job]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            return SolveLane.allCases.flatMap { state.takeWaiting(in: $0) }
        }
        guard let refused else { return }
        refused.forEach { $0.refuse(.closed) }
        Task {
            // A cancelled sleep means that the process must stop immediately.
            do { try await Task.sleep(for: .seconds(graceSeconds)) } catch is CancellationError {
                stopRunning()
            }
            stopRunning()
        }
    }

    /// Waits for the shutdown of the server, then stops the threads.
    package func run() async throws {
        let (shutdown, signal) = AsyncStream<Void>.makeStream()
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in shutdown {}
        } onCancelOrGracefulShutdown: {
            signal.finish()
        }
        drain(graceSeconds: 0)
        for pool in threads.values { try await pool.shutdownGracefully() }
    }

    private func submit(_ job: Job) {
        // The stage is entered first: if the ticket is cancelled before the admission, the check
        // after it finds that, so that a disconnected client does not keep a slot in the queue.
        let ticket = job.order.ticket
        guard ticket.enterStage(stoppedBy: { [weak self] _ in self?.removeWaiting(job) }) else {
            return job.refuse(.cancelled)
        }
        switch admit(job) {
        case .start: launch(job)
        case .wait: if ticket.isCancelled { removeWaiting(job) }
        case .refuse(let reason): job.refuse(reason)
        }
    }

    private func admit(_ job: Job) -> Admission {
        state.withLock { state in
            if state.isClosed { return .refuse(.closed) }
            var lane = state.lanes[job.lane] ?? Lane()
            defer { state.lanes[job.lane] = lane }
            guard lane.callers[job.order.caller] ?? 0 < bounds.ofOneCaller else {
                return .refuse(.callerOverloaded(allowed: bounds.ofOneCaller))
            }
            if lane.running.count < bounds.running {
                lane.enter(job.order.caller)
                lane.running[job.id] = job.order.ticket
                return .start
            }
            guard lane.waiting.count < bounds.waiting,
                state.waitingBytes + job.order.bytes <= bounds.waitingBytes
            else { return .refuse(.overloaded) }
            state.waitingBytes += job.order.bytes
            lane.enter(job.order.caller)
            lane.waiting.append(job, of: job.order.caller)
            return .wait
        }
    }

    private func launch(_ first: Job) {
        guard let threads = threads[first.lane] else {
            preconditionFailure("every lane has threads")
        }
        threads.start()
        threads.submit { stage in
            if first.lane == .heavy { Self.lowerPriority() }
            var next: Job? = first
            while let job = next {
                if stage == .cancelled {
                    job.refuse(.closed)
                } else if ContinuousClock.now - job.arrival > .seconds(self.bounds.waitingSeconds) {
                    job.refuse(.timedOut)
                } else {
                    job.start()
                }
                next = self.end(job)
            }
        }
    }

    /// Lowers the priority of the calling thread and of the threads that it starts, so that heavy
    /// solves use only idle cores. Without the permission, they share the cores equally.
    private static func lowerPriority() {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// Removes a finished solve and returns the next one of its lane.
    private func end(_ job: Job) -> Job? {
        state.withLock { state in
            state.lanes[job.lane]?.leave(job.order.caller)
            state.lanes[job.lane]?.running[job.id] = nil
            guard let next = state.lanes[job.lane]?.waiting.popFirst() else { return nil }
            state.waitingBytes -= next.order.bytes
            state.lanes[job.lane]?.running[next.id] = next.order.ticket
            return next
        }
    }

    private func removeWaiting(_ job: Job) {
        let found = state.withLock { state -> Job? in
            let found = state.lanes[job.lane]?.waiting.remove { $0.id == job.id }
            if let found {
                state.waitingBytes -= found.order.bytes
                state.lanes[job.lane]?.leave(found.order.caller)
            }
            return found
        }
        found?.refuse(.cancelled)
    }

    private func stopRunning() {
        state.withLock { $0.lanes.values.flatMap(\.running.values) }.forEach {
            $0.cancel(.serverStopping)
        }
    }
}

extension SolveQueue.State {
    /// Removes and returns all waiting solves of a lane.
    fileprivate mutating func takeWaiting(in lane: SolveLane) -> [SolveQueue.Job] {
        let taken = lanes[lane]?.waiting.removeAll() ?? []
        for job in taken {
            waitingBytes -= job.order.bytes
            lanes[lane]?.leave(job.order.caller)
        }
        return taken
    }
}
