// Tests dates and times as spreadsheets, databases and devices in many countries write them.

import Testing

@testable import Geo

struct TimeTextTests {
    /// 2026-03-02T00:00 on a clock.
    private static let day: Int64 = 1_772_409_600_000

    private static func clock(_ hours: Int, _ minutes: Int, _ seconds: Int = 0) -> Int64 {
        Int64((hours * 60 + minutes) * 60 + seconds) * 1_000
    }

    @Test(arguments: [
        "2026-03-02", "02.03.2026", "2.3.2026", "2. 3. 2026", "2. 3. 2026.", "02.03.26",
        "2026/03/02", "2026-3-2", "2026. 3. 2.", "20260302", "2 Mar 2026", "02-Mar-26",
        "2-MAR-2026", "Mar 2, 2026", "March 2nd, 2026", "Monday, March 2, 2026", "2. März 2026",
        "Mo, 02.03.2026", "lundi 2 mars 2026", "2 de marzo de 2026", "2 marzo 2026",
        "2 mar. 2026", "2026年3月2日",
    ])
    func `a day is read`(text: String) throws {
        #expect(TimeText(text)?.time(nil) == .wallClock(Self.day), "\(text)")
    }

    @Test(arguments: [
        "2026-03-02T21:30", "2026-03-02 21:30:00", "02.03.2026 21:30", "02.03.2026, 21:30:00",
        "2 Mar 2026 9:30 PM", "Mar 2, 2026 9:30:00 p.m.", "202603022130", "20260302213000",
        "20260302T213000", "2026/3/2 21:30:00.000", "2026. 3. 2. 오후 9:30", "21:30 02.03.2026",
        "2026-03-02 21.30", "02.03.2026 21h30", "2 marzo 2026 9:30 p. m.",
        "2026-03-02 9:30\u{202F}PM", "Mon Mar  2 21:30:00 2026",
    ])
    func `a day with a time is read`(text: String) throws {
        #expect(
            TimeText(text)?.time(nil) == .wallClock(Self.day + Self.clock(21, 30)), "\(text)")
    }

    @Test(arguments: [
        "2026-03-02T21:30Z", "2026-03-02 22:30+01", "2026-03-02 22:30:00.0+01:00",
        "2026-03-02 18:00:00-0330", "20260302T213000Z", "2026-03-02 21:30:00 UTC",
        "Mon Mar 02 2026 22:30:00 GMT+0100 (Central European Standard Time)",
        "Mon, 02 Mar 2026 21:30:00 GMT", "Mon Mar  2 21:30:00 UTC 2026",
        "2026-03-02T22:30+01:00[Europe/Rome]", "2026-03-02T21:30:00Z[UTC]",
        "/Date(1772487000000)/", "/Date(1772487000000+0100)/",
    ])
    func `a zone makes an instant`(text: String) throws {
        #expect(TimeText(text)?.time(nil) == .instant(Self.day + Self.clock(21, 30)), "\(text)")
    }

    @Test(arguments: [
        ("09:30", clock(9, 30)), ("9:30", clock(9, 30)), ("9:30 AM", clock(9, 30)),
        ("9:30 PM", clock(21, 30)), ("9:30PM", clock(21, 30)), ("9 pm", clock(21, 0)),
        ("12:15 am", clock(0, 15)), ("12:15 PM", clock(12, 15)), ("2230", clock(22, 30)),
        ("0930", clock(9, 30)), ("930", clock(9, 30)), ("093000", clock(9, 30)),
        ("9h30", clock(9, 30)), ("9 h 30", clock(9, 30)), ("9h", clock(9, 0)),
        ("9:30 Uhr", clock(9, 30)), ("9 Uhr", clock(9, 0)), ("09.30", clock(9, 30)),
        ("24:00", clock(24, 0)), ("25:30", clock(25, 30)), ("09:30:15.5", clock(9, 30, 15) + 500),
        ("1899-12-30T09:30:00", clock(9, 30)), ("00.01.1900 09:30", clock(9, 30)),
        ("1/0/1900 9:30", clock(9, 30)), ("上午9:30", clock(9, 30)), ("0000", 0),
    ])
    func `a time of day is read`(text: String, time: Int64) throws {
        #expect(TimeText(text)?.time(nil) == .timeOfDay(time), "\(text)")
    }

    @Test(arguments: [
        "", "morning", "9:3", "9:60", "49:00", "9", "32.01.2026", "30.02.2026", "13/13/2026",
        "2026-13-01", "2026-03-02 25:00x", "1.2", "1.2.3", "3:PM", "13:00 AM", "12345678901",
        "99999999", "-", ":", "/", "2/3", "Mar", "Mar 2026", "10:00-12:00", "2 Foo 2026",
        "2026-03-02T21:30[Europe/Rome]", "2026-03-02 (noon)", "9:30 (UTC)", "/Date()/",
        "Mon Mar 2 21:30:00 CET 2026",
    ])
    func `other texts are no times`(text: String) {
        #expect(TimeText(text) == nil, "\(text)")
    }

    @Test(arguments: ["3/2/2026", "03/02/26", "3-2-2026", "3/2/2026 9:30 PM"])
    func `slashes leave the order open`(text: String) throws {
        let found = try #require(TimeText(text))
        #expect(found.isInDoubt && found.order == nil && found.time(nil) == nil)
        let time = text.count > 8 && text.contains(":") ? Self.clock(21, 30) : 0
        #expect(found.time(.monthFirst) == .wallClock(Self.day + time))
        #expect(found.time(.dayFirst) == .wallClock(Self.day - 27 * 86_400_000 + time))
    }

    @Test func `a number above twelve shows the order`() {
        #expect(TimeText("13/2/2026")?.order == .dayFirst)
        #expect(TimeText("2/13/2026")?.order == .monthFirst)
        #expect(TimeText("2/2/2026")?.isInDoubt == false)
        var evidence = DateEvidence()
        evidence.note(cell: "3/2/2026")
        #expect(evidence.order == nil && evidence.hasDoubt)
        evidence.note(cell: "25/12/2025 10:00")
        #expect(evidence.order == .dayFirst)
        evidence.note(cell: "12/25/2025")
        #expect(evidence.order == nil)
    }

    @Test(
        arguments: [
            (46_083, .wallClock(day)), (46_083.395_833_333_3, .wallClock(day + clock(9, 30))),
            (0.395_833_333, .timeOfDay(clock(9, 30))), (1.25, .timeOfDay(clock(30, 0))),
            (930, .timeOfDay(clock(9, 30))), (2_230, .timeOfDay(clock(22, 30))),
            (223_000, .timeOfDay(clock(22, 30))), (20_260_302, .wallClock(day)),
            (202_603_020_930, .wallClock(day + clock(9, 30))), (1_772_409_600, .instant(day)),
            (1_772_409_600_000_000, .instant(day)), (1_772_409_600_000_000_000, .instant(day)),
        ] as [(Double, WrittenTime)])
    func `numbers are read by their size`(number: Double, time: WrittenTime) throws {
        let reader = TimeReader(order: nil)
        #expect(try reader.time(.double(number), of: "Time") == .written(time))
        let text = JSONValue.number(number).text
        #expect(try reader.time(.string(text), of: "Time") == .written(time))
    }

    @Test func `milliseconds stay, and no number is a time of 1970`() throws {
        let reader = TimeReader(order: nil)
        #expect(try reader.time(.double(Double(Self.day)), of: "T") == .milliseconds(Self.day))
        #expect(try reader.time(.integer(0), of: "T") == .milliseconds(0))
        #expect(try reader.time(.date(5), of: "T") == .milliseconds(5))
        for number in [1, 9, 9.3, 99, 2_499, 5_000, 1_000_000, -5, -1e15, 1e20] as [Double] {
            let error = #expect(throws: FeatureReadError.self) {
                try reader.time(.double(number), of: "TimeWindowStart")
            }
            #expect(error?.reason.contains("TimeWindowStart is") == true, "\(number)")
        }
    }

    @Test(
        arguments: [
            .string("0001-01-01T00:00:00"), .string("0001-01-01T00:00:00Z"), .string("NaT"),
            .integer(-62_135_596_800_000), .date(-62_135_596_800_000), .integer(.min),
            .double(-9_223_372_036_855), .string("-9223372036854775808"),
        ] as [AttributeValue])
    func `what programs have where no time was set is none`(value: AttributeValue) throws {
        #expect(try TimeReader(order: nil).time(value, of: "TimeWindowStart") == nil)
    }

    @Test(arguments: [9.3e18, 1.8e19, 9.9e19, 1e20, -9.9e19, 1e300, .infinity, .nan])
    func `a number of any size is read or refused`(number: Double) {
        let isRead = (try? TimeReader(order: nil).time(.double(number), of: "T")) != nil
        #expect(isRead == (1e18..<1e20).contains(number))
    }

    @Test func `a date in doubt is an error with both days`() {
        let error = #expect(throws: FeatureReadError.self) {
            try TimeReader(order: nil).time(.string("3/2/2026"), of: "TimeWindowStart")
        }
        #expect(
            error?.reason == "TimeWindowStart is \"3/2/2026\", which is 2026-02-03 or 2026-03-02, "
                + "and no other date shows which; write the one that is meant")
        let advised = #expect(throws: FeatureReadError.self) {
            try TimeReader(order: nil, advice: "give --dates dmy")
                .time(.string("3/2/2026"), of: "TimeWindowStart")
        }
        #expect(
            advised?.reason.hasSuffix("; give --dates dmy, or write the one that is meant") == true)
    }
}
