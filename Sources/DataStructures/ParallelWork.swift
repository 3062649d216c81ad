// Work divided among threads, and the most threads that it may use.

import Dispatch

/// Work that is divided among the cores, unless the caller leaves them to others.
///
/// The threads of the system's pool have the ordinary priority, whatever that of the calling thread
/// is. A server that prepares a network beside running requests therefore works on its own thread
/// alone:
///
///     ParallelWork.$maximumThreads.withValue(1) { network.prepare() }
package enum ParallelWork {
    /// The most threads for work of the calling thread.
    @TaskLocal package static var maximumThreads = Int.max

    /// Calls `work` with every number below `iterations`, on several threads where that is allowed.
    package static func perform(iterations: Int, _ work: @Sendable (Int) -> Void) {
        guard maximumThreads > 1 else { return (0..<max(iterations, 0)).forEach(work) }
        DispatchQueue.concurrentPerform(iterations: iterations, execute: work)
    }
}
