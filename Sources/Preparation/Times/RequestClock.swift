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
    /// When the routes' shifts begin if there is no start, on the windows' clock.
    private var beginnings: ShiftBeginnings?

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
    /// - Parameter bounds: Values with their names in messages. If a time occurs twice,
    ///   `isSecond` says which of the two counts.
    package func warnings(
        about bounds: [(name: String, milliseconds: Int64, isSecond: Bool)]
    ) -> [String] {
        let values = bounds.map(\.milliseconds)
        guard !windowsAreUTC, let first = values.min(), let last = values.max(),
            let change = zone.nextChange(after: first - 86_400_000), change <= last + 86_400_000
        else { return [] }
        return zip(bounds, values).compactMap { bound, value in
            warning(
                about: value, named: bound.name, parameter: "timeWindowsAreUTC",
                isSecond: bound.isSecond)
        }
    }

    /// Warns about windows that begin more than a year after the start, which a route would wait
    /// for, or have ended more than a year before it; returns `nil` for others.
    package func warning(aboutWindowsOf label: String, _ windows: [ShiftWindow]) -> String? {
        guard let begin = start.map({ windowValue(ofInstant: $0) }),
            let opens = windows.lazy.map(\.start).min(), let closes = windows.lazy.map(\.end).max()
        else { return nil }
        let date = text(ofLocal: begin).prefix(10)
        if let days = Self.years(from: begin, to: opens) {
            return "The time window of \(label) begins \(days) days after the start on \(date), "
                + "and the route waits for it; check both dates."
        }
        guard let days = Self.years(from: closes, to: begin) else { return nil }
        return "The time window of \(label) ended \(days) days before the start on \(date); "
            + "check both dates."
    }

    /// Returns the days between two times if they are more than a year apart.
    private static func years(from first: Int64, to last: Int64) -> Int64? {
        let (wait, isBeyond) = last.subtractingReportingOverflow(first)
        let days = wait / ShiftWindow.dayLength
        return !isBeyond && days > 366 ? days : nil
    }

    /// Warns about a local time that is ambiguous or does not exist; returns `nil` for others.
    private func warning(
        about milliseconds: Int64, named name: String, parameter: String, isSecond: Bool = false
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
            return "\(text) occurs twice on local clocks, which are set back then; the "
                + "\(isSecond ? "second" : "first") was used. With \(parameter)=true the time is "
                + "unambiguous."
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

    /// Returns the bounds of a window in a route as instants.
    package func instants(
        from start: Int64, to end: Int64, in route: String?
    ) -> (start: Int64, end: Int64) {
        let placed = placed(from: start, to: end, in: route)
        guard !windowsAreUTC else { return (placed.start, placed.end) }
        return isSecond(placed)
            ? (zone.lastUTC(ofLocal: placed.start), zone.lastUTC(ofLocal: placed.end))
            : (utc(ofLocal: placed.start), utc(ofLocal: placed.end))
    }

    /// Whether a window's end occurs twice on local clocks, and is over only the first time when
    /// the request starts. The second time counts then.
    package func isSecond(_ window: ShiftWindow) -> Bool {
        guard let start, !windowsAreUTC, utc(ofLocal: window.end) < start else { return false }
        return zone.lastUTC(ofLocal: window.end) >= start
    }

    /// Puts a window of a route on the clock for windows; without dates, it gets its day of the
    /// shift.
    package func placed(from first: Int64, to last: Int64, in route: String?) -> ShiftWindow {
        let shift = start.map { windowValue(ofInstant: $0) } ?? beginnings?[route]
        return ShiftWindow(first, last, after: shift, on: beginnings?.day ?? ShiftWindow.noDay)
    }

    /// Puts windows without dates on a day if there is no start: the day of the first window with a
    /// date, or today, which 1899-12-30 means to ArcGIS; or on the next day, if the shift of their
    /// route begins after them.
    ///
    /// - Parameter pause: The first bound of the break.
    /// - Returns: A message about the day, if there are such windows.
    mutating func chooseDay(
        of stops: [ShiftBeginnings.Stop], _ order: ShiftBeginnings.Order, pause: Int64?,
        now: () -> Int64
    ) -> Message? {
        let starts = stops.flatMap { $0.windows.map(\.start) } + (pause.map { [$0] } ?? [])
        guard start == nil, starts.contains(where: { ShiftWindow.timeOfDay($0) != nil }) else {
            return nil
        }
        let chosen = ShiftBeginnings(
            of: stops, order, pause: pause, today: windowValue(ofInstant: now()))
        beginnings = chosen
        let date = text(ofLocal: chosen.day).prefix(10)
        return Message(
            .informative,
            "Without a startTime, times of day lie on \(date), "
                + (chosen.hasDates ? "the day of the first window with a date." : "today."))
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
