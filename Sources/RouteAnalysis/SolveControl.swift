// How a solve is bounded in time and called off.

import RoutingEngine
package import RouteAPI
import Synchronization

/// The reins of one solve: a deadline, and a way to call it off from another thread.
public final class SolveControl: Sendable {
    private let deadline: ContinuousClock.Instant?
    private let seconds: Double?
    private let cancelled = Atomic(false)

    /// Makes reins; without a time limit the solve runs until done or cancelled.
    public init(timeLimitSeconds: Double? = nil) {
        seconds = timeLimitSeconds
        deadline = timeLimitSeconds.map { ContinuousClock.now + .milliseconds(Int64($0 * 1_000)) }
    }

    /// Calls the solve off. It stops within a few thousand search steps.
    public func cancel() { cancelled.store(true, ordering: .relaxed) }

    /// Whether searches must stop now.
    package var shouldStop: Bool {
        cancelled.load(ordering: .relaxed) || deadline.map { ContinuousClock.now > $0 } ?? false
    }

    /// Throws when the solve must stop.
    package func check() throws(RouteRequestError) {
        if cancelled.load(ordering: .relaxed) {
            throw RouteRequestError(
                .cancelled, code: 500, message: "Error performing solve operation.",
                details: ["The client went away; the solve was stopped."])
        }
        if let deadline, let seconds, ContinuousClock.now > deadline {
            throw RouteRequestError(
                .timedOut, code: 500, extendedCode: -2_147_200_727,
                message: "Error performing solve operation.",
                details: [
                    "The solve took longer than the \(seconds) s this service allows "
                        + "(maximumSolveSeconds); ask for fewer stops or barriers."
                ])
        }
    }
}

/// Lets the engine's searches ask a solve's reins.
package struct SolveMonitor: SearchMonitor {
    package let control: SolveControl

    package var shouldStop: Bool { control.shouldStop }
}
