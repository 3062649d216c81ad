// Tests written times, and what they leave open.

import DataStructures
import Geo
import Testing

struct WrittenTimeTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -500),
        ("2026-11-21T10:30:00+01:00", 1_795_253_400_000),
        ("2026-11-21 06:00-0330", 1_795_253_400_000), ("2026-11-21t09:30z", 1_795_253_400_000),
        ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ])
    func `a date with a zone is an instant`(text: String, milliseconds: Int64) {
        #expect(WrittenTime(text) == .instant(milliseconds))
        #expect(WrittenTime(ISODateTime.text(milliseconds)) == .instant(milliseconds))
    }

    @Test(arguments: [
        ("2000-02-29", 951_782_400_000), ("2026-11-21 09:30", 1_795_253_400_000),
        ("2026-11-21T09:30:00.25", 1_795_253_400_250), ("1899-12-30", -2_209_161_600_000),
    ])
    func `a date without a zone is what a clock shows`(text: String, milliseconds: Int64) {
        #expect(WrittenTime(text) == .wallClock(milliseconds))
    }

    @Test(arguments: [
        ("08:00", 28_800_000), ("8:00", 28_800_000), ("00:00:01.5", 1_500),
        ("23:59:59", 86_399_000), ("24:00", 86_400_000),
    ])
    func `a time alone is of some day`(text: String, milliseconds: Int64) {
        #expect(WrittenTime(text) == .timeOfDay(milliseconds))
    }

    @Test(arguments: [
        "", "2026", "2026-13-01", "2026-02-29", "2026-01-32", "2026-01-01T24:00", "26-01-01",
        "2026-01-01T10", "2026-01-01T10:00:61", "2026-01-01T10:00Zz", "2026-01-01T10:00+1",
        "2026-01-01T10:00:00.", "2026-01-01X", "2026-01-01T8:00", "24:01", "8", "8:0", "08:60",
        "08:00Z", "-8:00", "008:00", "08:00 ", "now",
    ])
    func `refuses what is no time`(text: String) {
        #expect(WrittenTime(text) == nil)
    }

    @Test(arguments: UInt64(0)..<30)
    func `every millisecond comes back from its date`(seed: UInt64) {
        var random = SeededGenerator(seed)
        for _ in 0..<200 {
            let time = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
            #expect(WrittenTime(ISODateTime.text(time)) == .instant(time), "seed \(seed)")
        }
    }
}
