// Where solves run: threads of their own, so many at once, so many waiting, and no more.
//
// A solve computes for up to its time limit without giving way. On the event loops it would stall
// every connection, and on Swift's cooperative threads every other task, so neither ever sees one.

import Logging
import NIOPosix
package import RouteAnalysis
import ServiceLifecycle
import Synchronization

/// Why the queue did not run a solve.
package enum SolveQueueError: Error, Hashable, Sendable {
    /// As many solves run and wait as the service allows.
    case overloaded
    /// The solve waited longer than the service allows before a thread came free.
    case waitedTooLong
    /// The server is stopping.
    case closed
    /// The client went away before the solve began.
    case withdrawn
}

/// A bounded queue of solves over a fixed set of threads.
package final class SolveQueue: Service {
    /// The bounds of a queue.
    package struct Bounds: Hashable, Sendable {
        /// Solves that run at once.
        package var running: Int
        /// Solves that wait for a thread.
        package var waiting: Int
        /// Bytes of requests that wait, together.
        package var waitingBytes: Int
        /// Seconds a solve may wait before it is refused instead of started.
        package var waitingSeconds: Double

        /// Makes bounds.
        ///
        /// - Precondition: At least one solve runs; no bound is negative.
        package init(
            running: Int, waiting: Int, waitingBytes: Int = 256 << 20, waitingSeconds: Double = 60
        ) {
            precondition(running > 0 && waiting >= 0, "a queue runs at least one solve")
            self.running = running
            self.waiting = waiting
            self.waitingBytes = waitingBytes
            self.waitingSeconds = waitingSeconds
        }
    }

    private struct Job: Sendable {
        let id: Int
        let ticket: SolveTicket
        let bytes: Int
        let arrival: ContinuousClock.Instant
        /// Runs the solve and hands over its outcome, on a thread of the queue.
        let start: @Sendable () -> Void
        /// Hands over why the solve is not run.
        let refuse: @Sendable (SolveQueueError) -> Void
    }

    private struct State {
        var nextID = 0
        var running: [Int: SolveTicket] = [:]
        var waiting: [Job] = []
        var isClosed = false
    }

    private enum Admission {
        case start
        case wait
        case refuse(SolveQueueError)
    }

    private let bounds: Bounds
    private let threads: NIOThreadPool
    private let state = Mutex(State())

    /// Makes a queue; its threads start with the first solve.
    package init(bounds: Bounds) {
        self.bounds = bounds
        threads = NIOThreadPool(numberOfThreads: bounds.running)
    }

    /// How many solves run and wait at this moment.
    package var load: (running: Int, waiting: Int) {
        state.withLock { ($0.running.count, $0.waiting.count) }
    }

    /// Runs `work` on a thread of the queue, as soon as one is free.
    ///
    /// - Parameters:
    ///   - ticket: Calls the solve off, before it starts or while it runs.
    ///   - timeLimitSeconds: Seconds it may run, counted from its start.
    ///   - bytes: What its request holds while it waits.
    ///   - work: The solve; it stops when its control says so.
    /// - Throws: ``SolveQueueError``, or what `work` throws.
    package func run<Value: Sendable>(
        _ ticket: SolveTicket, timeLimitSeconds: Double, bytes: Int = 0,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                return state.nextID
            }
            let job = Job(
                id: id, ticket: ticket, bytes: bytes, arrival: .now,
                start: {
                    let control = SolveControl(timeLimitSeconds: timeLimitSeconds)
                    guard ticket.enterStage(stoppedBy: { control.cancel() }) else {
                        return continuation.resume(throwing: SolveQueueError.withdrawn)
                    }
                    continuation.resume(with: Result { try work(control) })
                },
                refuse: { continuation.resume(throwing: $0) })
            submit(job)
        }
    }

    /// Tries a solve on the calling thread, if no more solves run than the bounds allow.
    ///
    /// A short solve takes less time than to wake a thread for it and be woken by it in turn.
    ///
    /// - Parameters:
    ///   - seconds: Seconds it may run.
    ///   - work: The solve; it stops when its control says so.
    /// - Returns: Its outcome, or `nil` when it is to be ``run(_:timeLimitSeconds:_:)``.
    package func tryHere<Value>(
        seconds: Double, _ work: (SolveControl) throws -> Value
    ) -> Result<Value, any Error>? {
        let admitted = state.withLock { state -> Int? in
            guard !state.isClosed, state.running.count < bounds.running else { return nil }
            state.nextID += 1
            state.running[state.nextID] = SolveTicket()
            return state.nextID
        }
        guard let id = admitted else { return nil }
        defer { release(id) }
        let control = SolveControl(trialSeconds: seconds)
        let outcome = Result { try work(control) }
        return control.hasOutgrownTrial ? nil : outcome
    }

    /// Refuses what waits and what comes from now on, lets running solves go on for
    /// `graceSeconds`, then calls them off. The second call does nothing.
    package func drain(graceSeconds: Double) {
        let refused = state.withLock { state -> [Job]? in
            guard !state.isClosed else { return nil }
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let refused else { return }
        refused.forEach { $0.refuse(.closed) }
        Task {
            // A cancelled sleep means that the process is in a greater hurry still: stop now.
            do { try await Task.sleep(for: .seconds(graceSeconds)) } catch is CancellationError {
                stopRunning()
            }
            stopRunning()
        }
    }

    /// Waits for the shutdown of the server, then ends the threads.
    package func run() async throws {
        let (shutdown, signal) = AsyncStream<Void>.makeStream()
        await withTaskCancellationOrGracefulShutdownHandler {
            for await _ in shutdown {}
        } onCancelOrGracefulShutdown: {
            signal.finish()
        }
        drain(graceSeconds: 0)
        try await threads.shutdownGracefully()
    }

    private func submit(_ job: Job) {
        // The stage is entered first: a ticket called off between here and the admission is found
        // by the check after it, so that no departed client keeps a place in the queue.
        guard job.ticket.enterStage(stoppedBy: { [weak self] in self?.withdraw(job.id) }) else {
            return job.refuse(.withdrawn)
        }
        switch admit(job) {
        case .start: launch(job)
        case .wait: if job.ticket.isCancelled { withdraw(job.id) }
        case .refuse(let reason): job.refuse(reason)
        }
    }

    private func admit(_ job: Job) -> Admission {
        state.withLock { state in
            if state.isClosed { return .refuse(.closed) }
            if state.running.count < bounds.running {
                state.running[job.id] = job.ticket
                return .start
            }
            let bytes = state.waiting.reduce(job.bytes) { $0 + $1.bytes }
            guard state.waiting.count < bounds.waiting, bytes <= bounds.waitingBytes else {
                return .refuse(.overloaded)
            }
            state.waiting.append(job)
            return .wait
        }
    }

    private func launch(_ first: Job) {
        threads.start()
        threads.submit { stage in
            var next: Job? = first
            while let job = next {
                if stage == .cancelled {
                    job.refuse(.closed)
                } else if ContinuousClock.now - job.arrival > .seconds(self.bounds.waitingSeconds) {
                    job.refuse(.waitedTooLong)
                } else {
                    job.start()
                }
                next = self.end(job.id)
            }
        }
    }

    /// Gives the place of a solve that ran on no thread of the queue to the one that has waited
    /// longest.
    private func release(_ id: Int) {
        if let next = end(id) { launch(next) }
    }

    /// Takes a finished solve out, and the one that has waited longest in.
    private func end(_ id: Int) -> Job? {
        state.withLock { state in
            state.running[id] = nil
            guard !state.waiting.isEmpty else { return nil }
            let next = state.waiting.removeFirst()
            state.running[next.id] = next.ticket
            return next
        }
    }

    private func withdraw(_ id: Int) {
        let job = state.withLock { state -> Job? in
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiting.remove(at: place)
        }
        job?.refuse(.withdrawn)
    }

    private func stopRunning() {
        state.withLock { Array($0.running.values) }.forEach { $0.cancel() }
    }
}
