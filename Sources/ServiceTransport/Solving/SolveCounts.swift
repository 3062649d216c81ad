// Which mechanisms of the engine answered requests and jobs.

package import Preparation
import Synchronization

/// Counts solves and legs by the mechanism that found them, for requests and for jobs.
///
/// The mechanisms are a few words of the engine; one lock is taken for each solve.
package final class SolveCounts: Sendable {
    /// What one mechanism found.
    package struct Found: Hashable, Sendable {
        /// The solves of which it found a leg or more.
        package fileprivate(set) var solves = 0
        package fileprivate(set) var legs = 0
    }

    private let counted = Mutex<[String: Found]>([:])

    /// Begins at zero.
    package init() {}

    /// The counts so far, by mechanism.
    package var snapshot: [String: Found] { counted.withLock { $0 } }

    /// Counts a solve that has ended, whether with an answer or not.
    package func count(_ timings: SolveTimings) {
        guard !timings.legMechanisms.isEmpty else { return }
        counted.withLock { counted in
            for (mechanism, legs) in timings.legMechanisms {
                counted[mechanism, default: Found()].solves += 1
                counted[mechanism, default: Found()].legs += legs
            }
        }
    }
}
