// The times of a feed: instants with a zone, or milliseconds since 1970.

import Geo

/// Reads the times of a feed.
enum FeedTimes {
    /// What would be accepted, for messages.
    static let rule =
        "a time with its zone such as 2026-11-23T15:30:00Z, or milliseconds since 1970, is needed"

    /// Milliseconds since 1970, or `nil` for a text that is not an instant.
    static func milliseconds(_ text: String) -> Int64? {
        if case .instant(let time) = WrittenTime(text) { return time }
        guard !text.isEmpty, text.utf8.count <= 15,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(text)
    }
}

/// What rows may state, in one place for all forms.
enum FeedRules {
    /// The greatest speed in km/h: beyond it a feed has another unit, or is wrong.
    static let fastest = 300.0
    /// The least speed in km/h: the time over a share of a street stays a number.
    static let slowest = 0.000_001

    /// Why a speed is not used, or `nil` for one that is.
    static func problem(ofSpeed speed: Double, written: @autoclosure () -> String) -> String? {
        guard speed >= slowest, speed <= fastest else {
            return "the speed \(written()) is implausible in km/h; at least 0.000001 and at most "
                + "300 km/h is needed, and a street that cannot be passed is stated as closed"
        }
        return nil
    }

    /// Why a period is not used, or `nil` for one that is.
    static func problem(from: Int64?, until: Int64?) -> String? {
        guard let from, let until, until <= from else { return nil }
        return "its period ends at \(ISODateTime.text(until)), before it begins at "
            + "\(ISODateTime.text(from))"
    }
}
