// Work divided among threads, the most threads that it may use, and their priority.

import Dispatch
import Foundation
import Glibc
import Synchronization

/// Work that is divided among the cores, unless the caller leaves them to others.
///
/// The threads of the system's pool have the ordinary priority, whatever that of the calling thread
/// is. A server that prepares a network beside running requests therefore works on its own thread
/// alone:
///
///     ParallelWork.$maximumThreads.withValue(1) { network.prepare() }
///
/// or on several threads that come after those of requests:
///
///     ParallelWork.$niceness.withValue(10) { network.prepare() }
package enum ParallelWork {
    /// The most threads for work of the calling thread.
    @TaskLocal package static var maximumThreads = Int.max

    /// The priority of the other threads, as `nice` counts it; `nil` for the system's pool. That of
    /// the calling thread stays as it is.
    @TaskLocal package static var niceness: Int32?

    /// Calls `work` with every number below `iterations`, on several threads where that is allowed.
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

    /// Gives the calling thread a lower priority, for as long as it lives: a thread without
    /// privileges cannot raise it again.
    ///
    /// - Parameter niceness: The priority as `nice` counts it; one that is lower already stays.
    package static func lowerPriority(to niceness: Int32) {
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        _ = setpriority(process, 0, max(niceness, getpriority(process, 0)))
    }

    /// Numbers that threads take one by one.
    private final class Turns: Sendable {
        private let count: Int
        private let next = Atomic(0)
        /// Dropped at the end: threads may outlive the call for a moment.
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
