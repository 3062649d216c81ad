// Reasons and messages about rows without names: they state the kind and number, and no two things
// share a name.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ReasonWordingScenarios {
    /// A main street `abc`, a dead-end one-way street `cd` out of it and an island `xy`.
    private let town = NetworkSketch("a---b---c---d   x---y") {
        $0.road("abc", seconds: 10)
        $0.oneWay("cd", seconds: 10)
        $0.road("xy", seconds: 10)
    }

    /// Asks for a route through letters whose stops do not move.
    private func ask(
        _ stops: String, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> Asked {
        try Asked(town, stops) {
            $0.keepInPlace()
            change(&$0)
        }
    }

    @Test func `stops and a barrier without names are distinguished`() throws {
        let asked = try ask("ac") { $0.barLines([town.across("b", "c", at: 0.5)]) }
        let reason = try asked.onlyReason()
        let clause =
            "rom stop 1 to stop 2 the path is blocked by line barrier 1; leaving it out "
            + "would find a route."
        #expect(reason.text == "F" + clause)
        #expect(asked.error?.details.last == "No route for \"Location 1 - Location 2\": f" + clause)
        // Machines read the names as sent.
        #expect(reason.stop.name == "Location 2")
        #expect(reason.barriers.map(\.name) == ["Location 1"])
    }

    @Test func `several barriers, some with names`() throws {
        let asked = try ask("ac") {
            $0.barLines([town.across("a", "b", at: 0.3), town.across("a", "b", at: 0.5)])
            $0.barPolygons([[town.box("b", "c", 0.4...0.6)]], [["Name": .string("Flood")]])
        }
        let text = try asked.onlyReason().text
        #expect(
            text.contains(
                "blocked by line barrier 1, line barrier 2 and the polygon barrier \"Flood\";"))
        #expect(text.hasSuffix("leaving them out would find a route."))
    }

    @Test func `a stop's own name is used`() throws {
        let asked = try ask("ac") {
            $0.setStops([["Name": .string("Depot")], [:]])
            $0.barPoints([town.place("b")])
        }
        #expect(
            try asked.onlyReason().text.hasPrefix(
                "From \"Depot\" to stop 2 the path is blocked by point barrier 1;"))
    }

    @Test func `a trap is one sentence with each stop named once in a row`() throws {
        #expect(
            try ask("da").onlyReason().text
                == "From stop 1 to stop 2 there is no path: stop 1 can be entered but not left, "
                + "and stops may not move to other streets (allowAutoRelocate is false); "
                + "allowAutoRelocate=true (locateSettings) would find a route.")
    }

    @Test func `an island`() throws {
        let reason = try ask("ax").onlyReason()
        #expect(reason.text.hasPrefix("From stop 1 to stop 2 there is no path: stop 2 lies on"))
        #expect(!reason.text.contains("Location"))
    }

    @Test func `barriers that touch nothing, or cover a stop`() throws {
        let far = town.box("b", "c", 0.4...0.6).map { Coordinate(x: $0.x, y: $0.y + 0.1) }
        let asked = try ask("ab") { $0.barPolygons([[far], [town.box("a", "b", 0.9...1.1)]]) }
        let reason = try asked.onlyReason()
        #expect(reason.text.contains("the path is blocked by polygon barrier 2;"))
        let covered = try ask("ab") { parameters in
            parameters.barPolygons([[town.box("a", "b", 0.8...1.2)]])
            parameters.locateSettings = .init(fallback: LocateSettings(toleranceMeters: 5))
        }
        #expect(
            try #require(covered.error).reasons[0].text.contains(
                "The nearby streets are closed by polygon barrier 1."))
        let touching = try ask("ab") { $0.barPolygons([[far]]) }
        #expect(
            touching.result?.messageText == "Polygon barrier 1 touches no street and has no effect."
        )
    }

    @Test func `a curb, a bearing and a window name the stop`() throws {
        var drawn = NetworkSketch("a---b---c")
        drawn.oneWay("abc", seconds: 10)
        let curb = try Asked(drawn, [drawn.place("a"), drawn.place("b", "c", at: 0.5, right: -10)])
        {
            $0.setStops([[:], ["CurbApproach": .integer(1), "Bearing": .double(0)]])
        }
        #expect(try #require(curb.error).reasons.allSatisfy { !$0.text.contains("at \"Location") })
        let late = try Asked(drawn, "ac") {
            $0.startTime = .milliseconds(1_000_000)
            $0.useTimeWindows = true
            $0.setStops([
                [:],
                ["TimeWindowStart": .date(0), "TimeWindowEnd": .date(1_000_000)],
            ])
        }
        #expect(try late.onlyReason().text.hasPrefix("Stop 2 is reached 0.34 min after its"))
    }
}
