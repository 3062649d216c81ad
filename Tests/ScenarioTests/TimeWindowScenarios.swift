// Services, windows, waits and violations along a route in the given order.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct FloatingStartScenarios {
    /// Three stops, ten minutes apart; the second and the third have windows.
    private func ask(
        _ order: [String: AttributeValue] = [:],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        let sketch = NetworkSketch.street("abc", seconds: 600)
        return try answer(sketch, "abc") {
            $0.setStops([order, window((9, 30), (9, 45)), window((10, 0), (10, 5))])
            $0.useTimeWindows = true
            $0.optimizeStartTime = true
            change(&$0)
        }
    }

    @Test func `a route starts as late as its windows allow, and waits no longer`() throws {
        let fixed = try ask { $0.optimizeStartTime = false }
        #expect(fixed.stop(0, "DepartTime") == .date(clock(9, 30)))
        #expect(fixed.stop(2, "Wait_TravelTime") == .double(10))
        let floating = try ask()
        #expect(floating.stop(0, "DepartTime") == .date(clock(9, 35)))
        #expect(floating.stop(1, "ArriveTime") == .date(clock(9, 45)))
        #expect(floating.stop(2, "Wait_TravelTime") == .double(5))
        #expect(floating.stop(2, "DepartTime") == .date(clock(10, 0)))
    }

    @Test func `it starts inside the window of its first stop`() throws {
        let early = try ask(window((9, 0), (9, 32)))
        #expect(early.stop(0, "DepartTime") == .date(clock(9, 32)))
        // No start in this window reaches the second stop in time; the earliest is the least late.
        let late = try ask(window((9, 40), (9, 59)))
        #expect(late.stop(0, "DepartTime") == .date(clock(9, 40)))
        #expect(late.stop(1, "Violation_TravelTime") == .double(5))
    }

    @Test func `where it can have no effect, a message says so`() throws {
        let started = try ask { $0.startTime = .milliseconds(clock(9, 0)) }
        #expect(started.stop(0, "DepartTime") == .date(clock(9, 0)))
        #expect(started.messageText.contains("startTime fixes the start"))
        let windowless = try ask { $0.useTimeWindows = false }
        #expect(windowless.messageText.contains("no time windows are used"))
    }

    /// The best order of `b` and `c` after `a`, for their closing times. The route leaves at 9:00
    /// or at the best time.
    private func order(
        _ sketch: NetworkSketch, closing: (b: (Int, Int), c: (Int, Int)),
        _ objective: LatenessRule = .sum, starts: Bool = true
    ) throws -> AnalysisResult {
        try answer(sketch, "abc") {
            $0.setStops([
                ["Name": .string("a")],
                window((9, 0), closing.b).merging(["Name": .string("b")]) { first, _ in first },
                window((9, 0), closing.c).merging(["Name": .string("c")]) { first, _ in first },
            ])
            $0.startTime = starts ? .milliseconds(clock(9, 0)) : nil
            $0.optimizeStartTime = !starts
            ($0.useTimeWindows, $0.findBestSequence) = (true, true)
            ($0.preserveFirstStop, $0.preserveLastStop) = (true, false)
            $0.latenessObjective = objective
        }
    }

    @Test(arguments: [(LatenessRule.sum, "acb"), (.count, "abc")])
    func `lateness is summed, or late stops are counted`(
        objective: LatenessRule, expected: String
    ) throws {
        // From the fork, b is 9 minutes away and back, c one minute and back.
        var sketch = NetworkSketch("b---a---c")
        sketch.road("ab", seconds: 540)
        sketch.road("ac", seconds: 60)
        let result = try order(sketch, closing: ((9, 9), (9, 0)), objective)
        let visited = (0..<3).sorted {
            (result.number("Sequence", stop: $0) ?? 0) < (result.number("Sequence", stop: $1) ?? 0)
        }
        #expect(String(visited.map { Array("abc")[$0] }) == expected)
        #expect(result.messageText.contains("time window ends, and is late in every order"))
    }

    @Test func `a stop that is late in every order is named`() throws {
        let result = try ask(window((9, 40), (9, 59))) {
            $0.findBestSequence = true
            ($0.preserveFirstStop, $0.preserveLastStop) = (true, false)
            $0.optimizeStartTime = false
        }
        #expect(result.messageText.contains("time window ends, and is late in every order"))
    }

    @Test(arguments: [true, false])
    func `stops of which no order keeps the windows are named`(starts: Bool) throws {
        // The vehicle can reach either end of the street in time, but not both.
        let sketch = NetworkSketch.street("bac", seconds: 600)
        let result = try order(sketch, closing: ((9, 12), (9, 12)), starts: starts)
        let sentence = "since no order keeps the time windows of \"b\" and \"c\""
        #expect(result.messageText.contains(sentence))
    }
}

struct ServiceTimeScenarios {
    /// Three stops, ten minutes apart.
    private let sketch = NetworkSketch.street("abc", seconds: 600)

    /// A route whose stops have service times of 2, 10 and 5 minutes.
    private func ask(_ change: (inout RouteParameters) -> Void = { _ in }) throws -> AnalysisResult
    {
        try answer(sketch, "abc") {
            $0.setStops(
                [2, 10, 5].map { ["Attr_TravelTime": .double($0), "Attr_Length": .double(1_000)] })
            change(&$0)
        }
    }

    @Test func `a stop's cumulated cost ends with its own service`() throws {
        let result = try ask()
        #expect((0..<3).map { result.number("Cumul_TravelTime", stop: $0) } == [2, 22, 37])
        #expect(result.total("Total_TravelTime") == 37)
        #expect(result.stop(1, "Attr_TravelTime") == .double(10))
    }

    @Test func `other costs are served too, each in its own unit`() throws {
        let result = try ask()
        #expect(abs(try #require(result.total("Total_Length")) - 3_400) < 0.04)
        #expect(abs(try #require(result.number("Cumul_Length", stop: 1)) - 2_200) < 0.02)
    }

    @Test func `services do not steer the search`() throws {
        #expect(try ask().impedance == 1_200_000)
    }

    @Test func `the clock runs on during service`() throws {
        let result = try ask { $0.startTime = .milliseconds(clock(9, 0)) }
        #expect(result.stop(0, "DepartTime") == .date(clock(9, 2)))
        #expect(result.stop(1, "ArriveTime") == .date(clock(9, 12)))
        #expect(result.stop(1, "DepartTime") == .date(clock(9, 22)))
        #expect(result.stop(2, "ArriveTime") == .date(clock(9, 32)))
        #expect(result.route(0, "EndTime") == .date(clock(9, 37)))
    }

    @Test(arguments: [-1, 1e12]) func `an invalid service time invalidates its stop`(value: Double)
        throws
    {
        let result = try answer(sketch, "abc") {
            $0.setStops([[:], ["Attr_TravelTime": .double(value)], [:]])
        }
        #expect(result.status(stop: 1) == .invalidFieldValues)
        #expect(result.messageText.contains("Attr_TravelTime"))
    }
}

struct TimeWindowScenarios {
    /// Two stops, ten minutes apart.
    private let sketch = NetworkSketch.street("ab", seconds: 600)

    /// A route with a start time and windows.
    private func ask(
        start: Int64?, _ windows: [[String: AttributeValue]],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, "ab") {
            $0.setStops(windows)
            $0.useTimeWindows = true
            $0.startTime = start.map { .milliseconds($0) }
            change(&$0)
        }
    }

    @Test func `arriving early waits, and the wait is in the total`() throws {
        let result = try ask(start: clock(9, 40), [[:], window((10, 0), (11, 0))])
        #expect(result.stop(1, "ArriveTime") == .date(clock(9, 50)))
        #expect(result.stop(1, "DepartTime") == .date(clock(10, 0)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(10))
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.stop(1, "Cumul_TravelTime") == .double(20))
        #expect(result.total("Total_TravelTime") == 20)
        #expect(result.total("TotalWait_TravelTime") == 10)
        #expect(result.total("TotalViolation_TravelTime") == 0)
        #expect(result.route(0, "EndTime") == .date(clock(10, 0)))
        #expect(result.status(stop: 1) == .ok)
    }

    @Test func `arriving late is a violation, and not in the drive time`() throws {
        let result = try ask(start: clock(11, 15), [[:], window((10, 0), (11, 0))])
        #expect(result.stop(1, "ArriveTime") == .date(clock(11, 25)))
        #expect(result.stop(1, "Violation_TravelTime") == .double(25))
        #expect(result.stop(1, "Wait_TravelTime") == .double(0))
        #expect(result.total("Total_TravelTime") == 10)
        #expect(result.total("TotalViolation_TravelTime") == 25)
        #expect(result.status(stop: 1) == .timeWindowViolation)
        #expect(result.status(stop: 0) == .ok)
    }

    @Test func `arriving as the window closes is in time`() throws {
        let result = try ask(start: clock(10, 50), [[:], window((10, 0), (11, 0))])
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.status(stop: 1) == .ok)
    }

    @Test func `service begins when the window opens`() throws {
        var late = window((10, 0), (11, 0))
        late["Attr_TravelTime"] = .double(5)
        let result = try ask(start: clock(9, 40), [[:], late])
        #expect(result.stop(1, "DepartTime") == .date(clock(10, 5)))
        #expect(result.total("Total_TravelTime") == 25)
    }

    @Test func `without a start time the first stop's window is the start`() throws {
        let result = try ask(start: nil, [window((8, 0), (9, 0)), [:]])
        #expect(result.route(0, "StartTime") == .date(clock(8, 0)))
        #expect(result.stop(1, "ArriveTime") == .date(clock(8, 10)))
    }

    @Test func `a start before the first window waits there`() throws {
        let result = try ask(start: clock(7, 30), [window((8, 0), (9, 0)), [:]])
        #expect(result.stop(0, "Wait_TravelTime") == .double(30))
        #expect(result.stop(0, "DepartTime") == .date(clock(8, 0)))
        #expect(result.stop(1, "ArriveTime") == .date(clock(8, 10)))
        #expect(result.total("Total_TravelTime") == 40)
    }

    @Test func `windows count only when asked for`() throws {
        let result = try ask(start: clock(11, 15), [[:], window((10, 0), (11, 0))]) {
            $0.useTimeWindows = false
        }
        #expect(result.status(stop: 1) == .ok)
        #expect(result.stop(1, "Violation_TravelTime") == .null)
        #expect(result.route(0, "TotalWait_TravelTime") == .null)
        #expect(result.stop(1, "TimeWindowStart") == .date(clock(10, 0)))
    }

    @Test func `windows without a time impedance are ignored with a warning`() throws {
        let result = try ask(start: nil, [[:], window((10, 0), (11, 0))]) {
            $0.impedanceAttributeName = "Length"
        }
        #expect(result.messageText.contains("time windows were ignored"))
        #expect(result.stop(1, "Wait_TravelTime") == .null)
    }

    @Test func `only the impedance has waits, other time costs have none`() throws {
        let result = try ask(start: clock(9, 40), [[:], window((10, 0), (11, 0))])
        #expect(result.stop(1, "Wait_WalkTime") == .null)
        #expect(result.route(0, "TotalWait_WalkTime") == .null)
    }

    @Test func `half a window invalidates its stop and says what to do`() throws {
        let error = try failure(sketch, "ab") {
            $0.setStops([[:], ["TimeWindowStart": .date(clock(10, 0))]])
            $0.useTimeWindows = true
        }
        #expect(try #require(error?.text).contains("give both or none"))
    }

    @Test func `a window that closes before it opens invalidates its stop`() throws {
        let error = try failure(sketch, "ab") {
            $0.setStops([[:], window((11, 0), (10, 0))])
            $0.useTimeWindows = true
            $0.ignoreInvalidLocations = false
        }
        #expect(try #require(error?.text).contains("later than"))
    }
}

struct FourStopScenario {
    /// Four stops, 5 min 20 s apart; the second and third open from 9:10 to 9:12.
    private func ask() throws -> AnalysisResult {
        let sketch = NetworkSketch.street("abcd", seconds: 320)
        return try answer(sketch, "abcd") {
            $0.setStops([
                window((8, 0), (9, 0)), window((9, 10), (9, 12)), window((9, 10), (9, 12)), [:],
            ])
            $0.useTimeWindows = true
            $0.startTime = .milliseconds(clock(9, 0))
        }
    }

    @Test func `the second stop waits and the third is late`() throws {
        let result = try ask()
        #expect(result.stop(1, "ArriveTime") == .date(clock(9, 5, 20)))
        #expect(result.stop(1, "Wait_TravelTime") == .double(280.0 / 60))
        #expect(result.stop(1, "Cumul_TravelTime") == .double(10))
        #expect(result.stop(1, "DepartTime") == .date(clock(9, 10)))
        #expect(result.stop(2, "ArriveTime") == .date(clock(9, 15, 20)))
        #expect(result.stop(2, "Violation_TravelTime") == .double(200.0 / 60))
        #expect(result.status(stop: 2) == .timeWindowViolation)
    }

    @Test func `the route goes on without delay`() throws {
        let result = try ask()
        #expect(result.stop(3, "ArriveTime") == .date(clock(9, 20, 40)))
        let (minutes, expected): (Double, Double) = (
            try #require(result.total("Total_TravelTime")), 20 + 40 / 60
        )
        #expect(abs(minutes - expected) < 1e-9)
        #expect(result.stop(3, "CumulWait_TravelTime") == .double(280.0 / 60))
        #expect(result.stop(3, "CumulViolation_TravelTime") == .double(200.0 / 60))
        #expect(result.stop(3, "Violation_TravelTime") == .double(0))
    }
}
