// Messages about unusable stops: the input, the cause, and what would work.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct StopMessageScenarios {
    private let sketch = NetworkSketch("a---b---c") { $0.road("ab", seconds: 10) }

    /// Asks for a route from a good stop by a bad one to another good one.
    private func ask(
        _ geometry: Geometry?, _ attributes: [String: AttributeValue] = [:],
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try answer(sketch, []) {
            var bad = attributes
            bad["Name"] = .string("Mill")
            var set = FeatureSet.places(sketch.places("aab"), attributes: [[:], bad, [:]])
            set.features[1].geometry = geometry
            $0.stops = LocationInput(features: set)
            change(&$0)
        }
    }

    /// Checks that the answer leaves the bad stop out and names it in a message.
    private func check(
        _ result: AnalysisResult, _ status: LocationStatus, _ words: String...,
        from location: SourceLocation = #_sourceLocation
    ) {
        #expect(result.status(stop: 1) == status, sourceLocation: location)
        #expect(result.impedance == 10_000, sourceLocation: location)
        #expect(result.messages.first?.type == .warning, sourceLocation: location)
        for word in ["Location \"Mill\" in \"Stops\""] + words {
            #expect(result.messageText.contains(word), sourceLocation: location)
        }
    }

    @Test func `a stop at sea is answered with a tolerance that would reach a street`() throws {
        let sea = Coordinate(x: 10.2, y: 50)
        let result = try ask(.point(sea))
        check(result, .notLocated, "is unlocated", "within 5000 m", "tolerance")
        let found = result.messageText.firstMatch(of: /nearest is (\d+) m away/)
        let meters = try #require((found?.output.1).flatMap { Double($0) })
        #expect((14_050...14_350).contains(meters))
        let moved = try ask(.point(sea)) {
            $0.locateSettings = .init(stops: LocateSettings(toleranceMeters: meters))
        }
        #expect(moved.status(stop: 1) == .ok)
        #expect(moved.messages.map(\.type) == [.warning])
        let said = moved.messageText.firstMatch(of: /"Mill" lies (\d+) m from the street/)
        let distance = try #require((said?.output.1).flatMap { Double($0) })
        // Suggested tolerances are rounded up.
        #expect((meters - 1...meters).contains(distance))
    }

    @Test func `a stop on a barred street is answered with the distance of the next one`() throws {
        let places = [sketch.place("a"), sketch.place("a", "b", at: 0.5), sketch.place("a")]
        func ask(tolerance: Double) throws -> AnalysisResult {
            try answer(sketch, places) {
                $0.barPolygons([[sketch.box("a", "b", 0.2...0.9)]])
                $0.locateSettings = .init(stops: LocateSettings(toleranceMeters: tolerance))
            }
        }
        let result = try ask(tolerance: 30)
        #expect(result.status(stop: 1) == .notLocated)
        // 0.3 of 200 m, rounded up.
        #expect(result.messageText.contains(/nearest is (60|61) m away/))
        #expect(try ask(tolerance: 61).status(stop: 1) == .notLocatedOnClosest)
    }

    @Test func `swapped axes of a stop in range are reported, other axes are not`() throws {
        let swapped = try ask(.point(Coordinate(x: 50, y: 10)))
        check(swapped, .notLocated, "more than 200 km away", "with x and y swapped, a street lies")
        let far = try ask(.point(Coordinate(x: 50, y: 20)))
        check(far, .notLocated, "more than 200 km away", "another region")
    }

    @Test func `degrees that are said to be meters of Web Mercator are reported`() throws {
        // Where 10, 50 meters from the equator and the meridian of Greenwich are.
        let meters = 6_378_137 * Double.pi / 180
        let degrees = try ask(.point(Coordinate(x: 10 / meters, y: 50 / meters)))
        check(degrees, .notLocated, "if x and y are degrees, a street lies", "4326")
        for other in [Coordinate(x: 0, y: 0), Coordinate(x: 10 / meters, y: 60 / meters)] {
            check(try ask(.point(other)), .notLocated, "another region")
        }
    }

    @Test func `swapped axes of a stop out of range are reported`() throws {
        let result = try ask(.point(Coordinate(x: 50, y: 110)))
        check(result, .notLocated, "swapped", "110")
    }

    @Test func `a stop far out of range is reported with its coordinates`() throws {
        let result = try ask(.point(Coordinate(x: 1_113_194, y: 6_446_275)))
        check(result, .notLocated, "1113194")
    }

    @Test(arguments: [
        Coordinate(x: .nan, y: 50), Coordinate(x: 10, y: .infinity), Coordinate(x: .nan, y: .nan),
    ])
    func `a stop that is not a number is not used`(place: Coordinate) throws {
        check(try ask(.point(place)), .notLocated)
    }

    @Test(arguments: [nil, Geometry.empty]) func `a stop without a shape says what to give`(
        shape: Geometry?
    ) throws {
        check(try ask(shape), .notLocated, "no shape", "SourceOID")
    }

    @Test func `a stop that is no point is not used`() throws {
        let line = Geometry.polyline(paths: [sketch.places("ab")])
        check(try ask(line), .invalidFieldValues, "not a point")
    }

    @Test func `a stop may name its place instead of a shape`() throws {
        let result = try ask(nil, ["SourceOID": .integer(0), "PosAlong": .double(0.5)])
        #expect(result.status(stop: 1) == .ok)
        #expect(result.stop(1, "PosAlong") == .double(0.5))
        #expect(result.messages.isEmpty)
    }

    @Test func `a place that does not exist is reported`() throws {
        check(
            try ask(nil, ["SourceOID": .integer(99)]), .elementNotLocated, "SourceOID 99",
            "rebuilt")
        check(
            try ask(nil, ["SourceOID": .integer(0), "PosAlong": .double(1.5)]),
            .invalidFieldValues, "PosAlong is 1.5", "from 0 to 1")
    }

    @Test func `a stop on a closed street that must stay there is answered with what moves it`()
        throws
    {
        var sketch = sketch
        sketch.road("bc", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        let places = [sketch.place("a"), sketch.place("b", "c", at: 0.5), sketch.place("b")]
        let result = try answer(sketch, places) {
            $0.stops?.doNotLocateOnRestrictedElements = false
        }
        #expect(result.status(stop: 1) == .elementNotTraversable)
        #expect(result.messageText.contains("doNotLocateOnRestrictedElements=true"))
        #expect(try milliseconds(sketch, places) == 10_000)
    }

    @Test(arguments: [
        ("CurbApproach", AttributeValue.integer(7), "from 0 to 3"),
        ("CurbApproach", .string("front"), "or one of \"Either side of vehicle\""),
        ("LocationType", .integer(9), "from 0 to 2"), ("Sequence", .double(1.5), "whole number"),
    ])
    func `a field with a value that is none names the field and the range`(
        field: String, value: AttributeValue, words: String
    ) throws {
        check(try ask(.point(sketch.place("a")), [field: value]), .invalidFieldValues, field, words)
    }

    @Test func `numbers may come as text`() throws {
        let result = try ask(
            .point(sketch.place("a")),
            ["CurbApproach": .string("0"), "Attr_TravelTime": .string(" 2 ")])
        #expect(result.status(stop: 1) == .ok)
        let minutes: Double = 10 / 60 + 2
        #expect(result.total("Total_TravelTime") == minutes)
    }

    @Test(arguments: [("0:02:00", 2.0), ("01:00:30", 60.5), (" 00:00:15.0 ", 0.25)])
    func `a cost may be hours, minutes and seconds`(text: String, minutes: Double) throws {
        let result = try ask(
            .point(sketch.place("a")), ["Attr_TravelTime": .string(text)])
        #expect(result.status(stop: 1) == .ok)
        let total = try #require(result.total("Total_TravelTime"))
        #expect(abs(total - 10.0 / 60 - minutes) < 1e-9)
    }

    @Test(arguments: ["0:05", "00:61:00", "1:2:3:4", "five", "-0:05:00"])
    func `a cost in doubt is none`(text: String) throws {
        check(
            try ask(.point(sketch.place("a")), ["Attr_TravelTime": .string(text)]),
            .invalidFieldValues, "Attr_TravelTime", "not a number")
    }

    @Test func `the first bad stop fails a request that does not ignore them`() throws {
        var parameters = RouteParameters(
            through: [sketch.place("a"), Coordinate(x: 10.7, y: 50), sketch.place("b")])
        parameters.ignoreInvalidLocations = false
        let error = #expect(throws: RouteRequestError.self) {
            try NetworkLayer.sketched(sketch).solve(parameters)
        }
        #expect(error?.identifier == .notLocated)
        #expect(error?.details.first?.hasPrefix("Location \"Location 2\" in \"Stops\" is") == true)
    }
}

struct StopCountScenarios {
    private let sketch = NetworkSketch.street("ab", seconds: 10)

    @Test(arguments: [0, 1]) func `fewer than two stops are too few`(count: Int) throws {
        let error = try failure(sketch, [Coordinate](repeating: sketch.place("a"), count: count))
        #expect(error?.identifier == .tooFewStops)
        #expect(try #require(error?.text).contains("at least 2 valid stops"))
        #expect(try #require(error?.text).contains("has \(count)"))
    }

    @Test func `no stops at all are too few`() throws {
        let error = try failure(sketch, []) { $0.stops = nil }
        #expect(error?.identifier == .tooFewStops)
    }

    @Test func `one good stop of two is too few, and the bad one is named`() throws {
        let error = try failure(sketch, [sketch.place("a"), Coordinate(x: 10.7, y: 50)])
        #expect(error?.identifier == .tooFewStops)
        #expect(try #require(error?.text).contains("\"Location 2\""))
    }

    @Test func `more stops than allowed are refused with the number`() throws {
        let layer = try layer(sketch) { $0.limits.maximumStops = 3 }
        let error = try failure(from: layer, [Coordinate](repeating: sketch.place("a"), count: 4))
        #expect(error?.identifier == .limitExceeded)
        #expect(try #require(error?.text).contains("maximum of 3"))
        #expect(try #require(error?.text).contains("found 4"))
    }

    @Test func `more stops in a route than allowed are refused with the number`() throws {
        let layer = try layer(sketch) { $0.limits.maximumStopsPerRoute = 3 }
        let error = try failure(from: layer, [Coordinate](repeating: sketch.place("a"), count: 4))
        #expect(error?.identifier == .limitExceeded)
        #expect(try #require(error?.text).contains("has 4 stops; this service allows 3"))
    }
}
