// Runs solves on threads of their own, with limits on running and waiting solves.

import NIOPosix
package import Preparation
import ServiceLifecycle
import Synchronization

/// Where a solve runs.
package enum SolveLane: CaseIterable, Sendable {
    /// Threads for short solves; a solve that takes longer moves to the other lane.
    case light
    /// Threads for all others, at a lower priority than every other thread in the process.
    case heavy
}

/// A bounded queue of solves over two lanes.
///
///     trivial ── tried on the event loop, for some milliseconds ──┐ exceeded
///     light ──── threads of their own, for a quarter of a second ─┤ exceeded
///     heavy ──── one thread for each core, at low priority ◄──────┘
///
/// A solve computes up to its time limit without suspending. On an event loop it would stall every
/// connection there, and on Swift's cooperative threads every other task. So solves have threads of
/// their own, one per core in each lane.
///
/// ``OperationEndpoint`` picks the lane by the request's estimated effort. A trivial solve is tried
/// with ``runInline(seconds:_:)`` on the event loop for some milliseconds, because it takes less
/// time than switching threads. A light one gets a quarter of a second in the light lane. If either
/// outgrows its time, or reaches a step whose duration grows with the network, it is repeated in
/// the next lane: little time is lost, and estimates may be wrong. Heavy solves run at a lower
/// priority, so that short ones and event loops find a core at once.
///
/// Waiting solves start in turn, one caller after the other, and a lane refuses at once what
/// exceeds its limits (``Lane``). When the server stops, waiting solves are refused, and running
/// ones get a grace period before they are cancelled. Jobs do not run here but in ``JobService``.
package final class SolveQueue: Service {
    /// A queue's limits.
    package struct Bounds: Hashable, Sendable {
        /// How many solves run at once in each lane.
        package var running: Int
        /// How many solves may wait for a thread in each lane.
        package var waiting: Int
        /// How many solves one caller may have running and waiting in a lane.
        package var ofOneCaller: Int
        /// How many bytes the requests waiting in each lane may have.
        package var waitingBytes: Int
        /// How many seconds a solve may wait before it is refused instead of started.
        package var waitingSeconds: Double

        /// Creates limits.
        ///
        /// - Precondition: `running` is positive; no limit is negative.
        package init(
            running: Int, waiting: Int, ofOneCaller: Int = .max, waitingBytes: Int = 128 << 20,
            waitingSeconds: Double = 60
        ) {
            precondition(running > 0 && waiting >= 0, "a queue runs at least one solve")
            self.running = running
            self.waiting = waiting
            self.ofOneCaller = ofOneCaller
            self.waitingBytes = waitingBytes
            self.waitingSeconds = waitingSeconds
        }

        fileprivate var ofLane: Lane.Bounds {
            Lane.Bounds(
                running: running, waiting: waiting, ofOneCaller: ofOneCaller,
                waitingBytes: waitingBytes, waitingSeconds: waitingSeconds)
        }
    }

    private struct Trials {
        /// How many solves are being tried on event loops.
        var count = 0
        var isClosed = false
    }

    /// The priority of heavy solves, as `nice` counts it: they use only idle cores.
    private static let heavyNiceness: Int32 = 10

    private let bounds: Bounds
    private let light: Lane
    private let heavy: Lane
    private let trials = Mutex(Trials())
    /// How many seconds a solve may take in the light lane.
    private let lightSeconds: Double
    /// The order of trivial solves on the event loops.
    package let scheduler = EventLoopScheduler()

    /// Creates a queue; its threads start with the first solve.
    package init(bounds: Bounds, lightSeconds: Double = 0.25) {
        self.bounds = bounds
        self.lightSeconds = lightSeconds
        light = Lane(bounds.ofLane)
        heavy = Lane(bounds.ofLane, niceness: Self.heavyNiceness)
    }

    /// How many running and waiting solves each lane accepts from one caller.
    package var solvesOfOneCaller: Int { bounds.ofOneCaller }

    /// How many solves are running and waiting.
    package var load: (running: Int, waiting: Int) {
        let (light, heavy) = (light.load, heavy.load)
        return (
            trials.withLock { $0.count } + light.running + heavy.running,
            light.waiting + heavy.waiting
        )
    }

    /// Whether a lane is full, or a solve has waited for half the maximum wait time.
    package var isOverloaded: Bool { light.isOverloaded || heavy.isOverloaded }

    /// How many solves still run although their time limit passed a while ago.
    package var overdueCount: Int { light.overdueCount() + heavy.overdueCount() }

    /// Runs `work` on a thread of the heavy lane, as soon as one is free.
    ///
    /// - Parameters:
    ///   - order: The solve's order.
    ///   - timeLimitSeconds: The time limit in seconds, from the start of the solve.
    ///   - work: The solve; it stops when its control requires it.
    /// - Throws: ``LaneRefusal``, or the error of `work`.
    package func run<Value: Sendable>(
        _ order: WorkOrder, timeLimitSeconds: Double,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        try await heavy.run(order, timeLimitSeconds: timeLimitSeconds, work)
    }

    /// Runs `work` on a thread of the light lane, as soon as one is free, for a short time.
    ///
    /// - Returns: Its outcome, or `nil` if it must be repeated in the heavy lane with
    ///   ``run(_:timeLimitSeconds:_:)``: it took too long, or reached a step whose duration grows
    ///   with the network.
    /// - Throws: ``LaneRefusal``, or the error of `work`.
    package func runLight<Value: Sendable>(
        _ order: WorkOrder, timeLimitSeconds: Double,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value? {
        let seconds = min(lightSeconds, timeLimitSeconds)
        let control = { @Sendable in SolveControl(trialSeconds: seconds, isOnWorker: true) }
        return try await light.run(order, timeLimitSeconds: seconds, under: control) { control in
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
    /// - Returns: Its outcome, or `nil` if it must be repeated on another thread.
    package func runInline<Value>(
        seconds: Double, _ work: (SolveControl) throws -> Value
    ) -> Result<Value, any Error>? {
        let isOpen = trials.withLock { trials in
            if !trials.isClosed { trials.count += 1 }
            return !trials.isClosed
        }
        guard isOpen else { return nil }
        defer { trials.withLock { $0.count -= 1 } }
        let control = SolveControl(trialSeconds: seconds)
        let outcome = Result { try work(control) }
        return control.hasOutgrownTrial ? nil : outcome
    }

    /// Refuses waiting and new solves, lets running ones continue for `graceSeconds`, then cancels
    /// them. Further calls do nothing.
    package func drain(graceSeconds: Double) {
        trials.withLock { $0.isClosed = true }
        for lane in [light, heavy] { lane.drain(graceSeconds: graceSeconds) }
    }

    /// Waits for the server's shutdown, then stops the threads.
    package func run() async throws {
        await Lanes.untilShutdown()
        drain(graceSeconds: 0)
        for lane in [light, heavy] { try await lane.shutDown() }
    }
}

extension Lane {
    /// Runs work that stops when its control requires it: when its time is over, or its ticket is
    /// cancelled.
    ///
    /// - Parameter control: Makes the control when the work begins.
    /// - Throws: ``LaneRefusal``, or the error of `work`.
    func run<Value: Sendable>(
        _ order: WorkOrder, timeLimitSeconds: Double,
        under control: (@Sendable () -> SolveControl)? = nil,
        _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        var order = order
        order.limitSeconds = timeLimitSeconds
        let ticket = order.ticket
        return try await run(order) {
            let control = control?() ?? SolveControl(timeLimitSeconds: timeLimitSeconds)
            guard ticket.enterStage(stoppedBy: { control.cancel($0) }) else {
                throw LaneRefusal.cancelled
            }
            return try work(control)
        }
    }
}
