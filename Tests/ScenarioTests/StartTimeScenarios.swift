// Start times in local and universal time.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StartTimeScenarios {
    /// Two stops, one hour apart.
    private let sketch = NetworkSketch.street("ab", seconds: 3_600)

    /// A route on a layer in a time zone.
    private func ask(
        zone: String, _ change: (inout RouteParameters) -> Void
    ) throws -> AnalysisResult {
        let layer = try layer(sketch) { $0.timeZoneName = zone }
        return try answer(from: layer, sketch.places("ab"), change)
    }

    @Test func `without a start time there are no times`() throws {
        let result = try ask(zone: "Europe/Berlin") { _ in }
        for field in ["StartTime", "EndTime", "StartTimeUTC", "EndTimeUTC"] {
            #expect(result.route(0, field) == .null)
        }
        #expect(result.stop(1, "ArriveTime") == .null)
    }

    @Test func `a local start is the wall clock of the zone`() throws {
        let result = try ask(zone: "Europe/Berlin") { $0.startTime = .milliseconds(clock(9, 0)) }
        #expect(result.route(0, "StartTime") == .date(clock(9, 0)))
        #expect(result.route(0, "StartTimeUTC") == .date(clock(7, 0)))
        #expect(result.route(0, "EndTime") == .date(clock(10, 0)))
        #expect(result.stop(1, "ArriveTimeUTC") == .date(clock(8, 0)))
    }

    @Test func `a start in universal time is an instant`() throws {
        let result = try ask(zone: "America/New_York") { $0.depart(at: clock(12, 0)) }
        #expect(result.route(0, "StartTimeUTC") == .date(clock(12, 0)))
        #expect(result.route(0, "StartTime") == .date(clock(8, 0)))
        #expect(result.stop(1, "ArriveTime") == .date(clock(9, 0)))
    }

    @Test func `a route across the change of the clocks keeps its length`() throws {
        // 31 March 2024, 1:30 in Berlin; at 2:00 clocks go to 3:00.
        let start: Int64 = 1_711_843_200_000 + 90 * 60_000
        let result = try ask(zone: "Europe/Berlin") { $0.startTime = .milliseconds(start) }
        #expect(result.route(0, "StartTimeUTC") == .date(start - 3_600_000))
        #expect(result.route(0, "EndTimeUTC") == .date(start))
        #expect(result.route(0, "EndTime") == .date(start + 2 * 3_600_000))
        #expect(result.total("Total_TravelTime") == 60)
    }

    @Test func `a time that clocks show twice or never is taken with a message`() throws {
        // 31 March 2024, 2:30 in Berlin, which clocks skip between 2:00 and 3:00.
        let skipped: Int64 = 1_711_843_200_000 + 150 * 60_000
        let spring = try ask(zone: "Europe/Berlin") { $0.startTime = .milliseconds(skipped) }
        #expect(spring.route(0, "StartTime") == .date(skipped + 3_600_000))
        #expect(spring.messageText.contains("2024-03-31 02:30 does not exist"))
        #expect(spring.messageText.contains("2024-03-31 03:30 was used"))
        // 27 October 2024, 2:30: at 3:00 clocks go back to 2:00.
        let repeated: Int64 = 1_729_987_200_000 + 150 * 60_000
        let autumn = try ask(zone: "Europe/Berlin") { $0.startTime = .milliseconds(repeated) }
        #expect(autumn.route(0, "StartTimeUTC") == .date(repeated - 2 * 3_600_000))
        #expect(autumn.messageText.contains("2024-10-27 02:30 occurs twice"))
        for minutes in [60, 119, 181, 240] {
            let sure = try ask(zone: "Europe/Berlin") {
                $0.startTime = .milliseconds(1_729_987_200_000 + Int64(minutes) * 60_000)
            }
            #expect(sure.messages.isEmpty, "\(minutes)")
        }
    }

    @Test func `windows in universal time are met on the local clock`() throws {
        let result = try ask(zone: "Europe/Berlin") {
            $0.setStops([[:], window((8, 30), (9, 0))])
            $0.useTimeWindows = true
            $0.timeWindowsAreUTC = true
            $0.startTime = .milliseconds(clock(9, 0))
        }
        // Reached at 8:00 universal, 10:00 local.
        #expect(result.stop(1, "ArriveTime") == .date(clock(10, 0)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(30))
        #expect(result.stop(1, "TimeWindowStart") == .date(clock(8, 30)))
    }

    @Test func `windows in local time are met on the local clock`() throws {
        let result = try ask(zone: "Europe/Berlin") {
            $0.setStops([[:], window((10, 30), (11, 0))])
            $0.useTimeWindows = true
            $0.depart(at: clock(7, 0))
        }
        #expect(result.stop(1, "ArriveTimeUTC") == .date(clock(8, 0)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(30))
    }

    @Test func `a window that begins years after the start is said`() throws {
        func asked(from start: Int64) throws -> AnalysisResult {
            try ask(zone: "UTC") {
                $0.setStops([[:], window((8, 30), (9, 0))])
                $0.useTimeWindows = true
                $0.startTime = .milliseconds(start)
            }
        }
        // A typical Monday, with a window on a date.
        let typical = try asked(from: 631_152_000_000)
        #expect(
            typical.messageText
                == "The time window of stop 2 begins 12539 days after the start on 1990-01-01, and "
                + "the route waits for it; check both dates.")
        #expect(try asked(from: clock(7, 0)).messages.isEmpty)
        // A month ahead is planned.
        #expect(try asked(from: clock(7, 0) - 30 * 86_400_000).messages.isEmpty)
    }

    @Test func `a window that ended years before the start is said`() throws {
        let midnight = clock(0, 0) - 400 * 86_400_000
        let result = try ask(zone: "UTC") {
            $0.setStops([[:], windowFields(after: midnight, 510...540)])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(9, 0))
        }
        #expect(
            result.messageText.contains(
                "The time window of stop 2 ended 400 days before the start on 2024-05-01; "
                    + "check both dates."))
    }

    /// 2024-05-01, the day of the start, is a Wednesday: the third day of the first week of 1990.
    @Test(
        arguments: [
            (3, 545...600, ""), (3, 510...530, "lies on 2024-05-08, 7 days after the start."),
            (4, 510...540, "lies on 2024-05-02, the day after the start."),
            (1, 510...540, "lies on 2024-05-06, 5 days after the start."),
        ] as [(Int64, ClosedRange<Int64>, String)])
    func `a window on a weekday is the first that is not over at a start with a date`(
        day: Int64, minutes: ClosedRange<Int64>, says: String
    ) throws {
        let midnight: Int64 = 631_152_000_000 + (day - 1) * 86_400_000
        let result = try ask(zone: "UTC") {
            $0.setStops([[:], windowFields(after: midnight, minutes)])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(9, 0))
        }
        #expect(result.route(0, "TotalViolation_TravelTime") == .double(0))
        #expect(result.messageText.hasSuffix(says))
        #expect(result.messages.isEmpty == says.isEmpty)
    }

    @Test func `now is some moment`() throws {
        let result = try ask(zone: "UTC") { $0.startTime = .now }
        #expect(result.route(0, "StartTime") != .null)
        #expect(result.route(0, "StartTime") == result.route(0, "StartTimeUTC"))
    }

    @Test func `a start without a time impedance is ignored with a warning`() throws {
        let result = try ask(zone: "UTC") {
            $0.startTime = .milliseconds(clock(9, 0))
            $0.impedanceAttributeName = "Length"
        }
        #expect(
            result.messages == [
                Message(
                    .warning,
                    "The start time was ignored because the impedance attribute is not time-based.")
            ])
        #expect(result.route(0, "StartTime") == .null)
    }

    /// A stop's window whose bounds lie so many minutes after a midnight.
    private func windowFields(
        after midnight: Int64, _ minutes: ClosedRange<Int64>
    ) -> [String: AttributeValue] {
        [
            "TimeWindowStart": .date(midnight + minutes.lowerBound * 60_000),
            "TimeWindowEnd": .date(midnight + minutes.upperBound * 60_000),
        ]
    }

    @Test(arguments: [("Europe/Berlin", false), ("America/New_York", true)])
    func `windows with a time of day alone are of the day of the start`(
        zone: String, isUTC: Bool
    ) throws {
        let noDay: Int64 = -2_209_161_600_000
        let result = try ask(zone: zone) {
            $0.setStops([[:], windowFields(after: noDay, 630...660)])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(9, 0))
            $0.startTimeIsUTC = isUTC
            $0.timeWindowsAreUTC = isUTC
        }
        #expect(result.stop(1, isUTC ? "ArriveTimeUTC" : "ArriveTime") == .date(clock(10, 0)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(30))
        #expect(result.stop(1, "TimeWindowStart") == .date(noDay + 630 * 60_000))
        // From 23:30 to 0:30 of the next day.
        let night = try ask(zone: zone) {
            $0.setStops([[:], windowFields(after: noDay, 1_410...1_470)])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(22, 15))
            $0.startTimeIsUTC = isUTC
            $0.timeWindowsAreUTC = isUTC
        }
        #expect(night.stop(1, "Wait_TravelTime") == .double(15))
    }

    @Test(arguments: [
        // 23:00 in universal time is 1:00 of the next day in Berlin.
        (false, false, 1, "today."), (true, false, 0, "today."),
        (false, true, 2, "the day of the first window with a date."),
    ])
    func `without a start, times of day are today's, or of the first date`(
        isUTC: Bool, hasDate: Bool, days: Int64, text: String
    ) throws {
        let plain = try layer(sketch) { $0.timeZoneName = "Europe/Berlin" }
        let now = clock(23, 0)
        let layer = NetworkLayer(
            network: plain.network, configuration: plain.configuration, analyses: .all,
            now: { now })
        let day: Int64 = 86_400_000
        let noDay: Int64 = -2_209_161_600_000
        let result = try answer(from: layer, sketch.places("ab")) {
            let second = windowFields(after: clock(0, 0) + 2 * day, 720...780)
            $0.setStops([windowFields(after: noDay, 540...600), hasDate ? second : [:]])
            $0.useTimeWindows = true
            $0.timeWindowsAreUTC = isUTC
            $0.returnRouteHandle = true
        }
        let start = clock(9, 0) + days * day
        #expect(result.route(0, isUTC ? "StartTimeUTC" : "StartTime") == .date(start))
        let ahead: Int64 = isUTC ? 0 : 7_200_000
        #expect(result.route(0, "StartTimeUTC") == .date(start - ahead))
        #expect(result.stop(0, "TimeWindowStart") == .date(noDay + 540 * 60_000))
        #expect(
            result.messageText.contains(
                "Without a startTime, times of day lie on 2024-05-0"
                    + "\(1 + days), \(text)"))
        #expect(result.stop(1, "Wait_TravelTime") == .double(hasDate ? 120 : 0))
        // On the way, a window that has passed is not the next day's.
        let late = try layer.refresh(result.handle()) {
            $0.startTime = .milliseconds(start + 2 * 3_600_000)
            $0.startTimeIsUTC = isUTC
            $0.returnStops = true
        }
        #expect(late.stop(0, "Wait_TravelTime") == .double(0))
        #expect(late.stop(0, "Violation_TravelTime") == .double(60))
    }

    @Test(arguments: [false, true])
    func `without a start, times of day belong to the shift that the first stop begins`(
        isBest: Bool
    ) throws {
        let plain = try layer(sketch) { $0.timeZoneName = "UTC" }
        let now = clock(12, 0)
        let layer = NetworkLayer(
            network: plain.network, configuration: plain.configuration, analyses: .all,
            now: { now })
        let noDay: Int64 = -2_209_161_600_000
        // From 23:00 to 23:20, then from 1:00 to 2:00, an hour's drive away.
        let result = try answer(from: layer, sketch.places("ab")) {
            $0.setStops([
                windowFields(after: noDay, 1_380...1_400), windowFields(after: noDay, 60...120),
            ])
            $0.useTimeWindows = true
            $0.findBestSequence = isBest
        }
        #expect(result.route(0, "StartTime") == .date(clock(23, 0)))
        #expect(result.stop(1, "ArriveTime") == .date(clock(24, 0)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(60))
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.messageText.contains("times of day lie on 2024-05-01, today."))
        #expect(result.messageText.contains("lies on 2024-05-02, the day after the start."))
    }

    @Test func `a window of a whole day is open at midnight`() throws {
        let result = try ask(zone: "Europe/Berlin") {
            $0.setStops([[:], windowFields(after: -2_209_161_600_000, 0...1_440)])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(0, 0))
        }
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.stop(1, "Wait_TravelTime") == .double(0))
    }

    @Test func `without a start, a break at a time of day is on the day of the windows`() throws {
        let noDay: Int64 = -2_209_161_600_000
        let result = try ask(zone: "Europe/Berlin") {
            $0.setStops([
                windowFields(after: clock(0, 0), 540...550),
                windowFields(after: clock(0, 0), 720...780),
            ])
            $0.useTimeWindows = true
            $0.breakDuration = 30
            $0.breakStart = Int(noDay + 630 * 60_000)
            $0.breakEnd = Int(noDay + 660 * 60_000)
        }
        // The break is at the first stop, from 10:30 to 11:00.
        #expect(result.stop(1, "ArriveTime") == .date(clock(12, 0)))
        #expect(result.messageText.contains("has its break at"))
        #expect(!result.messageText.contains("later than breakEnd"))
        #expect(result.messageText.contains("lie on 2024-05-01, the day of the first"))
    }

    @Test func `a window that clocks show twice or never is reported`() throws {
        let spring: Int64 = 1_711_843_200_000
        let autumn: Int64 = 1_729_987_200_000
        func messages(_ midnight: Int64, _ minutes: ClosedRange<Int64>, isUTC: Bool = false) throws
            -> String
        {
            try ask(zone: "Europe/Berlin") {
                $0.setStops([[:], windowFields(after: midnight, minutes)])
                $0.useTimeWindows = true
                $0.timeWindowsAreUTC = isUTC
                $0.startTime = .milliseconds(midnight)
            }.messages.filter { !$0.text.contains("is reached") }.map(\.text).joined()
        }
        let skipped = try messages(spring, 130...200)
        #expect(skipped.contains("The TimeWindowStart of stop 2, 2024-03-31 02:10 does not exist"))
        #expect(!skipped.contains("TimeWindowEnd"))
        let repeated = try messages(autumn, 100...160)
        #expect(repeated.contains("The TimeWindowEnd of stop 2, 2024-10-27 02:40 occurs twice"))
        #expect(repeated.contains("With timeWindowsAreUTC=true the time is unambiguous."))
        #expect(!repeated.contains("TimeWindowStart"))
        #expect(try messages(autumn, 30...110).isEmpty)
        #expect(try messages(autumn, 100...160, isUTC: true).isEmpty)
    }

    @Test func `a start in seconds is taken as it is, and said`() throws {
        let seconds = clock(9, 0) / 1_000
        let result = try ask(zone: "UTC") { $0.startTime = .milliseconds(seconds) }
        #expect(result.route(0, "StartTime") == .date(seconds))
        #expect(
            result.messageText.contains(
                "The start time 1714554000 is 1970-01-20 20:15; it looks like seconds"))
        #expect(result.messageText.contains("1714554000000 is 2024-05-01 09:00."))
    }

    @Test(arguments: [-3_000_000_000_000, 300_000_000_000_000] as [Int64])
    func `a start in another era is refused`(milliseconds: Int64) throws {
        let error = try failure(sketch, "ab") { $0.startTime = .milliseconds(milliseconds) }
        #expect(error?.identifier == .invalidParameter)
        let text = try #require(error?.text)
        #expect(text.contains("\"startTime\": \(milliseconds)"))
        #expect(text.contains("1700000000000"))
    }
}
