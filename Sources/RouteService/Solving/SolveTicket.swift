// A handle on one solve, from the moment it is asked for until it is answered.

package import RouteAnalysis
import Synchronization

/// Calls one solve off, whether it waits or runs.
package final class SolveTicket: Sendable {
    private struct State {
        var isCancelled = false
        /// How the present stage is stopped: leave the queue, or cancel the solve.
        var stop: (@Sendable (Cancellation) -> Void)?
    }

    private let state = Mutex(State())

    /// Makes a ticket that nobody has called off.
    package init() {}

    /// Whether the solve was called off.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Calls the solve off; the second call does nothing.
    package func cancel(_ reason: Cancellation) {
        let stop = state.withLock { state -> (@Sendable (Cancellation) -> Void)? in
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?(reason)
    }

    /// Says how the stage that begins now is stopped.
    ///
    /// - Returns: `false` when the solve was called off before; the stage must not begin.
    func enterStage(stoppedBy stop: @escaping @Sendable (Cancellation) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.stop = stop
            return true
        }
    }
}
