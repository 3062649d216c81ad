// A lock whose waiters can be cancelled.

import Dispatch
import Synchronization

/// A lock for long work. While a thread waits for it, a ``SearchMonitor`` can stop the wait as it
/// stops a search.
package final class InterruptibleLock: Sendable {
    private let isTaken = Mutex(false)
    private let work = DispatchGroup()
    /// How long a thread waits between two checks of its monitor.
    private static let patience = DispatchTimeInterval.milliseconds(5)

    package init() {}

    /// Runs a closure while no other thread holds the lock.
    ///
    /// - Parameter make: The work. It should first check whether another thread has done it
    ///   meanwhile, and must return `nil` if it was stopped.
    /// - Returns: `nil` if the work or the wait was stopped, or if the monitor admits no long work.
    package func withLock<Made>(_ monitor: some SearchMonitor, _ make: () -> Made?) -> Made? {
        guard monitor.admitsLongWork else { return nil }
        while !enter() {
            if monitor.shouldStop { return nil }
            _ = work.wait(timeout: .now() + Self.patience)
        }
        defer { leave() }
        return make()
    }

    private func enter() -> Bool {
        isTaken.withLock { isTaken in
            guard !isTaken else { return false }
            isTaken = true
            work.enter()
            return true
        }
    }

    private func leave() {
        isTaken.withLock { isTaken in
            isTaken = false
            work.leave()
        }
    }
}
