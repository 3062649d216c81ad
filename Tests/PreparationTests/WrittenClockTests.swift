// Tests written times: in which zone they are read, and which need one.

import Geo
import Testing

@testable import Preparation

@Suite struct WrittenClockTests {
    private static let hour: Int64 = 3_600_000
    /// 2026-06-24T06:00 on a clock; Lisbon is an hour before UTC then.
    private static let wall: Int64 = 1_782_280_800_000

    private static func clock(_ service: String?, chosen: String? = nil) -> WrittenClock {
        WrittenClock(
            service: service.flatMap { ZoneClock($0) }, chosen: chosen.flatMap { ZoneClock($0) },
            now: wall)
    }

    @Test func `a local time is sent as it is, or as an instant if zones differ`() throws {
        let start = StartText.written(.wallClock(Self.wall))
        let same = try Self.clock("Europe/Lisbon").fields(ofStart: start)
        #expect(same.startTime == "\(Self.wall)" && same.isUTC == false)
        let other = try Self.clock("UTC", chosen: "Europe/Lisbon").fields(ofStart: start)
        #expect(other.startTime == "\(Self.wall - Self.hour)" && other.isUTC == true)
    }

    @Test func `a time of day is of today on the clock that reads it`() throws {
        let start = StartText.written(.timeOfDay(Self.hour))
        let found = try Self.clock("Pacific/Auckland").fields(ofStart: start)
        // It is 18:00 there.
        #expect(found.startTime == "\(Self.wall - 5 * Self.hour)" && found.isUTC == false)
    }

    @Test(arguments: [
        StartText.written(.timeOfDay(0)), .written(.wallClock(0)), .written(.instant(0)), .now,
        .number(0),
    ])
    func `only a time without a zone needs one`(start: StartText) {
        let isRefused = start == .written(.timeOfDay(0))
        do {
            _ = try Self.clock(nil).fields(ofStart: start)
            #expect(!isRefused)
        } catch {
            #expect(isRefused && "\(error)".contains("--time-zone Europe/Lisbon"))
        }
        #expect(start.needsZone == (isRefused || start == .written(.wallClock(0))))
    }

    @Test(
        arguments: [
            ("now", .now), ("NOW", .now), ("1795253400000", .number(1_795_253_400_000)),
            ("0", .number(0)), ("09:30", .written(.timeOfDay(34_200_000))),
            ("2026-06-24T06:00", .written(.wallClock(wall))),
            ("2026-06-24T06:00Z", .written(.instant(wall))), ("soon", nil), ("", nil),
        ] as [(String, StartText?)])
    func `a start is now, a number or a time`(text: String, start: StartText?) {
        #expect(StartText(text) == start)
    }
}
