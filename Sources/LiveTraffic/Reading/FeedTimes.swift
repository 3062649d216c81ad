// Reads a feed's times: instants, local times and dates, or milliseconds since 1970.

import Geo
import Preparation

enum FeedTimes {
    /// What would be accepted, for messages.
    static let rule =
        "a time with its zone such as 2026-11-23T15:30:00Z, or milliseconds since 1970, is needed"

    /// What a cell or property says of a time.
    enum Reading: Hashable {
        /// Milliseconds since 1970.
        case instant(Int64)
        /// Nothing.
        case none

        /// The milliseconds; `nil` if it says nothing.
        var milliseconds: Int64? {
            if case .instant(let time) = self { time } else { nil }
        }
    }

    /// The first time that a feed may mean, in milliseconds: 1900. Programs write the first day of
    /// the calendar where they have no time.
    private static let first: Int64 = -2_208_988_800_000
    private static let day: Int64 = 86_400_000

    /// Reads a time; `nil` if the text is none. Databases write `2026-11-23 16:30:00+01`.
    ///
    /// - Parameters:
    ///   - zone: The zone of local times; without it, they are not read.
    ///   - isEnd: Whether something ends then: a date alone is the end of its day.
    static func read(_ text: String, in zone: ZoneClock?, isEnd: Bool) -> Reading? {
        if FeedWords.isNone(text) { return Reading.none }
        if text.utf8.count <= 15, let number = Int64(text) { return read(number) }
        switch WrittenTime(text) ?? TimeText(text)?.time(nil) {
        case .instant(let time)?: return reading(time)
        case .wallClock(let time)?:
            let isDate = time % day == 0 && !text.contains(":")
            return zone.map { reading($0.utc(ofLocal: isDate && isEnd ? time + day : time)) }
        case .timeOfDay?, nil: return nil
        }
    }

    /// Reads a number, whose size tells seconds from milliseconds: as milliseconds, seconds of this
    /// century would be days of 1970. Sources without a time write 0 or -1. A time in between
    /// cannot be meant.
    static func read(_ number: Int64) -> Reading? {
        if number <= 0 { return Reading.none }
        guard number >= 1_000_000_000 else { return nil }
        return .instant(number < 100_000_000_000 ? number * 1_000 : number)
    }

    private static func reading(_ time: Int64) -> Reading {
        time < first ? .none : .instant(time)
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
