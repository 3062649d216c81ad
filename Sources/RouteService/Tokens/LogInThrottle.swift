// Slows down clients that guess passwords.

import Synchronization

/// Counts failed log-ins, by address and by name from an address.
///
/// An attempt counts as failed until it succeeds, so that a thousand at once are no way round. What
/// is counted does not depend on whether the name exists. There is no count by name alone: it would
/// let strangers lock a user out. Guesses from many addresses are held up by the cost of a check
/// and the number of checks at once (`UserDirectory`).
final class LogInThrottle: Sendable {
    /// One count.
    struct Record: Sendable {
        /// What happens to a count.
        enum Event {
            case attempt
            case success
        }

        /// What follows.
        enum Action: Equatable {
            case check
            case refuse(retrySeconds: Int)
        }

        private(set) var failures = 0
        private(set) var lastAttempt: ContinuousClock.Instant
        private(set) var blockedUntil: ContinuousClock.Instant
        private let free: Int

        /// - Parameter free: Failures that cost nothing; each after them doubles the wait.
        init(free: Int, at now: ContinuousClock.Instant) {
            self.free = free
            lastAttempt = now
            blockedUntil = now
        }

        mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> Action {
            switch event {
            case .attempt where now < blockedUntil:
                let wait = (blockedUntil - now) / .seconds(1)
                return .refuse(retrySeconds: max(1, Int(wait.rounded(.up))))
            case .attempt:
                if now - lastAttempt > LogInThrottle.memory { failures = 0 }
                failures += 1
                lastAttempt = now
                if failures > free {
                    let doublings = min(failures - free - 1, 9)
                    blockedUntil = now + min(.seconds(1 << doublings), LogInThrottle.longestWait)
                }
                return .check
            case .success:
                // A user who logs in may not clear an address of its other failures.
                failures = max(0, failures - 1)
                blockedUntil = now
                return .check
            }
        }
    }

    private enum Key: Hashable {
        case address(String)
        case name(String, address: String)
    }

    private static let memory = Duration.seconds(900)
    private static let longestWait = Duration.seconds(300)
    private static let freeByName = 5
    private static let freeByAddress = 20

    private let records = Mutex(BoundedTable<Key, Record>(capacity: 10_000))

    /// Enters an attempt.
    ///
    /// - Throws: ``LogInRefusal/tooManyFailures(retrySeconds:)`` when it is not to be looked at.
    func begin(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) throws(LogInRefusal) {
        let keys = keys(name, address)
        let wait = records.withLock { records -> Int? in
            for (key, free) in keys {
                var record = records[key] ?? Record(free: free, at: now)
                let action = record.handle(.attempt, at: now)
                records[key] = record
                if case .refuse(let seconds) = action { return seconds }
            }
            return nil
        }
        if let wait { throw .tooManyFailures(retrySeconds: wait) }
    }

    /// Takes back what ``begin(_:from:at:)`` counted, since the password was right.
    func succeed(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) {
        let keys = keys(name, address)
        records.withLock { records in
            records[.name(name, address: address)] = nil
            for (key, _) in keys.suffix(1) {
                guard var record = records[key] else { continue }
                _ = record.handle(.success, at: now)
                records[key] = record
            }
        }
    }

    private func keys(_ name: String, _ address: String) -> [(Key, free: Int)] {
        // Names are as long as their sender likes; the table is not.
        let name = UserFile.accepts(name: name) ? name : ""
        return [
            (.name(name, address: address), Self.freeByName),
            (.address(address), Self.freeByAddress),
        ]
    }
}
