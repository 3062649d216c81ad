// A time zone's clock. Local times are milliseconds since 1970-01-01T00:00:00 local time.

import Foundation

/// Converts between instants and a time zone's local times.
package struct ZoneClock: Hashable, Sendable {
    private let zone: TimeZone

    package var name: String { zone.identifier }

    /// Makes a zone's clock; `nil` if the system does not know the name.
    ///
    /// - Parameter name: An IANA name, such as `Europe/Monaco`.
    package init?(_ name: String) {
        guard let zone = TimeZone(identifier: name) else { return nil }
        self.zone = zone
    }

    /// Returns an instant's local time.
    package func local(ofUTC milliseconds: Int64) -> Int64 {
        milliseconds + offset(at: milliseconds)
    }

    /// Returns a local time's instant. In a repeated hour it is the first of the two; in a skipped
    /// hour it is computed with the offset before the change.
    package func utc(ofLocal milliseconds: Int64) -> Int64 {
        let (instants, usual) = instants(ofLocal: milliseconds)
        return instants.first { $0 + offset(at: $0) == milliseconds } ?? usual
    }

    /// Returns a local time's instant, in a repeated hour the second of the two.
    func lastUTC(ofLocal milliseconds: Int64) -> Int64 {
        let (instants, usual) = instants(ofLocal: milliseconds)
        return instants.last { $0 + offset(at: $0) == milliseconds } ?? usual
    }

    /// Returns the instants that a local time may mean, ascending, and the one with the offset
    /// before a change.
    private func instants(ofLocal milliseconds: Int64) -> (possible: [Int64], usual: Int64) {
        let day: Int64 = 86_400_000
        let offsets = [milliseconds - day, milliseconds + day].map { offset(at: $0) }
        return (
            [max(offsets[0], offsets[1]), min(offsets[0], offsets[1])].map { milliseconds - $0 },
            milliseconds - offsets[0]
        )
    }

    /// Returns the offset of local clocks from UTC at an instant, in milliseconds.
    package func offset(at instant: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Self.date(instant))) * 1_000
    }

    /// Returns the next instant at which clocks are set forward or back, or `nil` if there is none.
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
