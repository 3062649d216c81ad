// Throttles failed log-ins, to slow down password guessing.

import DataStructures
import Synchronization

/// Counts failed log-ins, by address and by name from an address.
///
/// An attempt counts as failed until it succeeds, so a thousand simultaneous attempts do not slip
/// through. Existing and unknown names are counted alike. Names are not counted on their own,
/// because that would let other clients lock a user out. Guesses from many addresses are limited by
/// the cost of a check and the number of simultaneous checks (``UserDirectory``).
///
/// Filling the tables does not remove a count. Refused attempts add no entry, so an address adds
/// one name for each of its ``freeByAddress`` failures and then one after each wait. Addresses and
/// names have separate tables. A full table first drops counts that have been quiet so long that
/// they no longer apply, then counts with the fewest failures. To push out a count of six, it takes
/// about nine thousand others of six, each at the cost of six password checks, all within a quarter
/// of an hour.
package final class LogInThrottle: Sendable {
    /// The count for an address or a name.
    package struct Record: Sendable {
        /// Events that change a count.
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

        /// - Parameter free: How many failures need no wait; each further failure doubles the wait.
        package init(free: Int, at now: ContinuousClock.Instant) {
            self.free = free
            lastAttempt = now
            blockedUntil = now
        }

        /// Returns how many seconds an attempt has to wait, or `nil` if it is allowed now.
        package func wait(at now: ContinuousClock.Instant) -> Int? {
            guard now < blockedUntil else { return nil }
            return max(1, Int(((blockedUntil - now) / .seconds(1)).rounded(.up)))
        }

        /// Returns how much the table should value this count: its failures, while they apply.
        package func worth(at now: ContinuousClock.Instant) -> Int {
            isQuiet(at: now) ? 0 : failures
        }

        private func isQuiet(at now: ContinuousClock.Instant) -> Bool {
            now - lastAttempt > LogInThrottle.memory
        }

        /// Enters an event. Do not enter refused attempts.
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
                // A success does not clear the address's other failures.
                failures = max(0, failures - 1)
                blockedUntil = now
            }
        }
    }

    /// A name and the address from which it was tried.
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

    /// - Parameter capacity: How many addresses to hold, and how many names.
    package init(capacity: Int = 10_000) {
        records = Mutex(
            Records(
                addresses: BoundedCache(budget: capacity),
                names: BoundedCache(budget: capacity)))
    }

    /// How many addresses and names are held.
    package var count: Int { records.withLock { $0.addresses.count + $0.names.count } }

    /// Enters an attempt, unless it has to wait.
    ///
    /// - Parameter address: An address, or a subscriber's network (``RequestSource/network``).
    /// - Throws: ``LogInRefusal/tooManyFailures(retrySeconds:)`` if it has to wait.
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

    /// Takes back the attempt counted by ``begin(_:from:at:)``, because the password was correct,
    /// and clears the name's count from this address.
    package func succeed(
        _ name: String, from address: String, at now: ContinuousClock.Instant = .now
    ) {
        let key = key(name, address)
        records.withLock { records in
            records.names[key] = nil
            records.addresses.takeBack(address, at: now)
        }
    }

    /// Takes back the attempt counted by ``begin(_:from:at:)``, because the password was not
    /// checked.
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
        // Impossible names share one entry, because they may have any length.
        NameKey(name: UserFile.accepts(name: name) ? name : "", address: address)
    }
}

extension BoundedCache where Value == LogInThrottle.Record {
    /// Takes an attempt back if its count is still held.
    fileprivate mutating func takeBack(_ key: Key, at now: ContinuousClock.Instant) {
        guard var record = self[key] else { return }
        record.handle(.takenBack, at: now)
        keep(record, for: key) { $0.worth(at: now) }
    }
}
