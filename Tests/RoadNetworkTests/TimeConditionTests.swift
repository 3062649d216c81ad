// Tests when time conditions hold.

import Geo
import RoadNetwork
import Testing

struct TimeConditionTests {
    /// Minutes since 1970 of a local time, with days counted from Monday, 1 January 2024 (day
    /// 19,723).
    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> LocalMinute {
        LocalMinute((19_723 + day) * 1_440 + hour * 60 + minute)
    }

    private func holds(_ text: String, _ time: LocalMinute) throws -> Bool {
        try #require(TimeCondition(text), "\(text)").holds(at: time)
    }

    @Test func `hours hold from their first minute to before their last`() throws {
        #expect(try !holds("07:30-09:00", time(0, 7, 29)))
        #expect(try holds("07:30-09:00", time(0, 7, 30)))
        #expect(try holds("07:30-09:00", time(6, 8, 59)))
        #expect(try !holds("07:30-09:00", time(0, 9)))
    }

    @Test func `hours past midnight belong to the day they begin on`() throws {
        #expect(try holds("22:00-06:00", time(0, 23)))
        #expect(try holds("22:00-06:00", time(1, 5, 59)))
        #expect(try !holds("22:00-06:00", time(1, 6)))
        // Friday night into Saturday, not Sunday night.
        #expect(try holds("Fr 22:00-06:00", time(5, 3)))
        #expect(try !holds("Fr 22:00-06:00", time(4, 3)))
        #expect(try holds("Fr 22:00-30:00", time(5, 3)))
    }

    @Test(arguments: [
        ("Mo-Fr 07:00-09:00, 17-19", 0, 18, true), ("Mo-Fr 07:00-09:00, 17-19", 5, 18, false),
        ("Sa-Mo", 0, 12, true), ("Sa-Mo", 1, 12, false), ("Mo,We,Fr 10:00-12:00", 2, 11, true),
        ("Mo,We,Fr 10:00-12:00", 3, 11, false), ("24/7", 3, 4, true),
        ("Monday-Friday 08:00-10:00", 4, 9, true), ("PH off; Mo 08:00-10:00", 0, 9, true),
        ("Mo-Sa 07:30-09:00; PH off", 0, 8, true), ("Mo-Fr,PH 08:00-10:00", 1, 9, true),
    ])
    func `weekdays and lists`(text: String, day: Int, hour: Int, expected: Bool) throws {
        #expect(try holds(text, time(day, hour)) == expected)
    }

    @Test(arguments: [
        // Day 0 is Monday, 1 January 2024, in week 1; 31 December 2023 is in week 52 of 2023.
        ("week 10", 62, false), ("week 10", 63, true), ("week 10", 69, true),
        ("week 10", 70, false),
        ("week 1", -1, false),
        ("week 52", -1, true), ("week 01-53/2", 0, true), ("week 01-53/2", 7, false),
        ("week 9-11,20 Mo-Fr", 64, true), ("week 9-11,20 Sa", 64, false),
        ("Mo[1]", 0, true), ("Mo[1]", 7, false), ("Mo[2,4]", 21, true), ("Mo[2-3]", 14, true),
        ("Mo[-1]", 28, true), ("Mo[-1]", 21, false), ("Mo[-2]", 21, true), ("Th[-1]", 59, true),
        ("Jan Mo[1],Tu", 1, true), ("Jan Mo[1],Tu", 7, false), ("Jan Mo[1],Tu", 32, false),
    ])
    func `weeks of the year, and weekdays of a month`(
        text: String, day: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, 12)) == expected)
    }

    @Test(arguments: [
        // 1 January 2024 is a Monday.
        ("1st Mo", 0, true), ("1st Mo", 7, false), ("first Monday of the month", 0, true),
        ("2nd,4th Mo", 21, true), ("2nd,4th Mo", 14, false), ("last Mo", 28, true),
        ("last Mo of each month 10:00-14:00", 28, true), ("3rd Mo 13:00-14:00", 14, false),
        ("Jan-Mar 5th Tu", 29, true), ("Jan 4 Th 10:00-14:00", 3, true), ("Jan 4 Th", 10, false),
        ("1st Mo,Fr 10:00-14:00", 0, true), ("1st Mo,Fr 10:00-14:00", 11, true),
        // Easter 2024 was on 31 March, day 90; in 2025 it was on 20 April, day 475.
        ("easter", 90, true), ("easter", 89, false), ("easter", 475, true), ("easter", 455, false),
        ("easter -2 days", 88, true), ("easter -2 days", 90, false), ("easter +1 day", 91, true),
        ("easter -2 days-easter +1 day", 88, true), ("easter -2 days-easter +1 day", 87, false),
        ("easter -2 days - easter +1 day", 91, true), ("easter - Oct 31", 89, false),
        ("easter - Oct 31", 304, true), ("Nov 01-easter", 89, true), ("Nov 01-easter", 91, false),
        ("easter +50 days 10:00-14:00", 140, true), ("2024 easter", 90, true),
        ("2024 easter", 475, false), ("easter -47 days", 43, true),
        ("easter,Dec 25-26 10:00-14:00", 359, true), ("easter,Dec 25-26", 90, true),
    ])
    func `numbered weekdays in words, and dates by Easter`(
        text: String, day: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, 12)) == expected)
    }

    @Test(arguments: [
        "1st", "1st of the month", "6th Mo", "0th Mo", "last", "easter -61 days", "easter -",
        "easter +1", "easter -2", "easter -31", "easter-02", "easter +1 day-31", "1st,3rd",
        "1st Mo of month month",
    ])
    func `numbers without a weekday, and days far from Easter, say nothing`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test(arguments: [
        "1961 Apr 2", "1981 Apr 19", "2000 Apr 23", "2008 Mar 23", "2011 Apr 24", "2016 Mar 27",
        "2027 Mar 28", "2038 Apr 25", "2049 Apr 18", "2076 Apr 19",
    ])
    func `Easter is on the days that almanacs print`(date: String) throws {
        let year = try #require(date.split(separator: " ").first)
        let easter = try #require(TimeCondition("\(year) easter"))
        let days = (-24_000..<24_000).filter { easter.holds(at: time($0, 12)) }
        #expect(days.count == 1)
        #expect(try days.allSatisfy { try holds(date, time($0, 12)) })
    }

    @Test(arguments: [
        // Day 151 is Friday, 31 May 2024.
        ("May-Sep: Mo-Fr 10:00-24:00", 151, true), ("May-Sep: Mo-Fr 10:00-24:00", 152, false),
        ("May-Sep: 10:00-24:00", 152, true), ("May-Sep: 10:00-24:00", 120, false),
        ("Jun 01-Sep 30: Mo-Fr", 154, true), ("Jun 01-Sep 30: Mo-Fr", 151, false),
        ("Jun 01-Sep 30: Mo-Fr: 10:00-14:00", 154, true),
        ("Jun 01-15: 10:00-14:00", 152, true), ("Jun 01-15: 10:00-14:00", 167, false),
        ("week 1-26: Mo-Fr 10:00-14:00", 0, true), ("week 1-26: Mo-Fr 10:00-14:00", 5, false),
        ("week 1,3: 10:00-14:00", 14, true), ("week 1,3: 10:00-14:00", 7, false),
        ("2024 Mo-Fr", 0, true), ("2024: Mo-Fr 10:00-14:00", 0, true), ("2024 Mo-Fr", -3, false),
        ("2023-2024", -1, true), ("2025-2026", 0, false), ("2024", 366, false),
        ("Mo-Fr 10:00-14:00 \"market; fair\"", 0, true), ("Sa \"market\"", 0, false),
    ])
    func `seasons and years before a colon, and comments`(
        text: String, day: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, 12)) == expected)
    }

    @Test(arguments: [
        "\"by permit\"", "Mo \"market", ": Mo-Fr", "2027-2026", "2026-", "2026-0600",
        "0600-2026", "0660-0700", "Novembre", "May-Sep::", "week 1-26: :",
    ])
    func `seasons, years and comments that say nothing`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test func `an open end holds for the rest of its day`() throws {
        #expect(try !holds("20:00+", time(0, 19, 59)))
        #expect(try holds("20:00+", time(0, 23, 59)))
        #expect(try !holds("20:00+", time(1, 0)))
        #expect(try holds("Mo 08:00-10:00,20:00+", time(0, 21)))
        #expect(try !holds("Mo 08:00-10:00,20:00+", time(1, 21)))
    }

    @Test(arguments: [
        "week", "week 0", "week 54", "week 20-10", "week 1-9/0", "Mo[0]", "Mo[6]", "Mo[]", "Mo[1",
        "Mo-Fr[1]", "Mo[1] +1 day", "24:00+", "20:00-22:00+", "+",
    ])
    func `weeks and ends that say nothing`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test func `a later rule replaces what earlier ones say of its days, an added one does not`()
        throws
    {
        #expect(try !holds("Mo-Fr 08:00-18:00; We 09:00-12:00", time(2, 15)))
        #expect(try holds("Mo-Fr 08:00-18:00; We 09:00-12:00", time(2, 10)))
        #expect(try holds("Mo-Fr 08:00-18:00, We 20:00-22:00", time(2, 15)))
        #expect(try holds("Mo-Fr 08:00-18:00, We 20:00-22:00", time(2, 21)))
        #expect(try !holds("Mo-Su 08:00-18:00; Sa off", time(5, 10)))
    }

    @Test(arguments: [
        ("Mo-Fr 08:00-18:00; 12:00-13:00 off", 0, 11, true),
        ("Mo-Fr 08:00-18:00; 12:00-13:00 off", 0, 12, false),
        ("Mo-Fr 08:00-18:00; 12:00-13:00 off", 0, 13, true),
        ("24/7; 22:00-06:00 off", 0, 12, true), ("24/7; 22:00-06:00 off", 0, 23, false),
        ("24/7; 22:00-06:00 closed", 1, 5, false), ("24/7; 22:00-06:00 off", 1, 6, true),
        // The night into Saturday.
        ("20:00-02:00; Fr 22:00-02:00 off", 4, 21, true),
        ("20:00-02:00; Fr 22:00-02:00 off", 4, 23, false),
        ("20:00-02:00; Fr 22:00-02:00 off", 5, 1, false),
        ("20:00-02:00; Fr 22:00-02:00 off", 6, 1, true),
    ])
    func `off with hours takes only these`(
        text: String, day: Int, hour: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, hour)) == expected)
        let changes = try #require(TimeCondition(text)).changes(during: time(-1, 0)...time(7, 0))
        // Whether it holds changes at no other time.
        for (a, b) in zip([time(-1, 0)] + changes.sorted(), changes.sorted()) where b > a {
            let last = LocalMinute(b.count - 1)
            #expect(try holds(text, a) == holds(text, last), "\(text), \(a), \(last)")
        }
    }

    @Test(arguments: [
        ("07:00-09:00 Mo-Fr", 0, 8, true), ("07:00-09:00 Mo-Fr", 5, 8, false),
        ("Mo-Fr, 07:00-09:00", 0, 8, true), ("Mo-Fr, 07:00-09:00", 0, 12, false),
        ("Mo-Fr,07:00-09:00,16:00-18:00", 0, 17, true), ("Mo-Fr, 07:00-09:00", 5, 8, false),
        ("7am-9am", 0, 8, true), ("7am-9am", 0, 20, false), ("9:30pm-6am", 0, 22, true),
        ("12pm-1pm", 0, 12, true), ("11 pm-12 am", 0, 23, true), ("11pm-12am", 1, 0, false),
        ("7h30-9h", 0, 8, true), ("7h30-9 h", 0, 7, false), ("Mo-Fr, 7h-9h", 0, 12, false),
        ("Sa-Su 24h", 5, 8, true), ("Mo-Fr 09-15, 18-07; Sa-Su 24 h", 5, 16, true),
        ("Mo-Fr 09-15, 18-07; Sa-Su 24 h", 0, 16, false), ("10:30:00-12:30:00", 0, 11, true),
        ("Mo-Fr, 10:30:00-12:30:00", 0, 14, false), ("Mo-Fr, 10:30:00-12:30:00", 0, 12, true),
        ("07:30-09:30h", 0, 9, true), ("7:30h-9h", 0, 7, false), ("Mo-Fr, 7-9 Uhr", 0, 12, false),
        ("7u30-9u", 0, 8, true), ("8hs-20hs", 0, 21, false), ("07:30 hrs - 09:30 hrs", 0, 8, true),
        ("0730-0930", 0, 8, true), ("Mo-Fr,0730-0930", 0, 10, false), ("2200-0030", 1, 0, true),
        ("2200-0030", 1, 1, false), ("Apr-Oct 0000-0600", 0, 5, false),
        ("2000-2200", 0, 21, true), ("2000-2100", 0, 20, true), ("2005-2130", 0, 21, true),
        ("2005-2130", 0, 22, false), ("Nov 2000-0600", 320, 21, true),
        ("Mo-Fr 07:00-09:00 AND SH off", 0, 8, true), ("PH,SH off AND Mo-Fr", 0, 8, true),
        ("9.00-16.30", 0, 16, true), ("9.00 - 16.30", 0, 17, false),
        ("Mo-Fr 7.30-9.00", 5, 8, false),
        ("9.00-16.30, 20.00-22.00", 0, 21, true), ("Mo-Fr Jan 10.00-12.00", 0, 11, true),
        ("Sa,Su Jan-Mar 10:00-18:00", 5, 11, true), ("Sa,Su Feb-Mar 10:00-18:00", 5, 11, false),
        ("Mo-Fr Jan 1-Jan 3 07:00-09:00", 2, 8, true), ("Mo-Fr Jan 1-3 07:00-09:00", 3, 8, false),
        ("Mo-Fr Jan,Mar; Sa Jan 08:00-10:00", 5, 9, true), ("Mo-Fr Jan 07:00-09:00", 0, 10, false),
        ("(Mo-Fr) AND (07:00-09:00)", 0, 8, true), ("(Mo-Fr AND (07:00-09:00))", 5, 8, false),
    ])
    func `hours as mappers write them`(
        text: String, day: Int, hour: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, hour)) == expected)
    }

    @Test(arguments: [(221, false), (222, true), (0, true), (59, true), (60, false)])
    func `a date and a month bound a season`(day: Int, expected: Bool) throws {
        // 10 August 2024 is day 222, 1 March day 60.
        #expect(try holds("Aug 10-Feb", time(day, 12)) == expected)
    }

    @Test(arguments: [
        "PH off", "PH off AND SH off", "13pm-2pm", "0am-2am", "Aug 10-", "01.05-15.09",
        "32.05.-15.09.", "9.61-10.00", "7.5", "Mo-Fr Jan-",
        "(Mo-Fr", "(Mo-Fr) 07:00-09:00", "()", "7h60-9h", "10:30:60-12:00", "24h-", "h-9h",
    ])
    func `holidays alone, and halves of forms, say nothing`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test func `dates and months`() throws {
        // 1 January is day 0, 1 July 2024 day 182.
        #expect(try holds("Nov-Mar", time(0, 0)))
        #expect(try holds("November-March", time(0, 0)))
        #expect(try !holds("Sept 15 - June 15", time(182, 0)))
        #expect(try holds("2024 July 1-2024 August 31", time(182, 0)))
        #expect(try !holds("Nov-Mar", time(182, 0)))
        #expect(try holds("Apr 15-Oct 31 09:00-17:00", time(182, 10)))
        #expect(try !holds("Apr 15-Oct 31 09:00-17:00", time(182, 18)))
        #expect(try holds("Dec 24-Jan 02", time(1, 10)))
        #expect(try holds("2024 Jun 01-2024 Aug 31", time(182, 10)))
        #expect(try !holds("2023 Jun 01-2023 Aug 31", time(182, 10)))
        #expect(try holds("Jul Mo 09:00-10:00", time(182, 9)))
        #expect(try holds("Feb 29", time(59, 12)))
        #expect(try !holds("Feb 29", time(60, 12)))
    }

    @Test(arguments: [
        // In 2024, 1 May is day 121, 1 June day 152, 1 October day 274 and 15 October day 288.
        ("15 Oct-1 May", 287, false), ("15 Oct-1 May", 288, true), ("15 Oct - 1 May", 121, true),
        ("15 Oct - 1 May", 122, false), ("1 May 2024-15 Oct 2024", 288, true),
        ("1 May 2024-15 Oct 2024", 289, false), ("1 May 2024-15 Oct 2024", 121 + 365, false),
        ("2024-05-01 - 2024-10-15", 120, false), ("2024-05-01-2024-10-15", 121, true),
        ("2024-05-01/2024-10-15", 288, true), ("2024-05-01/2024-10-15", 289, false),
        ("winter", 90, true), ("winter", 91, false), ("summer", 151, false), ("summer", 152, true),
        ("Summer", 273, true), ("summer", 274, false), ("spring, autumn", 121, true),
        ("spring, autumn", 182, false), ("spring, autumn", 300, true),
        ("01.10.-01.05.", 121, true), ("01.10. - 01.05.", 122, false), ("1.6.-1.10.", 152, true),
        ("01.05.2024-15.10.2024", 288, true), ("01.05.2024-15.10.2024", 121 + 365, false),
        ("May 1 2024 - Oct 15 2024", 121, true), ("May 1 2024-Oct 15 2024", 289, false),
        ("May 1 2024 - Oct 15 2024", 200 + 365, false), ("Oct 1 2024 08:00-18:00", 274, true),
    ])
    func `dates in other orders, and seasons`(text: String, day: Int, expected: Bool) throws {
        #expect(try holds(text, time(day, 12)) == expected)
    }

    @Test(arguments: [
        ("2005-2030", 0, true), ("2005-2023", 0, false), ("2005-2008", 0, false),
        ("2005", 0, false), ("1998-2005", 0, false), ("1998-2024", 365, true),
        ("1998-2024", 366, false),
        ("2009 May 1-2030 Jun 30", 0, true), ("1960 Jan 1-2024 Jan 31", 30, true),
        ("1960 Jan 1-2024 Jan 31", 31, false), ("2009-05-01 - 2024-01-31", 30, true),
        ("15 Oct 2005-31 Jan 2024", 30, true), ("15 Oct 2005-31 Jan 2024", 31, false),
        ("2009+", 0, true), ("2024+", -1, false), ("2024+", 3_660, true), ("2025+", 365, false),
        ("2024 Mar 1+", 59, false), ("2024 Mar 1+", 60, true), ("2024 Mar+", 3_660, true),
        ("Jan 2024-Mar 2024", 90, true), ("Jan 2024-Mar 2024", 91, false), ("Jan 2024", 0, true),
        ("Jan 2024", 366, false), ("2024/05/01-2024/10/15", 121, true),
        ("Nov-Dec 2024", 330, true), ("Nov-Dec 2024", 695, false), ("Nov-Feb 2024", 0, true),
        ("Nov-Feb 2024", 330, false), ("1 Nov-15 Dec 2024", 695, false),
        ("2024/05/01-2024/10/15", 289, false), ("2024-May-01 - 2024-Oct-15", 120, false),
        ("2024-May-01 - 2024-Oct-15", 288, true),
    ])
    func `any year, a year or a date without an end, and months before their year`(
        text: String, day: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, 12)) == expected)
    }

    @Test(
        arguments: ["2024 Jan 2 08:00-2024 Jan 4 17:00", "Jan 2 08:00 - Jan 4 17:00"],
        [
            (0, 12, false), (1, 7, false), (1, 8, true), (2, 3, true), (3, 0, true), (3, 16, true),
            (3, 17, false), (4, 3, false), (4, 12, false),
        ] as [(Int, Int, Bool)])
    func `a span lasts from a time of a date to a time of another`(
        text: String, hour: (Int, Int, Bool)
    ) throws {
        #expect(try holds(text, time(hour.0, hour.1)) == hour.2, "\(hour)")
    }

    @Test(arguments: [
        ("Mo 08:00-09:00 || Tu 10:00-12:00", 0, 8, true),
        ("Mo 08:00-09:00 || Tu 10:00-12:00", 1, 11, true),
        ("Mo 08:00-09:00 || Tu 10:00-12:00", 2, 11, false),
        ("Mo 08:00-09:00 || 10:00-12:00", 0, 8, true),
        ("Mo 08:00-09:00 || 10:00-12:00", 0, 11, true),
        // What follows replaces its own rules, not those before: two lines of ferries.
        ("06:00-22:00 || 07:00-20:00; Sa 09:00-17:00", 5, 8, true),
        ("06:00-22:00 || 07:00-20:00; Sa off", 5, 8, true),
        ("Fr 10:00-12:00 || 07:00-20:00; Sa 09:00-17:00", 5, 8, false),
        ("Fr 10:00-12:00 || 07:00-20:00; Sa 09:00-17:00", 5, 10, true),
        ("Fr 10:00-12:00 || 07:00-20:00; Sa 09:00-17:00", 4, 8, true),
        ("08:00-18:00 || \"on call\"", 3, 12, true), ("08:00-18:00 || \"on call\"", 3, 20, false),
    ])
    func `hours for when others say nothing are hours, too`(
        text: String, day: Int, hour: Int, expected: Bool
    ) throws {
        #expect(try holds(text, time(day, hour)) == expected)
    }

    @Test(arguments: ["|| Mo", "Mo | Tu", "Mo |", "May 1+", "2024 May 1 08:00-2024 Jun"])
    func `ends and hours for other times that say nothing`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test(arguments: [
        (3, 23, false), (4, 21, false), (4, 22, true), (5, 12, true), (6, 5, true), (6, 6, false),
    ])
    func `hours may last for days`(day: Int, hour: Int, expected: Bool) throws {
        #expect(try holds("Fr 22:00-Su 06:00", time(day, hour)) == expected)
        #expect(try holds("Mo 10:00-11:00; Fr 22:00-Su 06:00", time(day, hour)) == expected)
    }

    @Test func `in the south it is winter in July`() throws {
        for (latitude, isNorth) in [(34.0, true), (-34.0, false)] {
            let text = SunPlace(near: Coordinate(x: 18.5, y: latitude)).added(to: "winter")
            let condition = try #require(TravelCondition(text))
            #expect(condition.holds(for: .unknown, at: time(0, 12)) == isNorth)
            #expect(condition.holds(for: .unknown, at: time(182, 12)) == !isNorth)
        }
    }

    @Test func `conditions joined by AND hold together`() throws {
        #expect(try holds("Mo-Fr AND 07:00-09:00", time(0, 8)))
        #expect(try !holds("Mo-Fr AND 07:00-09:00", time(5, 8)))
    }

    @Test(arguments: [
        "weight>7.5", "wet", "sunset", "Mo-Fr 07:00", "disabled", "",
        "Mo-Fr 25:00-26:00:00",
        "Mo[1] +1 day", "07:00-09:00 AND hgv", "PH", "Mo-Fr 07:60-08:00", "week 1-",
    ])
    func `what is not wholly understood is no condition`(text: String) {
        #expect(TimeCondition(text) == nil)
    }

    @Test func `a stretch of time knows whether a condition changes within it`() throws {
        let rush = try #require(TimeCondition("Mo-Fr 07:30-09:00"))
        let early = rush.outcomes(during: time(0, 5)...time(0, 7, 29))
        #expect(early == (false, true))
        let across = rush.outcomes(during: time(0, 5)...time(0, 7, 30))
        #expect(across == (true, true))
        let within = rush.outcomes(during: time(0, 8)...time(0, 8, 59))
        #expect(within == (true, false))
        let weekend = rush.outcomes(during: time(4, 9)...time(7, 7, 29))
        #expect(weekend == (false, true))
        // It also finds a whole span between both ends.
        let day = rush.outcomes(during: time(0, 6)...time(0, 12))
        #expect(day == (true, true))
    }

    @Test func `any bytes are read or refused`() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("Mo-FrSu0123456789:,;/ ADNPHofJan–()@")
        for length in 0..<400 {
            let text = String(
                (0..<(length % 40)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                })
            if let condition = TimeCondition(text) {
                _ = condition.outcomes(during: time(0, 0)...time(8, 0))
            }
        }
    }
}
