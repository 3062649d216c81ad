// Why no route exists: the stops, the blocking rule, and the value that would allow one.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct UnreachableScenarios {
    /// The message of a request without a route, whose stops do not move.
    private func reason(
        _ sketch: NetworkSketch, _ stops: some DrawnStops,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> String {
        let error = try #require(
            try failure(sketch, stops) {
                $0.keepInPlace()
                $0.ignoreInvalidLocations = false
                change(&$0)
            })
        #expect(error.identifier == .noSolution)
        #expect(error.details.first == "No solution found.")
        return error.text
    }

    private let street = NetworkSketch.street("abc", seconds: 10)

    @Test func `the route and the two stops are named`() throws {
        var sketch = NetworkSketch("a---b   x---y")
        sketch.road("ab", seconds: 10)
        sketch.road("xy", seconds: 10)
        let text = try reason(sketch, "aby") {
            $0.setStops([
                ["Name": .string("Depot")], ["Name": .string("Shop")], ["Name": .string("Isle")],
            ])
        }
        #expect(text.contains("No route for \"Depot - Isle\": from \"Shop\" to \"Isle\""))
        #expect(text.contains("no streets connect them"))
        #expect(text.contains("components 0 and 1"))
    }

    @Test func `blocking barriers are named, others are not`() throws {
        var sketch = street
        sketch.road("ca", seconds: 900) { $0.families = TestNetwork.foot }
        let text = try reason(sketch, "ac") {
            $0.barPolygons(
                [
                    [sketch.box("b", "c", 0.4...0.6)],
                    [sketch.box("b", "c", 0.4...0.6).map { Coordinate(x: $0.x, y: $0.y + 0.1) }],
                ], [["Name": .string("Flood")], ["Name": .string("Far away")]])
        }
        #expect(text.contains("blocked by the polygon barrier \"Flood\";"))
        #expect(!text.contains("Far away"))
        #expect(text.contains("leaving it out would find a route"))
    }

    @Test func `line and point barriers are named too`() throws {
        let line = try reason(street, "ac") {
            $0.barLines([street.across("a", "b", at: 0.5)], [["Name": .string("Fence")]])
        }
        #expect(line.contains("by the line barrier \"Fence\";"))
        let point = try reason(street, "ac") {
            $0.barPoints([street.place("a", "b", at: 0.5)], [["Name": .string("Tree")]])
        }
        #expect(point.contains("by the point barrier \"Tree\";"))
    }

    @Test func `a point barrier at a junction is named, whatever street it was placed on`() throws {
        var sketch = NetworkSketch(
            """
                d
                |
            a---b---c
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("bd", seconds: 10)
        let text = try reason(sketch, "cd") {
            $0.barPoints([sketch.place("b")], [["Name": .string("Tree")]])
        }
        #expect(text.contains("by the point barrier \"Tree\";"))
    }

    @Test func `a needed U-turn is reported with the policy that allows it`() throws {
        let places = [
            street.place("a", "b", at: 0.5, right: 10), street.place("b", "a", at: 0.5, right: 10),
        ]
        let text = try reason(street, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
        }
        #expect(text.contains("U-turn"))
        #expect(text.contains("esriNFSBNoBacktrack forbids"))
        #expect(text.contains("restrictUTurns=esriNFSBAllowBacktrack"))
    }

    @Test func `a curb that cannot be met is reported with the value that can`() throws {
        var sketch = street
        sketch.forbid("aba")
        sketch.forbid("bcb")
        let places = [
            sketch.place("a", "b", at: 0.2, right: 10), sketch.place("b", "a", at: 0.2, right: 10),
        ]
        let text = try reason(sketch, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
            $0.restrictUTurns = .allowBacktrack
        }
        #expect(text.contains("curb approach"))
        #expect(text.contains("CurbApproach 0 (either side)"))
    }

    @Test func `a stop that must not be turned round at is named`() throws {
        let home = street.place("a", "b", at: 0.5)
        let text = try reason(street, [home, street.place("b", "c", at: 0.5), home]) {
            $0.setStops([[:], ["CurbApproach": .integer(3), "Name": .string("Mill")], [:]])
            // A barrier elsewhere is not to blame.
            $0.barPoints([street.place("b", "c", at: 0.9)], [["Name": .string("Tree")]])
        }
        #expect(text.contains("from \"Mill\" to stop 3"))
        #expect(!text.contains("Tree"))
        #expect(text.contains("U-turn") || text.contains("CurbApproach"))
    }

    @Test func `a blocking avoidance is named with a usage that allows passage`() throws {
        var tolled = NetworkSketch("a---b---c---d")
        tolled.road("ab", seconds: 10)
        tolled.road("bc", seconds: 10) { $0.restrictions = TestNetwork.toll }
        tolled.road("cd", seconds: 10)
        let text = try reason(tolled, "ad") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
        }
        #expect(text.contains("restriction \"Avoid Toll Roads\""))
        #expect(text.contains("AVOID_HIGH for \"Avoid Toll Roads\" would find a route"))
    }

    @Test func `a bridge that is too low is named, and no truck is sent under it`() throws {
        var low = NetworkSketch("a---b---c---d")
        low.road("ab", seconds: 10)
        low.road("bc", seconds: 10) { $0.heightCentimeters = 300 }
        low.road("cd", seconds: 10)
        let text = try reason(low, "ad") {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Height Restriction"]
            $0.attributeParameterValues = [.vehicleHeight("3.5")]
        }
        #expect(text.hasSuffix("closed by the restriction \"Height Restriction\"."))
    }

    @Test func `a blocking one-way street is named`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("ab", seconds: 10)
        sketch.oneWay("bc", seconds: 10)
        let text = try reason(sketch, .middles("bc", "ab"))
        #expect(text.contains("restriction \"Oneway\""))
        #expect(!text.contains("AVOID_HIGH"))
    }

    @Test func `a blocking forbidden turn is named, and no change that makes it`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("ab", seconds: 10) { $0.name = "First" }
        sketch.road("bc", seconds: 10) { $0.name = "Second" }
        sketch.forbid("abc")
        let text = try reason(sketch, .middles("ab", "bc"))
        #expect(text.contains("closed by turn restrictions: from \"First\" into \"Second\" at"))
        #expect(!text.contains("would find a route"))
    }
}
