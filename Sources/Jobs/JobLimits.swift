// A job store's limits and its clock.

import Foundation

/// A job store's limits. The defaults are those Waypost ships with.
package struct JobLimits: Hashable, Sendable {
    /// How many jobs may wait or run.
    package var pending = 10_000
    /// How many jobs of one owner may wait or run.
    package var pendingOfOneOwner = 2_000
    /// How many jobs of one owner run at once.
    package var runningOfOneOwner = Int.max
    /// How many jobs are stored for one owner, finished ones included. Beyond this, the owner's
    /// oldest finished jobs are removed.
    package var storedOfOneOwner = 5_000
    /// The largest input in bytes.
    package var inputBytes = 64 << 20
    /// Bytes of all inputs and results together. Beyond this, no job is accepted.
    package var storedBytes = 64 << 30
    /// How often a job is tried if its workers die.
    package var attempts = 5
    /// How many messages a job keeps. Further ones are left out.
    package var messages = 1_000
    /// The longest message in bytes. Longer ones are cut.
    package var messageBytes = 8_192
    /// For how many seconds finished jobs are kept.
    package var keptSeconds = 86_400.0
    /// How many removed jobs are remembered, without their content. If a client repeats a
    /// submission under the key of a forgotten job, it creates a new job.
    package var remembered = 20_000
    /// For how many seconds removed jobs are remembered.
    package var rememberedSeconds = 86_400.0

    package init() {}
}

/// A store's clock, which tests replace.
package struct JobClock: Sendable {
    /// Returns the time in milliseconds since 1970.
    package let now: @Sendable () -> Int64

    /// Makes a clock from a function.
    package init(_ now: @escaping @Sendable () -> Int64) { self.now = now }

    /// The system's clock.
    package static let system = JobClock { Int64(Date().timeIntervalSince1970 * 1_000) }
}
