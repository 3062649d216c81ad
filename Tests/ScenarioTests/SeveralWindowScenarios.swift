// Stops with several windows, and stops left out rather than reached late.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

/// A stop's second window on 1 May 2024.
private func secondWindow(_ from: (Int, Int), _ to: (Int, Int)) -> [String: AttributeValue] {
    [
        "TimeWindowStart2": .date(clock(from.0, from.1)),
        "TimeWindowEnd2": .date(clock(to.0, to.1)),
    ]
}

/// Asks for a route that leaves at 9:00 and visits a row of stops ten minutes apart.
private func ask(
    _ stops: [[String: AttributeValue]], _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> AnalysisResult {
    let names = String("abcde".prefix(stops.count))
    let sketch = NetworkSketch.street(names, seconds: 600)
    return try answer(sketch, names) {
        $0.setStops(
            zip(names, stops).map { name, fields in
                fields.merging(["Name": .string(String(name))]) { first, _ in first }
            })
        $0.startTime = .milliseconds(clock(9, 0))
        $0.useTimeWindows = true
        change(&$0)
    }
}

/// The attributes of a stop with two windows.
private func both(
    _ first: [String: AttributeValue], _ second: [String: AttributeValue]
) -> [String: AttributeValue] { first.merging(second) { first, _ in first } }

struct SeveralWindowScenarios {
    @Test func `a stop that is reached after a window waits for the next one`() throws {
        let windows = both(window((8, 0), (9, 5)), secondWindow((9, 30), (9, 40)))
        let result = try ask([[:], windows, [:]])
        #expect(result.stop(1, "Wait_TravelTime") == .double(20))
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.stop(2, "ArriveTime") == .date(clock(9, 40)))
        // The answer repeats the windows as given.
        #expect(result.stop(1, "TimeWindowEnd") == .date(clock(9, 5)))
        #expect(result.stop(1, "TimeWindowEnd2") == .date(clock(9, 40)))
    }

    @Test func `it does not wait where the route would be later for that`() throws {
        let windows = both(window((8, 0), (9, 5)), secondWindow((9, 30), (9, 40)))
        let result = try ask([[:], windows, window((9, 0), (9, 21))])
        #expect(result.stop(1, "Violation_TravelTime") == .double(5))
        #expect(result.stop(2, "Violation_TravelTime") == .double(0))
        // The text names the missed window, not the next one.
        let advised = result.reasons.compactMap(\.change).first
        #expect(advised != nil)
    }

    @Test(arguments: [2, 9])
    func `any of nine windows counts, in any order of columns`(number: Int) throws {
        let other: [String: AttributeValue] = [
            "TimeWindowStart\(number)": .date(clock(9, 15)),
            "TimeWindowEnd\(number)": .date(clock(9, 20)),
        ]
        let result = try ask([[:], both(window((11, 0), (12, 0)), other)])
        #expect(result.stop(1, "Wait_TravelTime") == .double(5))
        let alone = try ask([[:], other])
        #expect(alone.stop(1, "Wait_TravelTime") == .double(5))
    }

    @Test func `a best order uses the window that suits it`() throws {
        // The far stop first; the near one on the return, in its second window.
        let result = try ask([
            [:], both(window((8, 0), (8, 30)), secondWindow((9, 28), (9, 32))),
            window((9, 0), (9, 20)),
        ]) { ($0.findBestSequence, $0.preserveLastStop) = (true, false) }
        #expect(result.stop(2, "Sequence") == .integer(2))
        #expect(result.stop(1, "Sequence") == .integer(3))
        #expect(result.stop(1, "Violation_TravelTime") == .double(0))
        #expect(result.messageText.contains("is proven to be the best"))
    }

    @Test func `half a window, and one that ends before it begins, are said by their names`() throws
    {
        let half = try ask([
            [:], ["TimeWindowStart2": .date(clock(9, 0))], [:],
        ]) { $0.ignoreInvalidLocations = true }
        #expect(half.status(stop: 1) == .invalidFieldValues)
        #expect(half.messageText.contains("only one of TimeWindowStart2 and TimeWindowEnd2"))
        let reversed = try ask([[:], secondWindow((9, 30), (9, 0)), [:]]) {
            $0.ignoreInvalidLocations = true
        }
        #expect(reversed.messageText.contains("is later than TimeWindowEnd2"))
        #expect(reversed.messageText.contains("T09:30:00 is later"))
    }
}

struct HardWindowScenarios {
    @Test func `a stop that would be later than it may be is left out, and a message says so`()
        throws
    {
        let result = try ask([[:], window((8, 0), (9, 5)), window((9, 0), (9, 20))]) {
            $0.maxViolationTime = 0
        }
        #expect(result.status(stop: 1) == .notReached)
        #expect(result.stop(1, "ArriveTime") == .null)
        #expect(result.stop(2, "Violation_TravelTime") == .double(0))
        #expect(
            result.messageText.contains(
                "\"b\" was left out of the route \"a - c\": the given order does not reach it at "
                    + "most 0 min after its time window ends, which maxViolationTime allows."))
        #expect(result.reasons.map(\.cause) == [.timeWindow])
    }

    @Test func `a stop's own MaxViolationTime takes precedence`() throws {
        let soft = both(window((8, 0), (9, 5)), ["MaxViolationTime": .double(5)])
        let kept = try ask([[:], soft, [:]]) { $0.maxViolationTime = 0 }
        #expect(kept.status(stop: 1) == .timeWindowViolation)
        #expect(!kept.messageText.contains("allows"))
        let hard = both(window((8, 0), (9, 5)), ["MaxViolationTime": .double(4.9)])
        let left = try ask([[:], hard, [:]])
        #expect(left.status(stop: 1) == .notReached)
        #expect(left.messageText.contains("which its MaxViolationTime allows"))
    }

    @Test func `a best order leaves out as few stops as it can`() throws {
        // From a, the vehicle can reach b or d in time, but not both, and c with either.
        let result = try ask([
            [:], window((9, 0), (9, 12)), [:], window((9, 0), (9, 31)), window((9, 0), (9, 41)),
        ]) {
            $0.maxViolationTime = 0
            ($0.findBestSequence, $0.preserveLastStop) = (true, false)
        }
        #expect((0..<5).allSatisfy { result.status(stop: $0) == .ok })
        let late = try ask([
            [:], window((9, 0), (9, 9)), [:], window((9, 0), (9, 31)), window((9, 0), (9, 41)),
        ]) {
            $0.maxViolationTime = 0
            ($0.findBestSequence, $0.preserveLastStop) = (true, false)
        }
        #expect(late.status(stop: 1) == .notReached)
        #expect(late.messageText.contains("no order found reaches it"))
        #expect([0, 2, 3, 4].allSatisfy { late.status(stop: $0) == .ok })
    }

    @Test func `preserved ends stay, however late`() throws {
        let result = try ask([[:], [:], window((8, 0), (9, 0))]) {
            $0.maxViolationTime = 0
            $0.findBestSequence = true
        }
        #expect(result.status(stop: 2) == .timeWindowViolation)
        #expect(result.stop(2, "Violation_TravelTime") == .double(20))
        #expect(
            result.messageText.contains(
                "is reached 20 min after its time window ends, more than maxViolationTime allows"))
    }

    @Test func `two stops stay, however late, and the answer says so`() throws {
        let late = both(window((8, 0), (8, 30)), ["MaxViolationTime": .double(1)])
        let result = try ask([[:], late, window((8, 0), (8, 30))]) {
            $0.maxViolationTime = 0
            ($0.findBestSequence, $0.preserveLastStop) = (true, false)
        }
        #expect(result.messageText.contains("ends, more than its MaxViolationTime allows"))
        #expect(result.messageText.contains("ends, more than maxViolationTime allows"))
    }

    @Test func `the first stop of a given order stays: the vehicle is there`() throws {
        let result = try ask([window((8, 0), (8, 30)), [:], [:]]) { $0.maxViolationTime = 0 }
        #expect(result.status(stop: 0) == .timeWindowViolation)
        #expect(result.stop(2, "Sequence") == .integer(3))
    }

    @Test func `without windows that count it has no effect`() throws {
        let result = try ask([[:], window((8, 0), (9, 5)), [:]]) {
            ($0.maxViolationTime, $0.useTimeWindows) = (0, false)
        }
        #expect(result.status(stop: 1) == .ok)
        #expect(
            result.messageText.contains(
                "Parameter \"maxViolationTime\" was ignored, because no time windows are used."))
    }
}
