// How a solve is bounded in time and called off.

package import RoutingEngine
package import RouteAPI
import Synchronization

/// Why a solve is called off.
public enum Cancellation: UInt8, Hashable, Sendable {
    /// The client closed its connection.
    case clientClosed = 1
    /// The server is stopping.
    case serverStopping
    /// The person at the terminal, or the program around the solve, called it off.
    case interrupted
    /// A trial needs more time than trials have, or other work took its place.
    case outgrown

    /// What the error says.
    package var sentence: String {
        switch self {
        case .clientClosed: "The solve was stopped: the client closed its connection."
        case .serverStopping: "The solve was stopped: the server is stopping; try again shortly."
        case .interrupted: "The solve was stopped: it was interrupted."
        case .outgrown: "The solve was stopped: it exceeded the time limit of this stage."
        }
    }
}

/// How far a solve is, in the part that takes most of its time.
public struct SolveProgress: Hashable, Sendable {
    /// What is done in this part, as a heading.
    public var title: String
    /// How much of it is done.
    public var done: Int
    /// How much there is.
    public var count: Int
    /// What is counted, such as `rows`.
    public var unit: String

    /// Makes the progress of a part.
    public init(_ title: String, done: Int, of count: Int, unit: String) {
        self.title = title
        self.done = done
        self.count = count
        self.unit = unit
    }
}

/// The control of one solve: a deadline, and a cancellation flag that any thread may set.
public final class SolveControl: Sendable {
    private let deadline: ContinuousClock.Instant?
    private let seconds: Double?
    /// The raw value of the first ``Cancellation``; 0 for none.
    private let cancellation = Atomic<UInt8>(0)
    private let noted = Mutex(SolveTimings())
    private let reached = Mutex<SolveProgress?>(nil)
    /// The control of the whole solve, when this one is of a part: it bounds the part too.
    private let whole: SolveControl?
    /// How often searches may ask whether to stop before they must; `nil` for no bound.
    private let maximumSteps: Int?
    private let steps = Atomic(0)
    private let isTrial: Bool
    /// Whether a trial may do long work, as long as its time lasts.
    private let isOnWorker: Bool
    private let needsTime = Atomic(false)

    /// Makes a control; without a time limit the solve runs until done or cancelled.
    public init(timeLimitSeconds: Double? = nil) {
        seconds = timeLimitSeconds
        deadline = timeLimitSeconds.map { ContinuousClock.now + .milliseconds(Int64($0 * 1_000)) }
        whole = nil
        maximumSteps = nil
        isTrial = false
        isOnWorker = true
    }

    /// Makes a control for a trial: a solve where others wait for the thread it runs on.
    ///
    /// It is called off as soon as it takes longer than so long, or comes to work that no search
    /// bounds; ``hasOutgrownTrial`` then says so, and it is to be solved again elsewhere.
    ///
    /// - Parameters:
    ///   - trialSeconds: Seconds it may take.
    ///   - isOnWorker: Whether the thread is one for solves, so that only work as long as the
    ///     network is large ends the trial before its time.
    public init(trialSeconds: Double, isOnWorker: Bool = false) {
        self.isOnWorker = isOnWorker
        seconds = trialSeconds
        deadline = ContinuousClock.now + .microseconds(Int64(trialSeconds * 1_000_000))
        whole = nil
        maximumSteps = nil
        isTrial = true
    }

    /// Makes a control for a part of a solve that may take so long, or so many steps, and no more.
    package init(partOf whole: SolveControl, timeLimitSeconds: Double, maximumSteps: Int) {
        self.maximumSteps = maximumSteps
        seconds = timeLimitSeconds
        deadline = ContinuousClock.now + .milliseconds(Int64(timeLimitSeconds * 1_000))
        self.whole = whole
        isTrial = false
        isOnWorker = true
    }

    /// Calls the solve off. It stops within a few thousand search steps, and says the first reason
    /// that it was called off for.
    public func cancel(_ reason: Cancellation = .interrupted) {
        _ = cancellation.compareExchange(
            expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Whether a trial was called off, or should have been: its outcome says nothing.
    public var hasOutgrownTrial: Bool {
        isTrial
            && (needsTime.load(ordering: .relaxed)
                || deadline.map { ContinuousClock.now > $0 } ?? false)
    }

    /// Says that work begins which may take long; a trial on an event loop ends here, other solves
    /// go on.
    package func beginLongWork() throws(RouteRequestError) {
        if !isOnWorker || !(whole?.isOnWorker ?? true) { try beginNetworkWork() }
    }

    /// Says that work begins which takes as long as the network is large, whatever is asked; every
    /// trial ends here, other solves go on.
    package func beginNetworkWork() throws(RouteRequestError) {
        try whole?.beginNetworkWork()
        guard isTrial else { return }
        needsTime.store(true, ordering: .relaxed)
        throw Self.stopped(.outgrown)
    }

    /// Where the solve's time has gone so far, and how its legs were found.
    public var timings: SolveTimings { noted.withLock(\.self) }

    /// How far the solve is, in work that can be counted; `nil` before and without such work.
    public var progress: SolveProgress? { reached.withLock { $0 } }

    /// Notes how far the solve is.
    package func note(_ progress: SolveProgress) { reached.withLock { $0 = progress } }

    /// Does a part of the solve and notes how long it took.
    package func timed<Result>(
        _ part: WritableKeyPath<SolveTimings, Duration>,
        _ work: () throws(RouteRequestError) -> Result
    ) throws(RouteRequestError) -> Result {
        let start = ContinuousClock.now
        defer {
            let spent = ContinuousClock.now - start
            noted.withLock { $0[keyPath: part] += spent }
        }
        return try work()
    }

    /// Notes how legs were found.
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

    /// Throws when the solve must stop.
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
                message: "Error performing solve operation.",
                details: [
                    "The solve took longer than the \(allowed) s this service allows "
                        + "(maximumSolveSeconds); ask for fewer stops or barriers."
                ])
        }
    }

    /// Why a search that was told to stop was told so.
    package var stopReason: RouteRequestError {
        do throws(RouteRequestError) { try check() } catch { return error }
        return Self.stopped(.outgrown)
    }

    private static func stopped(_ reason: Cancellation) -> RouteRequestError {
        RouteRequestError(
            .cancelled, code: 500, message: "Error performing solve operation.",
            details: [reason.sentence])
    }
}

/// Lets the engine's searches ask a solve's control whether to stop.
package struct SolveMonitor: SearchMonitor {
    package let control: SolveControl

    package init(control: SolveControl) { self.control = control }

    package var shouldStop: Bool { control.shouldStop }

    package var admitsLongWork: Bool {
        do throws(RouteRequestError) { try control.beginNetworkWork() } catch { return false }
        return !shouldStop
    }
}
