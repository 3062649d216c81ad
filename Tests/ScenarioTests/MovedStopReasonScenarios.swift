// Why stops had to move: what closes the paths to and from their closest streets.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct MovedStopReasonScenarios {
    /// A street from `a` to `c`, and one from its crossing `b` to `m`.
    private func crossing(_ change: (inout NetworkSketch) -> Void = { _ in }) -> NetworkSketch {
        NetworkSketch(
            """
                m
                n
            a---b---c
            """
        ) {
            $0.road("ab", seconds: 10) { $0.name = "West St" }
            $0.road("bc", seconds: 10) { $0.name = "East St" }
            $0.road("bnm", seconds: 10) { $0.name = "North Ave" }
            change(&$0)
        }
    }

    /// A solve that explains its parameters.
    private func ask(
        _ sketch: NetworkSketch, _ stops: some DrawnStops,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, stops) {
            $0.explainParameters = true
            change(&$0)
        }
    }

    @Test func `the turn restrictions are named that keep a stop from its street`() throws {
        let sketch = crossing {
            $0.forbid("abn")
            $0.forbid("cbn")
        }
        let places = [sketch.place("a"), sketch.place("n", "m", at: 0.5)]
        // From the east, too: a vehicle may turn back at `c`.
        let result = try ask(sketch, places) { $0.restrictUTurns = .atDeadEndsAndIntersections }
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        let reason = try #require(result.reasons.first)
        #expect(result.reasons.count == 1)
        #expect(reason.cause == .turnRestrictions && reason.change == nil)
        #expect(reason.stop.row == 1 && reason.routeName != nil)
        #expect(
            reason.text.hasPrefix(
                "If no stop moves, from stop 1 to stop 2 every path is closed by turn "
                    + "restrictions: from \"West St\" into \"North Ave\" and from \"East St\" into "
                    + "\"North Ave\" at "))
        // Only an answer that explains parameters runs the extra searches.
        let plain = try answer(sketch, places)
        #expect(plain.reasons.isEmpty && plain.messages.count == 1)
    }

    @Test func `a barrier is named, and leaving it out keeps the stop where it is`() throws {
        let sketch = crossing()
        func parameters() -> RouteParameters {
            var asked = RouteParameters(through: sketch.places("am"))
            asked.explainParameters = true
            asked.barLines([sketch.across("b", "n", at: 0.5)], [["Name": .string("Fence")]])
            return asked
        }
        let layer = try NetworkLayer.sketched(sketch)
        let result = try layer.solve(parameters())
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        let reason = try #require(result.reasons.first)
        #expect(reason.cause == .cutOffByBarriers)
        #expect(reason.text.contains("Fence"))
        let again = try layer.solve(parameters().applying([try #require(reason.change)]))
        #expect(again.status(stop: 1) == .ok && again.reasons.isEmpty)
    }

    @Test func `a street without a connection is said, and no walk is suggested`() throws {
        var sketch = NetworkSketch("a---b---c   x---y")
        sketch.road("abc", seconds: 10)
        sketch.road("xy", seconds: 10)
        let walking = TravelMode(
            id: "w", name: "On foot", type: "WALK", summary: "",
            impedanceAttributeName: "WalkTime", timeAttributeName: "WalkTime",
            distanceAttributeName: "Length", restrictionAttributeNames: ["Walking"],
            uTurnPolicy: .allowBacktrack)
        let result = try answer(
            from: layer(sketch) { $0.travelModes = [walking] },
            sketch.places("ax")
        ) { $0.explainParameters = true }
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.reasons.map(\.cause) == [.otherComponent])
        #expect(result.reasons.first?.text.hasPrefix("If no stop moves, ") == true)
        #expect(result.reasons.first?.change == nil)
    }

    @Test func `hours that keep a stop from its street are a cause`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("abc", seconds: 180)
        sketch.road("cd", seconds: 180)
        sketch.condition(
            on: "cd", "11:00-12:00", tag: "motor_vehicle:conditional=no @ (11:00-12:00)",
            restrictions: TestNetwork.automobile)
        let result = try answer(
            from: layer(sketch) { $0.timeZoneName = "Europe/Lisbon" },
            [sketch.place("a"), sketch.place("c", "d", at: 0.25)]
        ) { parameters in
            parameters.explainParameters = true
            parameters.startTime = .milliseconds(monday(10, 57))
        }
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        let reason = try #require(result.reasons.first)
        #expect(reason.cause == .closedAtThisTime)
        #expect(reason.text.contains("a later start"))
    }

    @Test func `stops that stay where they are have no reasons`() throws {
        let sketch = crossing()
        let result = try ask(sketch, "am")
        #expect(result.reasons.isEmpty && result.messages.isEmpty)
    }
}
