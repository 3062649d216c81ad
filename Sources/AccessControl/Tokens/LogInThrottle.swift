// The throttle of failed log-ins, which slows down the guessing of passwords.

import DataStructures
import Synchronization

/// The counts of failed log-ins, by address and by name from an address.
///
/// An attempt counts as failed until it succeeds, so that a thousand at once do not pass. Names
/// that exist and names that do not are counted alike. There is no count by name alone: it would
/// let other clients lock a user out. Guesses from many addresses are limited by the cost of a
/// check and the number of checks at once (``UserDirectory``).
///
/// A count cannot be removed by filling a table. An attempt that is refused adds no entry, so one
/// address adds a name for each of its ``freeByAddress`` failures and then one for each wait.
/// Addresses and names have separate tables. A full table drops first the counts that have been
/// quiet for so long that they no longer apply, then those with the fewest failures: to push out a
/// count of six takes about nine thousand others of six, each at the cost of six password checks,
/// all within a quarter of an hour.
package final class LogInThrottle: Sendable {
    /// The count of one address or name.
    package struct Record: Sendable {
        /// The events that change a count.
        package enum Event {
            /// A password is about to be checked.
            case attempt
            /// The last attempt succeeded, or its password was not checked.
            case takenBack
        }

        private(set) var failures = 0
        private(set) var lastAttempt: ContinuousClock.Instant
        private(set) var blockedUntil: ContinuousClock.Instant
        private let free: Int

        /// - Parameter free: Failures without a wait; each one after them doubles the wait.
        package init(free: Int, at now: ContinuousClock.Instant) {
            self.free = free
            lastAttempt = now
            blockedUntil = now
        }

        /// The seconds that an attempt has to wait, or `nil` when it is allowed now.
        package func wait(at now: ContinuousClock.Instant) -> Int? {
            guard now < blockedUntil else { return nil }
            return max(1, Int(((blockedUntil - now) / .seconds(1)).rounded(.up)))
        }

        /// The importance of the count for the table: its failures, as long as they apply.
        package func worth(at now: ContinuousClock.Instant) -> Int {
            isQuiet(at: now) ? 0 : failures
        }

        private func isQuiet(at now: ContinuousClock.Instant) -> Bool {
            now - lastAttempt > LogInThrottle.memory
        }

        /// Enters an event. An attempt that is refused is not entered.
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
                // A success does not clear the other failures of the address.
                failures = max(0, failures - 1)
                blockedUntil = now
            }
        }
    }

    /// A name and the address that it was tried from.
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

    /// The number of addresses and names that are held.
    package var count: Int { records.withLock { $0.addresses.count + $0.names.count } }

    /// Enters an attempt, unless it has to wait.
    ///
    /// - Parameter address: An address, or the network of one subscriber
    ///   (``RequestSource/network``).
    /// - Throws: ``LogInRefusal/tooManyFailures(retrySeconds:)`` when it has to wait.
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

    /// Takes back what ``begin(_:from:at:)`` counted, because the password was right, and clears
    /// the count of the name from this address.
    package func succeed(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) {
        let key = key(name, address)
        records.withLock { records in
            records.names[key] = nil
            records.addresses.takeBack(address, at: now)
        }
    }

    /// Takes back what ``begin(_:from:at:)`` counted, because the password was not checked.
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
        // A name that no user can have shares one entry: it may be of any length.
        NameKey(name: UserFile.accepts(name: name) ? name : "", address: address)
    }
}

extension BoundedCache where Value == LogInThrottle.Record {
    /// Takes an attempt back, if its count is still held.
    fileprivate mutating func takeBack(_ key: Key, at now: ContinuousClock.Instant) {
        guard var record = self[key] else { return }
        record.handle(.takenBack, at: now)
        keep(record, for: key) { $0.worth(at: now) }
    }
}
