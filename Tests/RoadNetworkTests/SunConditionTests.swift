// Tests conditions on the sun: gates that close at sunset, limits after dusk.

import Geo
import RoadNetwork
import Testing

struct SunConditionTests {
    private static let london = "51.5 0.0"
    private static let oslo = "60.0 10.5"
    private static let quito = "0.0 -78.5"
    private static let sydney = "-34.0 151.0"
    private static let tromso = "69.5 19.0"
    private static let apia = "-14.0 -172.0"
    /// 21 December 2024; days count from 1 January 2024.
    private static let winter = 355
    /// 20 June 2024.
    private static let summer = 171

    private func time(_ day: Int, _ hour: Int, _ minute: Int = 0, ahead: Int = 0) -> LocalMinute {
        LocalMinute((19_723 + day) * 1_440 + hour * 60 + minute, ahead: ahead)
    }

    private func condition(_ text: String, _ place: String?) throws -> TravelCondition {
        try #require(TravelCondition(text + (place.map { " AND NEAR (\($0))" } ?? "")), "\(text)")
    }

    /// The minutes of the day on which a condition begins or ceases to hold.
    private func edges(_ condition: TravelCondition, day: Int, ahead: Int) -> [Int] {
        (1..<1_440).filter { minute in
            let before = condition.holds(for: .unknown, at: time(day, 0, minute - 1, ahead: ahead))
            return condition.holds(for: .unknown, at: time(day, 0, minute, ahead: ahead)) != before
        }
    }

    /// NOAA's solar calculator gives the expected times.
    @Test(arguments: [
        (london, winter, 0, "07:23 08:04 15:53 16:34"),
        (london, summer, 60, "03:55 04:43 21:21 22:09"),
        (oslo, winter, 60, "08:22 09:20 15:12 16:10"),  // The last is the dusk of the day before.
        (oslo, summer, 120, "02:07 03:54 22:46 00:33"),
        (quito, winter, -300, "05:46 06:09 18:16 18:39"),
        (sydney, winter, 660, "05:12 05:41 20:07 20:36"),
        // Clocks a day ahead of the sun's.
        (apia, summer, 780, "06:28 06:51 18:09 18:32"),
    ])
    func `dawn, sunrise, sunset and dusk on local clocks`(
        place: String, day: Int, ahead: Int, expected: String
    ) throws {
        let found = try ["dawn", "sunrise", "sunset", "dusk"].flatMap { event in
            let day = edges(
                try condition("(\(event)-00:01)-(\(event)+00:01)", place), day: day, ahead: ahead)
            return day.count == 2 ? [day[0] + 1] : []
        }
        let minutes = expected.split(separator: " ").map { text in
            text.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
        }
        #expect(found.count == minutes.count)
        for (a, b) in zip(found, minutes) { #expect(abs(a - b) <= 1, "\(found), \(minutes)") }
    }

    @Test(arguments: [
        ("sunrise-sunset", 12, true), ("sunrise-sunset", 16, false), ("sunset-sunrise", 16, true),
        ("sunset-sunrise", 7, true), ("sunset-sunrise", 9, false), ("dusk-dawn", 16, false),
        ("dusk-dawn", 17, true), ("(sunset-00:30)-07:00", 15, false),
        ("(sunset-01:30)-07:00", 15, true), ("(sunset-00:30)-07:00", 6, true),
        ("(sunset-00:30)-07:00", 7, false), ("(sunrise+01:00)-(sunset-01:00)", 9, false),
        ("(sunrise+01:00)-(sunset-01:00)", 10, true), ("sunset+", 23, true), ("sunset+", 1, false),
        ("07:00-sunset", 7, true), ("07:00-sunset", 16, false), ("sunset-15:00", 14, true),
        ("dawn-10:00,15:00-dusk", 16, true), ("dawn-10:00,15:00-dusk", 12, false),
        // 21 December 2024 is a Saturday.
        ("Mo-Fr sunrise-sunset", 12, false), ("Sa, sunrise-sunset", 12, true),
        ("Mo-Fr 08:00-18:00; Sa,Su Sunrise-Sunset", 9, true), ("Dec 01-31: sunset-23:00", 22, true),
        ("24/7; sunset-sunrise off", 12, true), ("24/7; sunset-sunrise off", 22, false),
        ("NOT (sunrise-sunset)", 12, false), ("NOT (sunrise-sunset)", 22, true),
        ("24/7 AND NOT ((sunrise+01:00)-sunset)", 9, true),
    ])
    func `hours that follow the sun`(text: String, hour: Int, expected: Bool) throws {
        let condition = try condition(text, Self.london)
        let now = time(Self.winter, hour)
        #expect(condition.holds(for: .unknown, at: now) == expected)
        #expect(condition.dependsOnTime(for: .unknown))
        #expect(text.hasPrefix("NOT") == condition.holds(for: .unknown, at: nil))
    }

    @Test(arguments: [
        ("sunrise-sunset", true, false), ("sunset-sunrise", false, true), ("sunset+", false, nil),
        ("dawn-dusk", true, nil), ("sunset-09:00", false, true),
    ])
    func `where the sun does not set it is day, and where it does not rise it is night`(
        text: String, summer: Bool?, winter: Bool?
    ) throws {
        let condition = try condition(text, Self.tromso)
        for (day, ahead, expected) in [(Self.summer, 120, summer), (Self.winter, 60, winter)] {
            guard let expected else { continue }
            let hours = text == "sunset-09:00" ? 1..<9 : 0..<25
            for minute in (hours.lowerBound * 60)..<(hours.upperBound * 60) {
                let now = time(day, 0, minute, ahead: ahead)
                #expect(condition.holds(for: .unknown, at: now) == expected, "\(text), \(now)")
            }
        }
    }

    @Test(arguments: [(apia, 780), ("-17.0 178.0", 0), ("-17.0 -178.0", 0), (london, 0)])
    func `it is day for some hours of each day, also where noon is near midnight`(
        place: String, ahead: Int
    ) throws {
        let condition = try condition("sunrise-sunset", place)
        for day in 0..<366 {
            let quarters = stride(from: 0, to: 1_440, by: 15).count { minute in
                condition.holds(for: .unknown, at: time(day, 0, minute, ahead: ahead))
            }
            #expect(quarters >= 30, "\(place), day \(day)")
        }
    }

    @Test func `without a place the sun keeps its usual hours`() throws {
        #expect(edges(try condition("sunrise-sunset", nil), day: 0, ahead: 0) == [360, 1_080])
        #expect(edges(try condition("dawn-dusk", nil), day: 0, ahead: 60) == [330, 1_110])
    }

    /// Clocks are set forward on 31 March 2024, day 90, and back on 27 October, day 300.
    @Test(arguments: [
        "sunrise-sunset", "sunset-sunrise", "(sunset-00:30)-07:00", "dawn-10:00,15:00-dusk",
        "24/7; sunset-sunrise off", "Mo-Fr sunrise-sunset; Sa off",
    ])
    func `it changes at no time but those it says, and a period knows what it meets`(
        text: String
    ) throws {
        for place in [Self.oslo, Self.tromso, Self.apia] {
            let condition = try condition(text, place)
            for (day, before, after) in [(90, 0, 60), (300, 60, 0), (171, 60, 60)] {
                let period = time(day - 1, 0, ahead: before)...time(day + 1, 0, ahead: after)
                let changes = Set(condition.changes(during: period))
                for clock in Set([before, after]) {
                    var last = condition.holds(for: .unknown, at: time(day - 1, 0, ahead: clock))
                    for minute in 1...2_880 {
                        let now = time(day - 1, 0, minute, ahead: clock)
                        let holds = condition.holds(for: .unknown, at: now)
                        #expect(holds == last || changes.contains(now), "\(text), \(place)")
                        last = holds
                    }
                }
            }
        }
    }

    @Test(arguments: [
        "sunset", "sunset-", "(sunset-00:30", "(sunset)-07:00", "(sunset-25:00)-07:00",
        "(07:00-00:30)-sunset", "sunset-00:30-07:00", "(sunset*2)-07:00", "noon-sunset",
        "sunrise-sunset AND NEAR (north 3)",
    ])
    func `halves of forms say nothing`(text: String) {
        #expect(TravelCondition(text) == nil, "\(text)")
    }

    @Test func `a place is added to the sun's conditions only, and is not shown`() {
        let place = SunPlace(near: Coordinate(x: -8.61, y: 41.15))
        #expect(place.added(to: "22:00-06:00") == "22:00-06:00")
        let text = TravelCondition.outside("Sunrise-Sunset")
        let placed = place.added(to: text)
        #expect(placed == text + " AND NEAR (41.0 -8.5)")
        // Whatever place a mapper writes, the street knows better.
        #expect(place.added(to: text + " AND NEAR (48 2)") == placed)
        #expect(place.added(to: placed) == placed)
        let greenwich = SunPlace(near: Coordinate(x: -0.1, y: -0.1))
        #expect(greenwich.added(to: "dusk-dawn") == "dusk-dawn AND NEAR (0.0 0.0)")
        #expect(TravelCondition.withoutPlace(placed) == text)
        #expect(TravelCondition(placed) != nil)
    }
}
