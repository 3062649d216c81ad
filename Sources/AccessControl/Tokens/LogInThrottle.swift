// Slows down clients that guess passwords.

import DataStructures
import Synchronization

/// Counts failed log-ins, by address and by name from an address.
///
/// An attempt counts as failed until it succeeds, so that a thousand at once are no way round. What
/// is counted does not depend on whether the name exists. There is no count by name alone: it would
/// let strangers lock a user out. Guesses from many addresses are held up by the cost of a check
/// and the number of checks at once (`UserDirectory`).
///
/// Nobody gets rid of a count by filling a table. An attempt that is refused is entered nowhere, so
/// one address enters a name for each of its ``freeByAddress`` failures and then one a wait.
/// Addresses and names have tables of their own, and a full one forgets first what has been quiet
/// for so long that it would be forgotten anyway, then those with the fewest failures: to push out
/// a count of six takes some nine thousand others of six, each paid for by six checks of a
/// password, all within a quarter of an hour.
package final class LogInThrottle: Sendable {
    /// One count.
    package struct Record: Sendable {
        /// What happens to a count.
        package enum Event {
            case attempt
            /// It was no failure after all, or was not looked at.
            case takenBack
        }

        private(set) var failures = 0
        private(set) var lastAttempt: ContinuousClock.Instant
        private(set) var blockedUntil: ContinuousClock.Instant
        private let free: Int

        /// - Parameter free: Failures that cost nothing; each after them doubles the wait.
        package init(free: Int, at now: ContinuousClock.Instant) {
            self.free = free
            lastAttempt = now
            blockedUntil = now
        }

        /// The seconds that an attempt has to wait for, or `nil` when it would be looked at.
        package func wait(at now: ContinuousClock.Instant) -> Int? {
            guard now < blockedUntil else { return nil }
            return max(1, Int(((blockedUntil - now) / .seconds(1)).rounded(.up)))
        }

        /// How much would be lost with it: its failures, as long as they count.
        package func worth(at now: ContinuousClock.Instant) -> Int {
            isQuiet(at: now) ? 0 : failures
        }

        private func isQuiet(at now: ContinuousClock.Instant) -> Bool {
            now - lastAttempt > LogInThrottle.memory
        }

        /// Takes note of what happened. An attempt is one that is looked at.
        package mutating func handle(_ event: Event, at now: ContinuousClock.Instant) {
            switch event {
            case .attempt:
                if isQuiet(at: now) { failures = 0 }
                failures += 1
                lastAttempt = now
                if failures > free {
                    let doublings = min(failures - free - 1, 9)
                    blockedUntil = now + min(.seconds(1 << doublings), LogInThrottle.longestWait)
                }
            case .takenBack:
                // A user who logs in may not clear an address of its other failures.
                failures = max(0, failures - 1)
                blockedUntil = now
            }
        }
    }

    /// A name, tried from an address.
    private struct NameKey: Hashable {
        let name: String
        let address: String
    }

    private struct Records {
        var addresses: BoundedCache<String, Record>
        var names: BoundedCache<NameKey, Record>
    }

    private static let memory = Duration.seconds(900)
    private static let longestWait = Duration.seconds(300)
    private static let freeByName = 5
    private static let freeByAddress = 20

    private let records: Mutex<Records>

    /// - Parameter capacity: How many addresses are held, and how many names.
    package init(capacity: Int = 10_000) {
        records = Mutex(
            Records(
                addresses: BoundedCache(budget: capacity),
                names: BoundedCache(budget: capacity)))
    }

    /// How many addresses and names are held.
    package var count: Int { records.withLock { $0.addresses.count + $0.names.count } }

    /// Enters an attempt, unless it has to wait; then nothing is entered.
    ///
    /// - Parameter address: An address, or the network of one subscriber (`RequestSource.network`).
    /// - Throws: ``LogInRefusal/tooManyFailures(retrySeconds:)`` when it is not to be looked at.
    package func begin(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) throws(LogInRefusal) {
        let key = key(name, address)
        let wait = records.withLock { records -> Int? in
            var byName = records.names[key] ?? Record(free: Self.freeByName, at: now)
            var byAddress =
                records.addresses[address] ?? Record(free: Self.freeByAddress, at: now)
            let waits = [byName.wait(at: now), byAddress.wait(at: now)].compactMap(\.self)
            if let longest = waits.max() { return longest }
            byName.handle(.attempt, at: now)
            byAddress.handle(.attempt, at: now)
            records.names.keep(byName, for: key) { $0.worth(at: now) }
            records.addresses.keep(byAddress, for: address) { $0.worth(at: now) }
            return nil
        }
        if let wait { throw .tooManyFailures(retrySeconds: wait) }
    }

    /// Takes back what ``begin(_:from:at:)`` counted, since the password was right: the name from
    /// this address is clear again.
    package func succeed(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) {
        let key = key(name, address)
        records.withLock { records in
            records.names[key] = nil
            records.addresses.takeBack(address, at: now)
        }
    }

    /// Takes back what ``begin(_:from:at:)`` counted, since the password was not looked at.
    package func withdraw(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) {
        let key = key(name, address)
        records.withLock { records in
            records.names.takeBack(key, at: now)
            records.addresses.takeBack(address, at: now)
        }
    }

    private func key(_ name: String, _ address: String) -> NameKey {
        // Names are as long as their sender likes; the table is not.
        NameKey(name: UserFile.accepts(name: name) ? name : "", address: address)
    }
}

extension BoundedCache where Value == LogInThrottle.Record {
    /// Takes an attempt back, if it is still known of.
    fileprivate mutating func takeBack(_ key: Key, at now: ContinuousClock.Instant) {
        guard var record = self[key] else { return }
        record.handle(.takenBack, at: now)
        keep(record, for: key) { $0.worth(at: now) }
    }
}
