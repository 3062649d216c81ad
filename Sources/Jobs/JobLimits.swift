// The limits of a store of jobs, and its clock.

import Foundation

/// The limits of a store of jobs.
package struct JobLimits: Hashable, Sendable {
    /// Jobs that wait or run, of all owners.
    package var pending = 10_000
    /// Jobs that wait or run, of one owner.
    package var pendingOfOneOwner = 2_000
    /// Jobs that run at once, of one owner.
    package var runningOfOneOwner = Int.max
    /// Jobs that are stored, finished ones among them, of one owner; beyond it the oldest finished
    /// jobs of the owner are removed.
    package var storedOfOneOwner = 5_000
    /// Bytes of one input.
    package var inputBytes = 64 << 20
    /// Bytes of all inputs and results together; beyond it no job is accepted.
    package var storedBytes = 64 << 30
    /// How often a job is tried whose workers ended without a word.
    package var attempts = 5
    /// Messages of one job; further ones are left out.
    package var messages = 1_000
    /// Bytes of one message; longer ones are cut.
    package var messageBytes = 8_192
    /// Seconds for which finished jobs are kept.
    package var keptSeconds = 86_400.0
    /// Removed jobs that are remembered, the latest ones, without their content; a submission that
    /// is sent again under the key of one that is forgotten is a new job.
    package var remembered = 20_000
    /// Seconds for which removed jobs are remembered.
    package var rememberedSeconds = 86_400.0

    /// Makes the shipped limits.
    package init() {}
}

/// The clock of a store, which tests replace.
package struct JobClock: Sendable {
    /// Milliseconds since 1970.
    package let now: @Sendable () -> Int64

    /// Makes a clock.
    package init(_ now: @escaping @Sendable () -> Int64) { self.now = now }

    /// The clock of the system.
    package static let system = JobClock { Int64(Date().timeIntervalSince1970 * 1_000) }
}
