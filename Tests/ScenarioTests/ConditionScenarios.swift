// Conditional restrictions: closed at night, slow at rush hour, no left turn in the morning.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ConditionScenarios {
    private static let night = "motor_vehicle:conditional=no @ (22:00-06:00)"

    /// A town on both sides of a river. The bridge `bc` is half an hour away and takes a minute;
    /// the detour by `d` takes an hour more.
    private let river = NetworkSketch(
        """
        a---b---c---e
            |   |
            d---f
        """
    ) {
        $0.road("ab", seconds: 1_800) { $0.name = "Mill Lane" }
        $0.road("bc", seconds: 60) { $0.name = "Old Bridge" }
        $0.road("ce", seconds: 60)
        $0.road("bdfc", seconds: 1_220)
    }

    private var closedAtNight: NetworkSketch {
        var sketch = river
        sketch.condition(
            on: "bc", "22:00-06:00", tag: Self.night, restrictions: TestNetwork.automobile)
        return sketch
    }

    /// A route at a local start time in a zone.
    private func ask(
        _ sketch: NetworkSketch, _ stops: String = "ae", at start: Int64?,
        zone: String = "Europe/Lisbon", _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let layer = try layer(sketch) { $0.timeZoneName = zone }
        return try answer(from: layer, sketch.places(stops)) { parameters in
            parameters.startTime = start.map { .milliseconds($0) }
            change(&parameters)
        }
    }

    private let direct = 32.0
    private let round = 92.0

    @Test func `a bridge closed at night is taken by day`() throws {
        let result = try ask(closedAtNight, at: monday(12, 0))
        #expect(result.total("Total_TravelTime") == direct)
        #expect(!result.messages.contains { $0.text.contains("onditional") })
    }

    @Test func `and gone round at night, with a message that names it`() throws {
        let result = try ask(closedAtNight, at: monday(23, 0))
        let minutes = try #require(result.total("Total_TravelTime"))
        #expect(minutes > direct)
        let text = try #require(result.messages.first { $0.text.contains("changed") }?.text)
        #expect(text.contains("changed the route"))
        #expect(text.contains("\(Self.night) on Old Bridge"))
    }

    @Test func `what counts is when the bridge is reached, not when the route starts`() throws {
        // Reached at 21:50, and at 22:10.
        #expect(try ask(closedAtNight, at: monday(21, 20)).total("Total_TravelTime") == direct)
        let late = try #require(
            try ask(closedAtNight, at: monday(21, 40)).total("Total_TravelTime"))
        #expect(late > direct)
        // Reached at 6:20.
        #expect(try ask(closedAtNight, at: monday(5, 50)).total("Total_TravelTime") == direct)
    }

    @Test func `a bridge closed after sunset is, in summer time`() throws {
        var sketch = river
        // Streets are drawn at 50° N, 10° E, where the sun sets at 20:33 by clocks of Lisbon.
        sketch.condition(
            on: "bc", "sunset-sunrise", tag: "motor_vehicle:conditional=no @ (sunset-sunrise)",
            restrictions: TestNetwork.automobile)
        // Reached at 20:20, and at 20:40.
        #expect(try ask(sketch, at: monday(19, 50)).total("Total_TravelTime") == direct)
        let late = try #require(try ask(sketch, at: monday(20, 10)).total("Total_TravelTime"))
        #expect(late > direct)
    }

    @Test func `time spent at a stop counts`() throws {
        func minutes(service: Double) throws -> Double? {
            try ask(closedAtNight, "abe", at: monday(21, 10)) {
                $0.setStops([[:], ["Attr_TravelTime": .double(service)], [:]])
            }.total("Total_TravelTime")
        }
        #expect(try minutes(service: 10) == direct + 10)
        let late = try #require(try minutes(service: 30))
        #expect(late > direct + 30)
    }

    @Test func `a break before the bridge counts`() throws {
        func minutes(breakOf minutes: Double) throws -> Double? {
            try ask(closedAtNight, "abe", at: monday(21, 10)) {
                ($0.findBestSequence, $0.useTimeWindows) = (false, true)
                $0.breakDuration = minutes
                $0.breakStart = Int(monday(21, 30))
                $0.breakEnd = Int(monday(21, 41))
            }.total("Total_TravelTime")
        }
        // The break follows the visit of b at 21:40: the route reaches the bridge at 21:50 and
        // 22:10.
        let early = try minutes(breakOf: 10)
        #expect(early == direct + 10)
        let late = try #require(try minutes(breakOf: 30))
        #expect(late > direct + 30)
    }

    @Test func `a stop that is reached late for the sake of another is left at once`() throws {
        // Waiting at b until 22:30 would make the route later at e than serving b late does.
        let windows =
            [
                [:],
                [
                    "TimeWindowStart": .date(monday(21, 0)), "TimeWindowEnd": .date(monday(21, 38)),
                    "TimeWindowStart2": .date(monday(22, 30)),
                    "TimeWindowEnd2": .date(monday(23, 0)),
                ],
                ["TimeWindowStart": .date(monday(21, 0)), "TimeWindowEnd": .date(monday(21, 45))],
            ] as [[String: AttributeValue]]
        let result = try ask(closedAtNight, "abe", at: monday(21, 10)) {
            $0.setStops(windows)
            $0.useTimeWindows = true
        }
        #expect(result.total("Total_TravelTime") == direct)
        #expect(result.stop(1, "Violation_TravelTime") == .double(2))
    }

    @Test func `what does not concern the travel mode is not reported`() throws {
        var sketch = closedAtNight
        sketch.condition(
            on: "ce", "22:00-06:00", tag: "maxspeed:conditional=20 @ (22:00-06:00)", seconds: 600)
        for start in [nil, monday(23, 0)] {
            let walk = try ask(sketch, at: start) {
                $0.impedanceAttributeName = "WalkTime"
                $0.directionsTimeAttributeName = "WalkTime"
                $0.restrictionAttributeNames = ["Walking"]
            }
            #expect(!walk.messages.contains { $0.text.contains("onditional") })
        }
    }

    @Test func `the local clock of the service decides`() throws {
        // 21:30 UTC is 22:30 in Lisbon in June.
        let utc = try ask(closedAtNight, at: monday(20, 30)) { $0.startTimeIsUTC = true }
        let minutes = try #require(utc.total("Total_TravelTime"))
        #expect(minutes > direct)
        let local = try ask(closedAtNight, at: monday(20, 30))
        #expect(local.total("Total_TravelTime") == direct)
    }

    @Test func `without a start time conditions are left out and a message says which`() throws {
        let result = try ask(closedAtNight, at: nil)
        #expect(result.total("Total_TravelTime") == direct)
        let text = try #require(result.messages.first { $0.text.contains("not evaluated") }?.text)
        #expect(text.contains("\(Self.night) on Old Bridge"))
    }

    @Test func `a speed that holds at some hours changes the times`() throws {
        var sketch = river
        sketch.condition(
            on: "bc", "Mo-Fr 07:00-09:00", tag: "maxspeed:conditional=5 @ (Mo-Fr 07:00-09:00)",
            seconds: 600)
        let rush = try ask(sketch, at: monday(7, 15))
        #expect(rush.total("Total_TravelTime") == direct + 9)
        #expect(rush.messages.contains { $0.text.contains("changed the times") })
        // Saturday.
        let weekend = try ask(sketch, at: monday(7, 15) + 5 * 86_400_000)
        #expect(weekend.total("Total_TravelTime") == direct)
    }

    @Test func `a turn forbidden in the morning is made in the evening`() throws {
        var sketch = river
        sketch.forbid("abc", when: "Mo-Fr 07:00-09:00")
        let rush = try ask(sketch, at: monday(7, 15))
        let morning = try #require(rush.total("Total_TravelTime"))
        #expect(morning > direct)
        let text = try #require(rush.messages.first { $0.text.contains("changed") }?.text)
        #expect(text.contains("turn restriction @ (Mo-Fr 07:00-09:00) from Mill Lane into Old Br"))
        #expect(try ask(sketch, at: monday(18, 0)).total("Total_TravelTime") == direct)
        // Reached at 9:05.
        #expect(try ask(sketch, at: monday(8, 35)).total("Total_TravelTime") == direct)
    }

    @Test func `a gate hours away is passed when it is open by then`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("ab", seconds: 3 * 3_600)
        sketch.road("bcd", seconds: 60)
        sketch.condition(
            on: "bc", "22:00-06:00", tag: Self.night, restrictions: TestNetwork.automobile)
        // Reached at 7:00, three hours after a start while it is shut.
        let early = try ask(sketch, "ad", at: monday(4, 0)) { $0.keepInPlace() }
        #expect(early.total("Total_TravelTime") == 182)
        let layer = try layer(sketch) { $0.timeZoneName = "Europe/Lisbon" }
        let shut = try failure(from: layer, sketch.places("ad")) {
            $0.startTime = .milliseconds(monday(1, 0))
            $0.keepInPlace()
        }
        #expect(shut?.identifier == .noSolution)
        // Three hours of travel: the first start early enough is 6:00.
        let reason = try #require(shut?.reasons.first)
        #expect(reason.cause == .closedAtThisTime)
        #expect(shut?.text.contains("a later start (2024-06-24 06:00 local time)") ?? false)
        let later = try answer(from: layer, sketch.places("ad")) {
            $0.startTime = .milliseconds(monday(6, 0))
            $0.keepInPlace()
        }
        #expect(later.total("Total_TravelTime") == 182)
    }

    @Test func `an impedance that is no time leaves conditions out`() throws {
        let result = try ask(closedAtNight, at: monday(23, 0)) {
            $0.impedanceAttributeName = "Length"
        }
        #expect(result.messages.contains { $0.text.contains("not time-based") })
        #expect(result.messages.contains { $0.text.contains("not evaluated") })
    }

    @Test func `a route of several is found though its gate is shut when it starts`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            e---f
            """)
        sketch.road("ab", seconds: 3 * 3_600)
        sketch.road("bcd", seconds: 60)
        sketch.road("ef", seconds: 60)
        sketch.condition(
            on: "bc", "22:00-06:00", tag: Self.night, restrictions: TestNetwork.automobile)
        let result = try ask(sketch, "adef", at: monday(4, 0)) {
            $0.keepInPlace()
            $0.setStops(["far", "far", "near", "near"].map { ["RouteName": .string($0)] })
        }
        #expect(result.routes?.features.count == 2)
        #expect(!result.messages.contains { $0.type == .error })
    }
}
