// A request's local times and instants.

package import Directions
import Foundation
package import RoadNetwork
package import RouteAPI

/// Converts a request's times. Instants are used inside; local times are derived from them.
package struct RequestClock: Sendable {
    /// The period in which routes are first assumed to travel; most routes in a city end within it.
    package static let firstPeriodMilliseconds: Int64 = 3_600_000

    /// The instant at which routes start, in epoch milliseconds, or `nil`.
    package private(set) var start: Int64?
    /// A warning if the start time is ambiguous, does not exist on local clocks, or looks like
    /// seconds.
    private(set) var warning: String?
    private let zone: ZoneClock
    private let windowsAreUTC: Bool
    /// Midnight of the day of windows without dates if there is no start, on the windows' clock.
    private var day = ShiftWindow.noDay

    /// Reads the clock settings.
    ///
    /// - Parameter now: Returns the present, for a request that starts `now`.
    /// - Throws: If the start time is outside the years 1900 to 9999, or the system lacks the zone.
    package init(
        start: StartTime?, startIsUTC: Bool, windowsAreUTC: Bool, zoneName: String,
        now: () -> Int64
    ) throws(RouteRequestError) {
        guard let zone = ZoneClock(zoneName) else {
            throw RouteRequestError(
                .invalidParameter, code: 500, extendedCode: .unknownTimeZone,
                details: ["The service's time zone \"\(zoneName)\" is not known to this system."])
        }
        self.zone = zone
        self.windowsAreUTC = windowsAreUTC
        switch start {
        case nil: self.start = nil
        case .now: self.start = now()
        case .milliseconds(let milliseconds):
            guard milliseconds >= -2_208_988_800_000 else {
                throw Self.outOfRange(milliseconds, "before 1900", .timeTooEarly)
            }
            guard milliseconds < 253_402_300_800_000 else {
                throw Self.outOfRange(milliseconds, "after 9999", .timeTooLate)
            }
            self.start = startIsUTC ? milliseconds : utc(ofLocal: milliseconds)
            if !startIsUTC {
                warning = warning(
                    about: milliseconds, named: "The start time", parameter: "startTimeIsUTC")
            }
            warning = seconds(milliseconds) ?? warning
        }
    }

    /// Warns about a start in the first years after 1970, which is rather meant as seconds; returns
    /// `nil` for others.
    private func seconds(_ milliseconds: Int64) -> String? {
        guard (1_000_000_000..<100_000_000_000).contains(milliseconds) else { return nil }
        return "The start time \(milliseconds) is \(text(ofLocal: milliseconds)); it looks like "
            + "seconds, and milliseconds since 1970 are needed: \(milliseconds)000 is "
            + "\(text(ofLocal: milliseconds * 1_000))."
    }

    /// Warns about window bounds that are ambiguous or do not exist on local clocks.
    ///
    /// - Parameter bounds: Values with their names in messages.
    package func warnings(about bounds: [(name: String, milliseconds: Int64)]) -> [String] {
        let values = bounds.map(\.milliseconds)
        guard !windowsAreUTC, let first = values.min(), let last = values.max(),
            let change = zone.nextChange(after: first - 86_400_000), change <= last + 86_400_000
        else { return [] }
        return zip(bounds, values).compactMap { bound, value in
            warning(about: value, named: bound.name, parameter: "timeWindowsAreUTC")
        }
    }

    /// Warns about a window that begins more than a year after the start, which a route would wait
    /// for; returns `nil` for others.
    package func warning(aboutWindowOf label: String, from opens: Int64) -> String? {
        guard let begin = start.map({ windowValue(ofInstant: $0) }) else { return nil }
        let (wait, isBeyond) = opens.subtractingReportingOverflow(begin)
        let days = wait / ShiftWindow.dayLength
        guard !isBeyond, days > 366 else { return nil }
        return "The time window of \(label) begins \(days) days after the start on "
            + "\(text(ofLocal: begin).prefix(10)), and the route waits for it; check both dates."
    }

    /// Warns about a local time that is ambiguous or does not exist; returns `nil` for others.
    private func warning(
        about milliseconds: Int64, named name: String, parameter: String
    ) -> String? {
        let instant = utc(ofLocal: milliseconds)
        let shown = local(ofUTC: instant)
        let text = "\(name) \(text(ofLocal: milliseconds))"
        guard shown == milliseconds else {
            return "\(text) does not exist on local clocks, which are set forward then; "
                + "\(self.text(ofLocal: shown)) was used."
        }
        // Clocks are set back by an hour, or by half of one.
        for minutes in [30, 60] where local(ofUTC: instant + Int64(minutes) * 60_000) == shown {
            return "\(text) occurs twice on local clocks, which are set back then; the first was "
                + "used. With \(parameter)=true the time is unambiguous."
        }
        return nil
    }

    private static func outOfRange(
        _ milliseconds: Int64, _ what: String, _ code: ExtendedCode
    ) -> RouteRequestError {
        RouteRequestError(
            .invalidParameter, extendedCode: code, parameter: "startTime",
            "\(milliseconds) lies \(what); give milliseconds since 1970-01-01, such as "
                + "1700000000000.")
    }

    /// Returns the same clock without a start.
    package func withoutStart() -> RequestClock {
        var copy = self
        copy.start = nil
        return copy
    }

    /// Returns a window's bounds as instants.
    package func instants(from start: Int64, to end: Int64) -> (start: Int64, end: Int64) {
        let placed = placed(from: start, to: end)
        return windowsAreUTC
            ? (placed.start, placed.end)
            : (utc(ofLocal: placed.start), utc(ofLocal: placed.end))
    }

    /// Puts a window on the clock for windows; without dates, it gets its day of the shift.
    package func placed(from first: Int64, to last: Int64) -> ShiftWindow {
        ShiftWindow(first, last, after: start.map { windowValue(ofInstant: $0) }, on: day)
    }

    /// Puts windows without dates on a day if there is no start: the day of the first window with a
    /// date, or today, which 1899-12-30 means to ArcGIS.
    ///
    /// - Parameter starts: The first bounds of the windows and of the break.
    /// - Returns: A message about the day, if there are such windows.
    mutating func chooseDay(ofWindowsFrom starts: [Int64], now: () -> Int64) -> Message? {
        let dates = starts.filter { ShiftWindow.timeOfDay($0) == nil }
        guard start == nil, dates.count < starts.count else { return nil }
        let first = dates.min()
        day = ShiftWindow.midnight(first ?? windowValue(ofInstant: now()))
        let date = text(ofLocal: day).prefix(10)
        return Message(
            .informative,
            "Without a startTime, times of day lie on \(date), "
                + (first == nil ? "today." : "the day of the first window with a date."))
    }

    /// Returns the value a window bound has at an instant, as in the request.
    package func windowValue(ofInstant milliseconds: Int64) -> Int64 {
        windowsAreUTC ? milliseconds : local(ofUTC: milliseconds)
    }

    /// Returns the minute that local clocks show at an instant.
    package func localMinute(at instant: Int64) -> LocalMinute {
        let offset = zone.offset(at: instant)
        return LocalMinute(milliseconds: instant + offset, ahead: Int(offset / 60_000))
    }

    /// Returns the offsets of local clocks from UTC during a period, each from the instant it
    /// applies.
    package func offsets(during period: ClosedRange<Int64>) -> [ClockOffset] {
        var offsets = [
            ClockOffset(from: period.lowerBound, milliseconds: zone.offset(at: period.lowerBound))
        ]
        var instant = period.lowerBound
        while let next = zone.nextChange(after: instant), next <= period.upperBound {
            offsets.append(ClockOffset(from: next, milliseconds: zone.offset(at: next)))
            instant = next
        }
        return offsets
    }

    /// Returns a local time's instant: see ``ZoneClock/utc(ofLocal:)``.
    package func utc(ofLocal milliseconds: Int64) -> Int64 { zone.utc(ofLocal: milliseconds) }

    /// Writes a local time for messages, such as `2024-06-24 06:00`.
    package func text(ofLocal milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return date.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space)
                .time(includingFractionalSeconds: false)
        ).dropLast(3).description
    }

    /// Returns an instant's local time.
    package func local(ofUTC milliseconds: Int64) -> Int64 { zone.local(ofUTC: milliseconds) }
}
