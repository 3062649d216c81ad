// Machine-readable reasons for stops that are not visited: the cause, the blocking inputs, and a
// change that helps when it is made.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ReasonScenarios {
    /// A main street `abc`.
    private let street = NetworkSketch.street("abc", seconds: 10)

    @Test func `the tolerance that one stop needs is not lowered for another`() throws {
        let (a, c) = (street.place("a"), street.place("c"))
        let far = [Coordinate(x: a.x - 0.2, y: a.y), Coordinate(x: c.x + 0.1, y: c.y)]
        let asked = try Asked(street, far)
        let reasons = try #require(asked.error).reasons
        #expect(reasons.map(\.cause) == [.tooFar, .tooFar])
        #expect(reasons.map { ($0.distanceMeters ?? 0) > 5_000 } == [true, true])
        #expect(reasons.allSatisfy { $0.change != nil })
        try asked.expectRouteAfter(reasons)
    }

    @Test func `one barrier of many is to blame`() throws {
        let asked = try Asked(street, "ac") {
            $0.keepInPlace()
            $0.barPolygons(
                [
                    [street.box("b", "c", 0.4...0.6)],
                    [street.box("b", "c", 0.4...0.6).map { Coordinate(x: $0.x, y: $0.y + 0.1) }],
                ], [["Name": .string("Flood")], ["Name": .string("Far away")]])
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .cutOffByBarriers)
        #expect(reason.routeName == "Location 1 - Location 2")
        #expect(reason.from?.objectID == 1)
        #expect(reason.stop.objectID == 2)
        let flood = BarrierReference(
            parameter: "polygonBarriers", row: 0, objectID: 1, name: "Flood")
        #expect(reason.barriers == [flood])
        #expect(reason.change == .removingBarriers([flood]))
        try asked.expectRouteAfter([reason])
    }

    @Test func `the streets that barriers shut in are told, without those they only cut`() throws {
        let sketch = NetworkSketch.street("abcde", seconds: 10)
        func pocket(behind wall: [Coordinate]) throws -> [[Coordinate]] {
            let asked = try Asked(sketch, "ae") {
                $0.keepInPlace()
                $0.barLines([wall], [["Name": .string("Wall")]])
            }
            let reason = try asked.onlyReason()
            #expect(reason.cause == .cutOffByBarriers)
            return reason.pocket
        }
        let west = try pocket(behind: sketch.across("b", "c", at: 0.5))
        #expect(west.count == 1, "of two sides, the smaller one")
        let (a, b) = (sketch.place("a").x, sketch.place("b").x)
        #expect(west.allSatisfy { $0.allSatisfy { (a - 1e-6...b + 1e-6).contains($0.x) } })
        let east = try pocket(behind: sketch.across("c", "d", at: 0.5))
        let d = sketch.place("d").x
        #expect(east.count == 1 && east.allSatisfy { $0.allSatisfy { $0.x >= d - 1e-6 } })
        #expect(try pocket(behind: sketch.across("a", "b", at: 0.5)).isEmpty)
    }

    @Test func `two barriers that block a route are reported together, without a third`() throws {
        let asked = try Asked(street, "ac") {
            $0.keepInPlace()
            $0.barLines(
                [street.across("a", "b", at: 0.3), street.across("b", "c", at: 0.9)],
                [["Name": .string("Fence")], ["Name": .string("Wall")]])
            $0.barPoints(
                [street.place("a", "b", at: 0.5), street.place("c")],
                [["Name": .string("Tree")], ["Name": .string("Pole")]])
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .cutOffByBarriers)
        #expect(Set(reason.barriers.map(\.name)) == ["Fence", "Wall", "Tree"])
        try asked.expectRouteAfter([reason])
    }

    @Test func `of two paths the one with a single barrier is shown`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |       |
            d-------e
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("adec", seconds: 100)
        let asked = try Asked(sketch, "ac") {
            $0.keepInPlace()
            $0.barLines(
                [
                    sketch.across("a", "b", at: 0.5), sketch.across("b", "c", at: 0.5),
                    sketch.across("d", "e", at: 0.5),
                ], ["One", "Two", "Long road"].map { ["Name": .string($0)] })
        }
        let reason = try asked.onlyReason()
        #expect(reason.barriers.map(\.name) == ["Long road"])
        try asked.expectRouteAfter([reason])
    }

    @Test func `separate parts of the network are reported by their numbers`() throws {
        var sketch = NetworkSketch("a---b   x---y")
        sketch.road("ab", seconds: 10)
        sketch.road("xy", seconds: 10)
        let asked = try Asked(sketch, "ay") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .otherComponent)
        #expect(reason.components == [0, 1])
        #expect(
            reason.text.contains("(they lie in the separate components 0 and 1; 0 is the largest)"))
        #expect(
            try reason.change
                == asked.changed("locateSettings") {
                    $0.locateSettings?.stops = LocateSettings(toleranceMeters: 5_000)
                })
        try asked.expectRouteAfter([reason])
    }

    @Test func `a place that can only be entered`() throws {
        let sketch = NetworkSketch.town { $0.oneWay("tuv", seconds: 10) }
        let asked = try Asked(sketch, "va") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .entryOnly)
        #expect(reason.text.contains("stop 1 can be entered but not left"))
        #expect(
            try reason.change
                == asked.changed("locateSettings") {
                    $0.locateSettings?.stops = LocateSettings(toleranceMeters: 5_000)
                })
        try asked.expectRouteAfter([reason])
    }

    @Test func `a barrier is named before stops that may not move, unless cut off`() throws {
        let sketch = NetworkSketch.town { $0.oneWay("tuv", seconds: 10) }
        for (from, cause) in [("u", Reason.Cause.entryOnly), ("t", .cutOffByBarriers)] {
            let from = try #require(from.first)
            let asked = try Asked(sketch, [sketch.place(from), sketch.place("a")]) {
                $0.keepInPlace()
                $0.barLines([sketch.across("a", "b", at: 0.2), sketch.across("a", "f", at: 0.2)])
            }
            let reasons = try #require(asked.error).reasons
            #expect(reasons.first?.cause == cause, "from \(from)")
            try asked.expectRouteAfter(reasons)
        }
    }

    @Test func `a place that can only be left`() throws {
        let sketch = NetworkSketch.town { $0.oneWay("vut", seconds: 10) }
        let asked = try Asked(sketch, "av") { $0.keepInPlace() }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .exitOnly)
        #expect(reason.text.contains("stop 2 can be left but not entered"))
        try asked.expectRouteAfter([reason])
    }

    @Test func `streets that lead somewhere are found beyond the tolerance`() throws {
        let sketch = NetworkSketch.town { $0.oneWay("tuv", seconds: 10) }
        let asked = try Asked(sketch, "va") {
            $0.locateSettings = .init(fallback: LocateSettings(toleranceMeters: 5))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .entryOnly)
        #expect(reason.toleranceMeters == 5)
        #expect(reason.text.contains("a tolerance of"))
        try asked.expectRouteAfter([reason])
    }

    @Test func `the U-turn policy`() throws {
        let places = [
            street.place("a", "b", at: 0.5, right: 10), street.place("b", "a", at: 0.5, right: 10),
        ]
        let asked = try Asked(street, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .uTurnPolicy)
        #expect(reason.change == .parameter("restrictUTurns", "esriNFSBAllowBacktrack"))
        try asked.expectRouteAfter([reason])
    }

    @Test func `the U-turn policy of a travel mode is changed in the travel mode`() throws {
        let places = [
            street.place("a", "b", at: 0.5, right: 10), street.place("b", "a", at: 0.5, right: 10),
        ]
        let asked = try Asked(street, places) {
            $0.setStops([["CurbApproach": .integer(1)], ["CurbApproach": .integer(1)]])
            $0.travelMode = .settings(
                TravelMode(
                    id: "1", name: "Car", type: "AUTOMOBILE",
                    impedanceAttributeName: "TravelTime", timeAttributeName: "TravelTime",
                    distanceAttributeName: "Length",
                    restrictionAttributeNames: ["Driving an Automobile", "Oneway"],
                    uTurnPolicy: .noBacktrack))
        }
        let reason = try asked.onlyReason()
        #expect(reason.cause == .uTurnPolicy)
        guard case .parameter("travelMode", let mode) = reason.change else {
            Issue.record("the travel mode is what has to change")
            return
        }
        #expect(mode["uturnAtJunctions"]?.string == "esriNFSBAllowBacktrack")
        try asked.expectRouteAfter([reason])
    }

    @Test func `two causes at once are reported with two changes that work together`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("ab", seconds: 10)
        sketch.road("bc", seconds: 10) { $0.restrictions = TestNetwork.toll }
        sketch.road("cd", seconds: 10)
        let asked = try Asked(sketch, "ad") {
            $0.keepInPlace()
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
            $0.barLines([sketch.across("c", "d", at: 0.5)], [["Name": .string("Fence")]])
        }
        let error = try #require(asked.error)
        #expect(Set(error.reasons.map(\.cause)) == [.restrictedEdgesOnly, .cutOffByBarriers])
        #expect(error.text.contains("Together"))
        for reason in error.reasons {
            let alone = try asked.parameters.applying([#require(reason.change)])
            #expect(throws: RouteRequestError.self) { try asked.layer.solve(alone) }
        }
        try asked.expectRouteAfter(error.reasons)
    }

    @Test func `every gap of a route is reported`() throws {
        let sketch = NetworkSketch.street("abcd", seconds: 10)
        let asked = try Asked(sketch, "abd") {
            $0.keepInPlace()
            $0.barLines(
                [sketch.across("a", "b", at: 0.5), sketch.across("c", "d", at: 0.5)],
                [["Name": .string("First")], ["Name": .string("Second")]])
        }
        let error = try #require(asked.error)
        #expect(error.reasons.map { $0.barriers.map(\.name) } == [["First"], ["Second"]])
        #expect(error.reasons.map(\.stop.row) == [1, 2])
        try asked.expectRouteAfter(error.reasons)
    }

    @Test func `reasons are given for each route`() throws {
        let asked = try Asked(street, "abac") {
            $0.keepInPlace()
            $0.setStops(["In", "In", "Out", "Out"].map { ["RouteName": .string($0)] })
            $0.barLines([street.across("b", "c", at: 0.5)], [["Name": .string("Fence")]])
        }
        let result = try #require(asked.result)
        #expect(result.routes?.features.count == 1)
        #expect(result.reasons.map(\.routeName) == ["Out"])
        #expect(result.messageText.contains("No route for \"Out\""))
        try asked.expectRouteAfter(result.reasons, count: 2)
    }

    @Test func `causes are looked for only so long`() throws {
        let count = 120
        let pair = street.places("ac")
        let asked = try Asked(street, (0..<count).flatMap { _ in pair }) {
            $0.keepInPlace()
            $0.setStops((0..<2 * count).map { ["RouteName": .string("Route \($0 / 2)")] })
            $0.barLines([street.across("a", "b", at: 0.5), street.across("b", "c", at: 0.5)])
        }
        let reasons = try #require(asked.error).reasons
        #expect(reasons.count == count)
        #expect(reasons.first?.cause == .cutOffByBarriers)
        #expect(reasons.last?.cause == .notExamined)
        #expect(reasons.last?.change == nil)
        #expect(reasons.last?.text.contains("was stopped") == true)
    }

    @Test func `a stop without a route's name has a reason too`() throws {
        let far = Coordinate(x: street.place("c").x + 0.1, y: street.place("c").y)
        let asked = try Asked(street, [street.place("a"), street.place("c"), far]) {
            $0.setStops([["RouteName": .string("R")], ["RouteName": .string("R")], [:]])
        }
        let result = try #require(asked.result)
        #expect(result.reasons.map(\.stop.row) == [2])
        #expect(result.reasons.first?.routeName == nil)
    }

    @Test func `a stop that is left out of a route that is found has a reason`() throws {
        let far = Coordinate(x: street.place("c").x + 0.1, y: street.place("c").y)
        let asked = try Asked(street, [street.place("a"), far, street.place("c")])
        let result = try #require(asked.result)
        #expect(result.reasons.map(\.cause) == [.tooFar])
        #expect(result.reasons.map(\.stop.row) == [1])
    }

    @Test func `an answer without errors carries them too`() throws {
        let asked = try Asked(street, "ac") {
            $0.keepInPlace()
            $0.barLines([street.across("b", "c", at: 0.5)])
            $0.returnEmptyResults = true
        }
        let result = try #require(asked.result)
        #expect(result.reasons.map(\.cause) == [.cutOffByBarriers])
        #expect(result.status(stop: 1) == .notReached)
    }

    /// Monday, 4 January 1990, 9:00.
    private static let nine: Int64 = 631_443_600_000

    private func lateRequest(_ change: (inout RouteParameters) -> Void) throws -> Asked {
        try Asked(street, "ac") {
            $0.setStops([
                [:],
                [
                    "TimeWindowStart": .integer(Int(Self.nine)),
                    "TimeWindowEnd": .integer(Int(Self.nine + 5_000)),
                ],
            ])
            $0.useTimeWindows = true
            change(&$0)
        }
    }

    @Test func `a stop that is reached too late would be in time after an earlier start`() throws {
        let asked = try lateRequest { $0.startTime = .milliseconds(Self.nine) }
        let reason = try asked.onlyReason()
        #expect(asked.result?.status(stop: 1) == .timeWindowViolation)
        #expect(reason.cause == .timeWindow)
        #expect(reason.text.contains("0.25 min after its time window ends"))
        #expect(reason.stop.row == 1 && reason.text.contains("08:59 local time"))
        #expect(reason.change == .parameter("startTime", .string(String(Self.nine - 60_000))))
        #expect(asked.result?.messages.contains { $0.text == reason.text } ?? false)
        try asked.expectRouteAfter([reason])
    }

    @Test func `without a start to change the window has to end later`() throws {
        let asked = try lateRequest {
            $0.setStops([
                [
                    "TimeWindowStart": .integer(Int(Self.nine)),
                    "TimeWindowEnd": .integer(Int(Self.nine + 1_000)),
                ],
                [
                    "TimeWindowStart": .integer(Int(Self.nine)),
                    "TimeWindowEnd": .integer(Int(Self.nine + 5_000)),
                ],
            ])
        }
        let reason = try asked.onlyReason()
        guard case .stop(let stop, let attributes) = reason.change else {
            Issue.record("the window is what has to change")
            return
        }
        #expect(stop.row == 1)
        #expect(attributes["TimeWindowEnd"]?.number == Double(Self.nine + 20_000))
        try asked.expectRouteAfter([reason])
    }
}
