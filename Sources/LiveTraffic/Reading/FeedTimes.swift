// Reads a feed's times: instants with a zone, or milliseconds since 1970.

import Geo

enum FeedTimes {
    /// What would be accepted, for messages.
    static let rule =
        "a time with its zone such as 2026-11-23T15:30:00Z, or milliseconds since 1970, is needed"

    /// Returns milliseconds since 1970, or `nil` if the text is not an instant. Databases write
    /// `2026-11-23 16:30:00+01`.
    static func milliseconds(_ text: String) -> Int64? {
        if case .instant(let time) = WrittenTime(text) { return time }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            guard case .instant(let time)? = TimeText(text)?.time(nil) else { return nil }
            return time
        }
        guard text.utf8.count <= 15 else { return nil }
        return Int64(text).map { milliseconds(number: $0) }
    }

    /// Returns milliseconds since 1970 for a number, whose size tells seconds from milliseconds:
    /// as milliseconds, seconds of this century would be days of 1970.
    static func milliseconds(number: Int64) -> Int64 {
        (1_000_000_000..<100_000_000_000).contains(number) ? number * 1_000 : number
    }
}

/// What rows may state, in every form.
enum FeedRules {
    /// The highest speed in km/h. Beyond it, the feed has another unit or is wrong.
    static let fastest = 300.0
    /// The lowest speed in km/h. It keeps the time over a share of a street finite.
    static let slowest = 0.000_001

    /// Returns why a speed is refused, or `nil` if it is accepted.
    static func problem(ofSpeed speed: Double, written: @autoclosure () -> String) -> String? {
        guard speed >= slowest, speed <= fastest else {
            return "the speed \(written()) is implausible in km/h; at least 0.000001 and at most "
                + "300 km/h is needed, and a street that cannot be passed is stated as closed"
        }
        return nil
    }

    /// Returns why a period is refused, or `nil` if it is accepted.
    static func problem(from: Int64?, until: Int64?) -> String? {
        guard let from, let until, until <= from else { return nil }
        return "its period ends at \(ISODateTime.text(until)), before it begins at "
            + "\(ISODateTime.text(from))"
    }
}
