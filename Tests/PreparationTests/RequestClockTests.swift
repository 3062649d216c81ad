// Tests how a request's local times become instants, above all where clocks change.

import Directions
import RouteAPI
import Testing

@testable import Preparation

/// Clocks in Monaco are set forward on 31 March 2024 at 2:00, and back on 27 October at 3:00.
struct RequestClockTests {
    private static let hour: Int64 = 3_600_000
    /// 24 June 2024, 7:00 on whatever clock.
    private static let june: Int64 = 1_719_212_400_000
    /// 31 March 2024, 2:30, a time that local clocks skip.
    private static let skipped: Int64 = 1_711_852_200_000
    /// 27 October 2024, 2:30, a time that local clocks show twice.
    private static let repeated: Int64 = 1_729_996_200_000

    private func clock(
        _ start: StartTime?, isUTC: Bool = false, windowsAreUTC: Bool = false
    ) throws -> RequestClock {
        try RequestClock(
            start: start, startIsUTC: isUTC, windowsAreUTC: windowsAreUTC,
            zoneName: "Europe/Monaco", now: { 42 })
    }

    @Test func `a start is on local clocks, unless it says otherwise`() throws {
        let local = try clock(.milliseconds(Self.june))
        #expect(local.start == Self.june - 2 * Self.hour)
        #expect(local.warning == nil)
        #expect(try clock(.milliseconds(Self.june), isUTC: true).start == Self.june)
        #expect(try clock(.now).start == 42)
        #expect(try clock(nil).start == nil)
        #expect(local.withoutStart().start == nil)
    }

    @Test func `a time that clocks skip is an hour later`() throws {
        let clock = try clock(.milliseconds(Self.skipped))
        #expect(clock.start == Self.skipped - Self.hour)
        #expect(
            clock.warning
                == "The start time 2024-03-31 02:30 does not exist on local clocks, which are set "
                + "forward then; 2024-03-31 03:30 was used.")
    }

    @Test func `of a time that clocks show twice, the first counts`() throws {
        let clock = try clock(.milliseconds(Self.repeated))
        #expect(clock.start == Self.repeated - 2 * Self.hour)
        let warning = try #require(clock.warning)
        #expect(warning.hasPrefix("The start time 2024-10-27 02:30 occurs twice"))
        #expect(warning.contains("startTimeIsUTC=true"))
    }

    @Test func `bounds of windows warn like starts, but not in UTC`() throws {
        let bounds = [
            (
                name: "TimeWindowStart", milliseconds: Self.repeated - 10 * Self.hour,
                isSecond: false
            ),
            (name: "TimeWindowEnd", milliseconds: Self.repeated, isSecond: false),
        ]
        let warnings = try clock(nil).warnings(about: bounds)
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("TimeWindowEnd 2024-10-27 02:30 occurs twice") == true)
        #expect(try clock(nil, windowsAreUTC: true).warnings(about: bounds).isEmpty)
    }

    @Test func `windows are instants by the clock for windows`() throws {
        let (from, to) = (Self.june, Self.june + Self.hour)
        let local = try clock(nil).instants(from: from, to: to, in: nil)
        #expect(local.start == from - 2 * Self.hour && local.end == to - 2 * Self.hour)
        let utc = try clock(nil, windowsAreUTC: true).instants(from: from, to: to, in: nil)
        #expect(utc.start == from && utc.end == to)
    }

    @Test(arguments: [(2, "first"), (1, "second")] as [(Int64, String)])
    func `a window that clocks show twice is the one that is not over at the start`(
        offset: Int64, which: String
    ) throws {
        // From 2:20 to 2:40, after a start at 2:25, the first time or the second.
        let minute = Self.hour / 60
        let (from, to) = (Self.repeated - 10 * minute, Self.repeated + 10 * minute)
        let start = Self.repeated - 5 * minute - offset * Self.hour
        let clock = try clock(.milliseconds(start), isUTC: true)
        let window = clock.instants(from: from, to: to, in: nil)
        #expect(window.start == from - offset * Self.hour)
        #expect(window.end == to - offset * Self.hour)
        let isSecond = clock.isSecond(clock.placed(from: from, to: to, in: nil))
        #expect(isSecond == (which == "second"))
        let warnings = clock.warnings(about: [("The window", from, isSecond)])
        #expect(warnings.first?.contains("; the \(which) was used.") == true)
    }

    @Test func `a time of day is on the local day of the start`() throws {
        // 23:00 UTC on 23 June is 1:00 on 24 June in Monaco.
        let clock = try clock(.milliseconds(Self.june - 8 * Self.hour), isUTC: true)
        let eight = ShiftWindow.noDay + 8 * Self.hour
        let window = clock.placed(from: eight, to: eight + Self.hour, in: nil)
        #expect(window.start == Self.june + Self.hour)
        #expect(window.daysLater == 0)
    }

    @Test func `offsets of clocks hold from the instants of their changes`() throws {
        // Clocks are set back at 1:00 UTC.
        let change = Self.repeated - 90 * 60_000
        let found = try clock(nil).offsets(during: change - 60_000...change + 60_000)
        #expect(found.map(\.from) == [change - 60_000, change])
        #expect(found.map(\.milliseconds) == [2 * Self.hour, Self.hour])
    }

    @Test(
        arguments: [
            (-2_208_988_800_001, ExtendedCode.timeTooEarly), (253_402_300_800_000, .timeTooLate),
        ] as [(Int64, ExtendedCode)])
    func `a start outside the years 1900 to 9999 is refused`(
        start: Int64, code: ExtendedCode
    ) throws {
        let error = try #require(throws: RouteRequestError.self) {
            try clock(.milliseconds(start))
        }
        #expect(error.identifier == .invalidParameter)
        #expect(error.extendedCode == code)
    }

    @Test func `a zone that the system does not know is named`() throws {
        let error = try #require(throws: RouteRequestError.self) {
            try RequestClock(
                start: nil, startIsUTC: true, windowsAreUTC: true, zoneName: "Mars/Olympus_Mons",
                now: { 0 })
        }
        #expect(error.extendedCode == .unknownTimeZone)
        #expect(error.details.contains { $0.contains("Mars/Olympus_Mons") })
    }
}
