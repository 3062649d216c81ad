// Stops that no path reaches or leaves: with ignoreInvalidLocations the others have a route.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct LeftOutStopScenarios {
    /// A street, an island beside it, and a lane that can be entered but not left.
    private let sketch = NetworkSketch(
        """
        a---b---c---d   x---y
                |
                e
        """
    ) {
        $0.road("abcd", seconds: 10)
        $0.road("xy", seconds: 10)
        $0.oneWay("ce", seconds: 10)
    }

    /// A route through letters whose stops do not move.
    private func ask(
        _ letters: String, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, letters) {
            $0.keepInPlace()
            $0.setStops(letters.map { ["Name": .string(String($0))] })
            change(&$0)
        }
    }

    private func statuses(_ result: AnalysisResult) -> [LocationStatus?] {
        (0..<(result.stops?.features.count ?? 0)).map { result.status(stop: $0) }
    }

    @Test func `the others have a route, and the stop its status and its reason`() throws {
        let result = try ask("abx")
        #expect(result.impedance == 10_000)
        #expect(result.route(0, "Name") == .string("a - b"))
        #expect(statuses(result) == [.ok, .ok, .notReached])
        #expect(result.stop(2, "Sequence") == .null)
        let message = try #require(result.messages.first)
        #expect(message.type == .warning)
        #expect(message.text.hasPrefix("\"x\" was left out of the route \"a - b\": "))
        #expect(message.text.contains("\"x\" lies on streets connected with no others"))
        #expect(result.reasons.map(\.cause) == [.otherComponent])
        #expect(result.reasons.first?.stop.name == "x")
    }

    @Test func `one between others is passed over, and so is a first one`() throws {
        let between = try ask("axd")
        #expect(between.impedance == 30_000)
        #expect(statuses(between) == [.ok, .notReached, .ok])
        let first = try ask("xbd")
        #expect(first.impedance == 20_000)
        #expect(first.route(0, "Name") == .string("b - d"))
        #expect(statuses(first) == [.notReached, .ok, .ok])
    }

    @Test func `a stop that can be entered but not left is last, or left out`() throws {
        let last = try ask("abe")
        #expect(statuses(last) == [.ok, .ok, .ok])
        let between = try ask("aed")
        #expect(between.impedance == 30_000)
        #expect(statuses(between) == [.ok, .notReached, .ok])
        #expect(between.reasons.first?.stop.name == "e")
        #expect(between.messageText.contains("\"e\" was left out"))
    }

    @Test func `the most stops are kept, whichever island they are on`() throws {
        let result = try ask("xabcy")
        #expect(result.impedance == 20_000)
        #expect(statuses(result) == [.notReached, .ok, .ok, .ok, .notReached])
        #expect(result.reasons.map(\.stop.name) == ["x", "y"])
        let same = try ask("axby")
        #expect(statuses(same) == [.ok, .notReached, .ok, .notReached])
    }

    @Test func `a round keeps its depot, however many stops have no path back`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |
            e---f---g
            """)
        sketch.road("abc", seconds: 10)
        sketch.oneWay("ae", seconds: 10)
        sketch.road("efg", seconds: 10)
        let letters = "aefgbca"
        let result = try answer(sketch, letters) {
            $0.keepInPlace()
            $0.setStops(letters.map { ["Name": .string(String($0))] })
            $0.findBestSequence = true
            ($0.preserveFirstStop, $0.preserveLastStop) = (true, true)
        }
        #expect(result.route(0, "Name") == .string("a - a"))
        #expect(statuses(result) == [.ok, .notReached, .notReached, .notReached, .ok, .ok, .ok])
        #expect(result.impedance == 40_000)
    }

    @Test func `in a free order, too`() throws {
        let result = try ask("axdb") {
            $0.findBestSequence = true
            $0.preserveLastStop = false
        }
        #expect(result.impedance == 30_000)
        #expect((0..<4).map { result.number("Sequence", stop: $0) } == [1, nil, 3, 2])
        #expect(result.status(stop: 1) == .notReached)
        // The lane can only come last, which a fixed last stop prevents.
        let lane = try ask("aedb") {
            $0.findBestSequence = true
            $0.preserveLastStop = false
        }
        #expect(statuses(lane) == [.ok, .ok, .ok, .ok])
        let fixed = try ask("aedb") { $0.findBestSequence = true }
        #expect(statuses(fixed) == [.ok, .notReached, .ok, .ok])
    }

    @Test func `a stop that must not be turned round at costs one stop`() throws {
        let result = try ask("abcb") {
            $0.restrictUTurns = .noBacktrack
            $0.setStops([
                ["Name": .string("home")], [:],
                ["CurbApproach": .integer(3)], [:],
            ])
        }
        let reached = statuses(result).count { $0 == .ok }
        #expect(reached == 3)
        #expect(result.reasons.count == 1)
    }

    @Test func `blocking barriers are reported with the change that helps`() throws {
        let result = try ask("abd") {
            $0.barPoints([sketch.place("b", "c", at: 0.5)], [["Name": .string("Tree")]])
        }
        #expect(statuses(result) == [.ok, .ok, .notReached])
        #expect(result.messageText.contains("by the point barrier \"Tree\""))
        #expect(result.reasons.first?.change != nil)
    }

    @Test func `without ignoreInvalidLocations the request fails as before`() throws {
        let error = try failure(sketch, "abx") {
            $0.keepInPlace()
            $0.ignoreInvalidLocations = false
        }
        #expect(error?.identifier == .noSolution)
        #expect(error?.details.first == "No solution found.")
    }

    @Test func `two stops that are not joined have no route`() throws {
        let error = try failure(sketch, "axy".dropLast().map { sketch.place($0) }) {
            $0.keepInPlace()
        }
        #expect(error?.identifier == .noSolution)
    }

    @Test func `a stop that is moved off an island is not left out for another that is not`() throws
    {
        // The island lies 100 m from d; with a tolerance of 120 m only y keeps its place.
        var sketch = NetworkSketch("a---b---c---d-x---y")
        sketch.road("abcd", seconds: 10)
        sketch.road("xy", seconds: 10)
        let result = try answer(sketch, "axy") {
            $0.locateSettings = LocateSettingsByInput(
                fallback: LocateSettings(toleranceMeters: 120, allowAutoRelocate: true))
        }
        #expect(result.impedance == 30_000)
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.status(stop: 2) == .notReached)
    }
}
