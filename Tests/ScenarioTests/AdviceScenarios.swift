// What explanations suggest if traffic rules close every path: never to break the rules. Turn
// restrictions are a separate cause, reported with their streets and places.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct AdviceScenarios {
    /// A crossing `b` where cars may not turn north, to `n` and `m`.
    private let crossing = NetworkSketch(
        """
            m
            n
        a---b---c
        """
    ) {
        $0.road("ab", seconds: 10) { $0.name = "West St" }
        $0.road("bc", seconds: 10) { $0.name = "East St" }
        $0.road("bnm", seconds: 10) { $0.name = "North Ave" }
        $0.forbid("abn")
        $0.forbid("cbn")
    }

    /// A coordinate as messages write it, to five decimals.
    private func text(_ place: Coordinate) -> String {
        [place.x, place.y].map { JSONValue.number(($0 * 1e5).rounded() / 1e5).text }
            .joined(separator: ",")
    }

    @Test func `the turn restrictions that close every path are named with their place`() throws {
        let asked = try Asked(crossing, [crossing.place("a"), crossing.place("n", "m", at: 0.5)]) {
            $0.keepInPlace()
            $0.restrictUTurns = .atDeadEndsAndIntersections
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .turnRestrictions)
        #expect(reason.change == nil && reason.restrictions.isEmpty)
        #expect(
            reason.text == "From stop 1 to stop 2 every path is closed by turn restrictions: from "
                + "\"West St\" into \"North Ave\" and from \"East St\" into \"North Ave\" at "
                + "\(text(crossing.place("b"))).")
        #expect(asked.error?.details.last?.contains("closed by turn restrictions") == true)
    }

    @Test func `a street that cannot be left because of turn restrictions`() throws {
        var sketch = crossing
        sketch.forbid("nba")
        sketch.forbid("nbc")
        let asked = try Asked(sketch, "mc") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .turnRestrictions)
        #expect(reason.text.contains("from \"North Ave\" into \"East St\" at"))
    }

    @Test func `restrictions over several streets are turn restrictions too`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("ab", seconds: 10) { $0.name = "First" }
        // On a two-way street the car could turn round, after which the restriction no longer
        // holds.
        sketch.oneWay("bc", seconds: 10) { $0.name = "Second" }
        sketch.road("cd", seconds: 10) { $0.name = "Third" }
        sketch.forbid("abcd")
        let asked = try Asked(sketch, "ad") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .turnRestrictions)
        #expect(
            reason.text.contains("from \"Second\" into \"Third\" at \(text(sketch.place("c")))."))
    }

    @Test func `a U-turn that would do is suggested before turn restrictions are blamed`() throws {
        var sketch = NetworkSketch.street("abcd", seconds: 10)
        sketch.forbid("abcd")
        let asked = try Asked(sketch, "ad") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .uTurnPolicy)
        try asked.expectRouteAfter([reason])
    }

    @Test func `turn restrictions of other vehicles are not blamed`() throws {
        var sketch = NetworkSketch.street("abc", seconds: 10)
        sketch.forbid("abc", under: TestNetwork.bus)
        #expect(try Asked(sketch, "ac").result != nil)
        let asked = try Asked(sketch, "ac") {
            $0.restrictionAttributeNames = ["Driving a Bus"]
            $0.keepInPlace()
        }
        #expect(try asked.onlyReason().cause == .turnRestrictions)
    }

    @Test func `a barrier together with turn restrictions is no change that would do`() throws {
        let asked = try Asked(crossing, "am") {
            $0.keepInPlace()
            $0.barLines([crossing.across("a", "b", at: 0.5)], [["Name": .string("Fence")]])
        }
        let error = try #require(asked.error)
        #expect(Set(error.reasons.map(\.cause)) == [.turnRestrictions, .cutOffByBarriers])
        #expect(error.reasons.allSatisfy { $0.change == nil })
        #expect(!error.text.contains("would find a route"))
    }

    @Test func `closed streets and one-ways are causes without a change`() throws {
        let rules: [(mask: UInt64, name: String)] = [
            (TestNetwork.automobile, "Driving an Automobile"),
            (TestNetwork.oneway, "Oneway"),
        ]
        for rule in rules {
            var sketch = NetworkSketch("a---b---c---d")
            sketch.road("ab", seconds: 10)
            sketch.road("bc", seconds: 10) { $0.restrictions = rule.mask }
            sketch.road("cd", seconds: 10)
            let asked = try Asked(sketch, "ad") { $0.keepInPlace() }
            let reason = try asked.onlyReason()
            #expect(reason.restrictions == [rule.name])
            #expect(reason.change == nil, "\(rule.name)")
            #expect(!reason.text.contains("AVOID_HIGH") && !reason.text.contains("leaving"))
        }
    }

    @Test func `where streets are closed to a car, a walk that is short is suggested`() throws {
        let walking = TravelMode(
            id: "w", name: "On foot", type: "WALK", summary: "",
            impedanceAttributeName: "WalkTime", timeAttributeName: "WalkTime",
            distanceAttributeName: "Length", restrictionAttributeNames: ["Walking"],
            uTurnPolicy: .allowBacktrack)
        let layer = try layer(crossing) { $0.travelModes = [walking] }
        let error = try #require(
            try failure(from: layer, crossing.places("am")) { $0.keepInPlace() })
        let reason = try #require(error.reasons.first)
        #expect(reason.cause == .turnRestrictions)
        #expect(reason.text.hasSuffix("; the travel mode \"On foot\" would find a route."))
        #expect(reason.change == .parameter("travelMode", "On foot"))
        var asked = RouteParameters(through: crossing.places("am"))
        asked.keepInPlace()
        let walked = try layer.solve(asked.applying([try #require(reason.change)]))
        #expect(walked.routes?.features.count == 1)
    }

    @Test func `pairs of a matrix have the same causes, in their own words`() throws {
        var parameters = ODCostMatrixParameters(from: crossing.input("a"), to: crossing.input("cm"))
        parameters.keepInPlace()
        let result = try NetworkLayer.sketched(crossing).solve(parameters)
        #expect(result.reasons.map(\.cause) == [.turnRestrictions])
        #expect(
            result.reasons.first?.text.hasPrefix("From origin 1 to destination 2 every path")
                == true)
        #expect(!result.messageText.contains("stop"))
    }
}
