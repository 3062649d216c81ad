// The clocks of a time zone. Local times are milliseconds since they showed 1970-01-01T00:00:00.

import Foundation

/// What clocks show in a time zone, and when.
package struct ZoneClock: Hashable, Sendable {
    private let zone: TimeZone

    /// The zone's name.
    package var name: String { zone.identifier }

    /// The clocks of a zone, or `nil` for a name that the system does not know.
    ///
    /// - Parameter name: An IANA name, such as `Europe/Monaco`.
    package init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// The local time of an instant.
    package func local(ofUTC milliseconds: Int64) -> Int64 {
        milliseconds + offset(at: milliseconds)
    }

    /// The instant of a local time: the first of the two in a repeated hour, and in a skipped hour
    /// the instant that clocks not yet set forward would show.
    package func utc(ofLocal milliseconds: Int64) -> Int64 {
        let day: Int64 = 86_400_000
        let offsets = [milliseconds - day, milliseconds + day].map { offset(at: $0) }
        let instants = [max(offsets[0], offsets[1]), min(offsets[0], offsets[1])]
            .map { milliseconds - $0 }
        return instants.first { $0 + offset(at: $0) == milliseconds } ?? milliseconds - offsets[0]
    }

    /// What local clocks are ahead of UTC at an instant, in milliseconds.
    package func offset(at instant: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Self.date(instant))) * 1_000
    }

    /// The next instant at which clocks are set forward or back, or `nil` when they never are.
    package func nextChange(after instant: Int64) -> Int64? {
        guard let next = zone.nextDaylightSavingTimeTransition(after: Self.date(instant)) else {
            return nil
        }
        let change = Int64((next.timeIntervalSince1970 * 1_000).rounded())
        return change > instant ? change : nil
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
