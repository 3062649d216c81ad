// Long work that one thread does while others wait for it, each no longer than it may.

import Dispatch
import Synchronization

/// Lets one thread work at a time; those that wait are told to stop like any search.
package final class InterruptibleLock: Sendable {
    private let isTaken = Mutex(false)
    private let work = DispatchGroup()
    /// How long a thread waits before it asks whether to stop.
    private static let patience = DispatchTimeInterval.milliseconds(5)

    package init() {}

    /// Does work when no other thread does, or finds what that has made.
    ///
    /// - Parameter make: Asks first whether the work has been done meanwhile; `nil` when stopped.
    /// - Returns: `nil` when the work was stopped, or may not begin.
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
