// A handle to cancel one piece of work, from its request to its answer.

package import Preparation
import Synchronization

/// Cancels one piece of work, whether it waits or runs.
package final class WorkTicket: Sendable {
    private struct State {
        var isCancelled = false
        /// Stops the current stage: leaves the queue, or cancels what runs.
        var stop: (@Sendable (Cancellation) -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a ticket that is not cancelled.
    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the work; further calls do nothing.
    package func cancel(_ reason: Cancellation) {
        let stop = state.withLock { state -> (@Sendable (Cancellation) -> Void)? in
            state.isCancelled = true
            defer { state.stop = nil }
            return state.stop
        }
        stop?(reason)
    }

    /// Sets how to stop the stage that begins now.
    ///
    /// - Returns: `false` if the work was already cancelled; the stage must not begin then.
    func enterStage(stoppedBy stop: @escaping @Sendable (Cancellation) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isCancelled else { return false }
            state.stop = stop
            return true
        }
    }
}
