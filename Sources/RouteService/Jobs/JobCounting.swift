// Counts a store's jobs for `/metrics`, at most every few seconds.

import Jobs
import Synchronization

/// Counts the jobs of a server's store.
///
/// Anyone may ask for `/metrics`, so the store is asked once in ``seconds``, however often it is
/// asked for. A store that does not answer is asked again after as long.
final class JobCounting: Sendable {
    /// What the store said, or `nil` if it did not answer.
    struct Count: Sendable {
        var census: JobCensus?
        fileprivate var time: ContinuousClock.Instant
    }

    /// How long a count is used, in seconds.
    static let seconds = 5.0

    private let latest = Mutex<Count?>(nil)

    /// Returns the latest count, or a new one if that is too old.
    ///
    /// - Parameter ask: Asks the store.
    func count(
        at time: ContinuousClock.Instant = .now, _ ask: () async throws -> JobCensus
    ) async -> JobCensus? {
        if let known = latest.withLock({ $0 }), time - known.time < .seconds(Self.seconds) {
            return known.census
        }
        let census: JobCensus?
        do {
            census = try await ask()
        } catch {
            // The page says so: `waypost_job_store_up` is 0. The store's own callers log it.
            census = nil
        }
        let count = Count(census: census, time: time)
        latest.withLock { $0 = count }
        return census
    }
}
