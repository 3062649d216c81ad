// A solve's time limit, cancellation and progress.

package import RoutingEngine
package import RouteAPI
import Synchronization

/// Why a solve was cancelled.
public enum Cancellation: UInt8, Hashable, Sendable {
    /// The client closed its connection.
    case clientClosed = 1
    /// The server is stopping.
    case serverStopping
    /// The user, or the program that runs the solve, cancelled it.
    case interrupted
    /// A trial exceeded its time or steps.
    case outgrown

    /// The sentence for the error message.
    package var sentence: String {
        switch self {
        case .clientClosed: "The solve was stopped: the client closed its connection."
        case .serverStopping: "The solve was stopped: the server is stopping; try again shortly."
        case .interrupted: "The solve was stopped: it was interrupted."
        case .outgrown: "The solve was stopped: it exceeded the time limit of this stage."
        }
    }
}

/// How far a solve has come in its longest stage.
public struct SolveProgress: Hashable, Sendable {
    /// The stage's name, as a heading.
    public var title: String
    /// How many items are done.
    public var done: Int
    /// How many items there are.
    public var count: Int
    /// What the items are, such as `rows`.
    public var unit: String

    /// Makes a stage's progress.
    public init(_ title: String, done: Int, of count: Int, unit: String) {
        self.title = title
        self.done = done
        self.count = count
        self.unit = unit
    }
}

/// Controls one solve: a deadline, and a cancellation that any thread may request.
public final class SolveControl: Sendable {
    private let deadline: ContinuousClock.Instant?
    private let seconds: Double?
    /// The raw value of the first ``Cancellation``; 0 for none.
    private let cancellation = Atomic<UInt8>(0)
    private let noted = Mutex(SolveTimings())
    private let reached = Mutex<SolveProgress?>(nil)
    /// If this controls a part, the whole solve's control, which limits the part too.
    private let whole: SolveControl?
    /// How often searches may check ``shouldStop`` before they must stop; `nil` for no limit.
    private let maximumSteps: Int?
    private let steps = Atomic(0)
    private let isTrial: Bool
    /// Whether a trial may do long work within its time limit.
    private let isOnWorker: Bool
    private let needsTime = Atomic(false)

    /// Makes a control. Without a time limit, the solve runs until it is done or cancelled.
    public init(timeLimitSeconds: Double? = nil) {
        seconds = timeLimitSeconds
        deadline = timeLimitSeconds.map { ContinuousClock.now + .milliseconds(Int64($0 * 1_000)) }
        whole = nil
        maximumSteps = nil
        isTrial = false
        isOnWorker = true
    }

    /// Makes a control for a trial: a solve on a thread that other requests wait for.
    ///
    /// A trial is cancelled if it exceeds its time limit or begins work that cannot be interrupted.
    /// ``hasOutgrownTrial`` is true then, and you must solve the request again on another thread.
    ///
    /// - Parameters:
    ///   - trialSeconds: The time limit in seconds.
    ///   - isOnWorker: Whether the thread is reserved for solves. If so, only work proportional to
    ///     the network's size ends the trial before its time limit.
    public init(trialSeconds: Double, isOnWorker: Bool = false) {
        self.isOnWorker = isOnWorker
        seconds = trialSeconds
        deadline = ContinuousClock.now + .microseconds(Int64(trialSeconds * 1_000_000))
        whole = nil
        maximumSteps = nil
        isTrial = true
    }

    package init(partOf whole: SolveControl, timeLimitSeconds: Double, maximumSteps: Int) {
        self.maximumSteps = maximumSteps
        seconds = timeLimitSeconds
        deadline = ContinuousClock.now + .milliseconds(Int64(timeLimitSeconds * 1_000))
        self.whole = whole
        isTrial = false
        isOnWorker = true
    }

    /// Cancels the solve. It stops within a few thousand search steps; its error states the first
    /// call's reason.
    public func cancel(_ reason: Cancellation = .interrupted) {
        _ = cancellation.compareExchange(
            expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Whether a trial was cancelled or exceeded its time limit. If so, discard its outcome.
    public var hasOutgrownTrial: Bool {
        isTrial
            && (needsTime.load(ordering: .relaxed)
                || deadline.map { ContinuousClock.now > $0 } ?? false)
    }

    /// Announces work that may take long. A trial on an event loop ends here; others continue.
    ///
    /// - Throws: The trial's cancellation.
    package func beginLongWork() throws(RouteRequestError) {
        if !isOnWorker || !(whole?.isOnWorker ?? true) { try beginNetworkWork() }
    }

    /// Announces work proportional to the network's size, whatever the request. Every trial ends
    /// here; other solves continue.
    ///
    /// - Throws: The trial's cancellation.
    package func beginNetworkWork() throws(RouteRequestError) {
        try whole?.beginNetworkWork()
        guard isTrial else { return }
        needsTime.store(true, ordering: .relaxed)
        throw Self.stopped(.outgrown)
    }

    /// The time spent in each stage so far, and the mechanisms that found legs.
    public var timings: SolveTimings { noted.withLock(\.self) }

    /// The solve's progress; `nil` if nothing countable has begun.
    public var progress: SolveProgress? { reached.withLock { $0 } }

    package func note(_ progress: SolveProgress) { reached.withLock { $0 = progress } }

    /// Runs a stage and records its duration.
    ///
    /// - Throws: The stage's error.
    package func timed<Result, Failure: Error>(
        _ part: WritableKeyPath<SolveTimings, Duration>, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = ContinuousClock.now
        defer {
            let spent = ContinuousClock.now - start
            noted.withLock { $0[keyPath: part] += spent }
        }
        return try work()
    }

    /// Records the mechanisms that found legs.
    package func note(_ mechanisms: [LegMechanism: Int]) {
        noted.withLock { timings in
            for (mechanism, count) in mechanisms {
                timings.legMechanisms[mechanism.rawValue, default: 0] += count
            }
        }
    }

    /// Whether searches must stop now.
    package var shouldStop: Bool {
        if let maximumSteps,
            steps.add(1, ordering: .relaxed).newValue > maximumSteps
        {
            return true
        }
        return cancellation.load(ordering: .relaxed) != 0
            || deadline.map { ContinuousClock.now > $0 } ?? false || whole?.shouldStop ?? false
    }

    /// Checks whether the solve must stop.
    ///
    /// - Throws: An error naming the time limit or the reason for cancelling.
    package func check() throws(RouteRequestError) {
        try whole?.check()
        if let reason = Cancellation(rawValue: cancellation.load(ordering: .relaxed)) {
            throw Self.stopped(reason)
        }
        if let deadline, let seconds, ContinuousClock.now > deadline {
            let allowed =
                seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
            throw RouteRequestError(
                .timedOut, code: 500, extendedCode: .timedOut,
                message: RouteRequestError.stoppedMessage,
                details: [
                    "The solve took longer than the \(allowed) s this service allows "
                        + "(maximumSolveSeconds); ask for fewer stops or barriers."
                ])
        }
    }

    /// The error for a stopped search.
    package var stopReason: RouteRequestError {
        do throws(RouteRequestError) { try check() } catch { return error }
        return Self.stopped(.outgrown)
    }

    private static func stopped(_ reason: Cancellation) -> RouteRequestError {
        RouteRequestError(
            .cancelled, code: 500, message: RouteRequestError.stoppedMessage,
            details: [reason.sentence])
    }
}

/// Connects the engine's searches with a solve's control.
package struct SolveMonitor: SearchMonitor {
    package let control: SolveControl

    package init(control: SolveControl) { self.control = control }

    package var shouldStop: Bool { control.shouldStop }

    package var admitsLongWork: Bool {
        do throws(RouteRequestError) { try control.beginNetworkWork() } catch { return false }
        return !shouldStop
    }
}
