// Wakes threads that wait for work.

import Dispatch
import Synchronization

/// A signal that stays raised until it is lowered.
final class WorkSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiting = 0
    }

    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    /// Ends all waits, including waits that begin before the signal is lowered.
    func raise() {
        let waiting = state.withLock { state in
            state.isRaised = true
            defer { state.waiting = 0 }
            return state.waiting
        }
        for _ in 0..<waiting { semaphore.signal() }
    }

    func lower() { state.withLock { $0.isRaised = false } }

    /// Blocks the thread until the signal is raised or the time has passed.
    func wait(upTo seconds: Double) {
        let mustWait = state.withLock { state in
            if !state.isRaised { state.waiting += 1 }
            return !state.isRaised
        }
        guard mustWait, semaphore.wait(timeout: .now() + seconds) == .timedOut else { return }
        // A signal sent meanwhile belongs to this thread.
        let isSignalled = state.withLock { state in
            if state.waiting > 0 { state.waiting -= 1 } else { return true }
            return false
        }
        if isSignalled { semaphore.wait() }
    }
}
