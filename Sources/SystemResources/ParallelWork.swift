// Divides work among threads, with a limit on their number and their priority.

import Dispatch
import Foundation
import Glibc
import Synchronization

/// Divides work among the cores, unless the caller leaves them to others.
///
/// Threads in the system's pool run at ordinary priority, whatever the calling thread's. If a
/// server prepares a network while it answers requests, it should work on its own thread alone:
///
///     ParallelWork.$maximumThreads.withValue(1) { network.prepare() }
///
/// or on several threads that yield to request threads:
///
///     ParallelWork.$niceness.withValue(10) { network.prepare() }
package enum ParallelWork {
    /// The most threads for work started by this thread.
    @TaskLocal package static var maximumThreads = Int.max

    /// The other threads' `nice` value; `nil` to use the system's pool. The calling thread keeps
    /// its own.
    @TaskLocal package static var niceness: Int32?

    /// Calls `work` with every number below `iterations`, on several threads if allowed.
    package static func perform(iterations: Int, _ work: @Sendable (Int) -> Void) {
        guard maximumThreads > 1, iterations > 1 else {
            return (0..<max(iterations, 0)).forEach(work)
        }
        guard let niceness else {
            return DispatchQueue.concurrentPerform(iterations: iterations, execute: work)
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        withoutActuallyEscaping(work) { work in
            let turns = Turns(iterations, work)
            let helpers = DispatchGroup()
            for _ in 1..<max(1, min(cores, maximumThreads, iterations)) {
                helpers.enter()
                let thread = Thread {
                    lowerPriority(to: niceness)
                    turns.run()
                    helpers.leave()
                }
                thread.start()
            }
            turns.run()
            helpers.wait()
            turns.end()
        }
    }

    /// Lowers the calling thread's priority for the rest of its life; without privileges it cannot
    /// be raised again.
    ///
    /// - Parameter niceness: The new `nice` value. A thread with a lower priority keeps
    ///   it.
    package static func lowerPriority(to niceness: Int32) {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        _ = setpriority(process, 0, max(niceness, getpriority(process, 0)))
    }

    /// Hands out numbers to threads one by one.
    private final class Turns: Sendable {
        private let count: Int
        private let next = Atomic(0)
        /// Dropped at the end, since threads may outlive the call for a moment.
        private let work: Mutex<(@Sendable (Int) -> Void)?>

        init(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
            self.count = count
            self.work = Mutex(work)
        }

        func run() {
            guard let work = work.withLock({ $0 }) else { return }
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                work(number)
            }
        }

        func end() { work.withLock { $0 = nil } }
    }
}
