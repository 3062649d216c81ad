// Stops on the same street, at junctions, between streets.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct SameStreetScenarios {
    private let street = NetworkSketch.street("ab", seconds: 10)

    @Test func `a stop ahead and a stop behind are equally far`() throws {
        let places = [street.place("a", "b", at: 0.2), street.place("a", "b", at: 0.8)]
        #expect(try milliseconds(street, places) == 6_000)
        #expect(try milliseconds(street, places.reversed()) == 6_000)
    }

    @Test func `two stops at the same place are no distance apart`() throws {
        let place = street.place("a", "b", at: 0.4)
        let result = try answer(street, [place, place])
        #expect(result.impedance == 0)
        #expect(result.total("Total_TravelTime") == 0)
        #expect(result.total("Total_Length") == 0)
        #expect(result.route(0, "StopCount") == .integer(2))
    }

    @Test func `three stops at the same place in the middle of a street cost nothing`() throws {
        let place = street.place("a", "b", at: 0.4)
        let places = [street.place("a"), place, place, place, street.place("b")]
        #expect(try milliseconds(street, places) == 10_000)
    }

    @Test func `two stops on either side of the street are at the same place`() throws {
        let places = [
            street.place("a", "b", at: 0.4, right: 10), street.place("a", "b", at: 0.4, right: -10),
        ]
        #expect(try milliseconds(street, places) == 0)
    }

    @Test func `stops back and forth along one street add up`() throws {
        let places = [0.1, 0.9, 0.3, 0.5].map { street.place("a", "b", at: $0) }
        #expect(try milliseconds(street, places) == 8_000 + 6_000 + 2_000)
    }

    @Test func `the longer path round is taken when it is cheaper`() throws {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("ab", seconds: 100)
        sketch.road("bcda", seconds: 1)
        let places = [sketch.place("a", "b", at: 0.1), sketch.place("a", "b", at: 0.9)]
        #expect(try milliseconds(sketch, places) == 10_000 + 3_000 + 10_000)
    }

    @Test func `the place along the street is reported`() throws {
        let result = try answer(
            street, [street.place("a", "b", at: 0.25), street.place("a", "b", at: 0.75)])
        let share = try #require(result.number("PosAlong", stop: 0))
        #expect(abs(share - 0.25) < 1e-6)
        #expect(result.stop(0, "SourceOID") == .integer(0))
        #expect(result.stop(0, "SourceID") == .integer(1))
        #expect(result.status(stop: 0) == .ok)
        let snapped = try #require(result.number("SnapX", stop: 0))
        #expect(abs(snapped - street.place("a", "b", at: 0.25).x) < 1e-7)
        #expect(try #require(result.number("DistanceToNetworkInMeters", stop: 0)) < 0.01)
    }

    @Test func `the distance to the street is reported in meters`() throws {
        let result = try answer(
            street, [street.place("a", "b", at: 0.25, right: 37), street.place("b")])
        let meters = try #require(result.number("DistanceToNetworkInMeters", stop: 0))
        #expect(abs(meters - 37) < 0.01)
    }
}

struct StopAtJunctionScenarios {
    /// A crossing at b.
    private let crossing = NetworkSketch(
        """
            d
            |
        a---b---c
            |
            e
        """
    ) {
        $0.road("abc", seconds: 10)
        $0.road("dbe", seconds: 10)
    }

    @Test(arguments: ["a", "c", "d", "e"] as [Character])
    func `a stop at a junction is left along any street and reached by any`(
        end: Character
    ) throws {
        let places = [crossing.place("b"), crossing.place("b", end, at: 0.5)]
        #expect(try milliseconds(crossing, places) == 5_000)
        #expect(try milliseconds(crossing, places.reversed()) == 5_000)
    }

    @Test func `a stop at a junction between two others is passed`() throws {
        #expect(try milliseconds(crossing, "abe") == 20_000)
    }

    @Test func `a junction's street is the lowest that meets there`() throws {
        let result = try answer(crossing, "be")
        #expect(result.stop(0, "SourceOID") == .integer(0))
        #expect(result.stop(0, "PosAlong") == .double(1))
    }

    @Test func `ordinary turn rules apply when leaving a stop at a junction`() throws {
        var sketch = NetworkSketch.street("abc", seconds: 10)
        sketch.forbid("abc")
        let stops = sketch.places("abc")
        #expect(try milliseconds(sketch, stops) == nil)
        #expect(try milliseconds(sketch, stops.reversed()) == 20_000)
        #expect(try milliseconds(sketch, "bc") == 10_000)
    }

    @Test func `a stop nearest to a corner is placed at the corner`() throws {
        var sketch = NetworkSketch(
            """
            a---b
                |
                c
            """)
        sketch.road("abc", seconds: 10)
        // North-east of b, beyond both streets.
        let corner = sketch.place("b")
        let place = Coordinate(x: corner.x + 1e-4, y: corner.y + 1e-4)
        let result = try answer(sketch, [place, sketch.place("c")])
        #expect(result.impedance == 10_000)
        #expect(result.stop(0, "SnapX") == .double(corner.x))
        #expect(result.stop(0, "SnapY") == .double(corner.y))
    }

    @Test func `where two streets coincide a stop is on both`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("ab", seconds: 10)
        sketch.road("ab", seconds: 4)
        sketch.road("bc", seconds: 10)
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("c")]
        #expect(try milliseconds(sketch, places) == 2_000 + 10_000)
    }

    @Test func `a street the request may not use is passed over`() throws {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("ab", seconds: 10) { $0.restrictions = TestNetwork.automobile }
        sketch.road("bcda", seconds: 10)
        // The block is 200 m high and wide: 30 m from ab, 100 m from the sides.
        let near = sketch.place("a", "b", at: 0.4, right: 30)
        let result = try answer(sketch, [near, sketch.place("c")])
        let meters = try #require(result.number("DistanceToNetworkInMeters", stop: 0))
        #expect(abs(meters - 80) < 0.5)
        #expect(result.impedance == 18_500)
    }
}

struct IslandScenarios {
    /// A street, and an island of one street 200 m north of it.
    private let sketch = NetworkSketch(
        """
            x---y

        a---b---c---d
        """
    ) {
        $0.road("abcd", seconds: 10)
        $0.road("xy", seconds: 10)
    }

    @Test func `a stop on an island moves to the mainland when there is no other path`() throws {
        let result = try answer(sketch, "xd")
        #expect(result.impedance == 20_000)
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
        #expect(result.messageText.contains("Stop 1 was moved"))
        #expect(result.messageText.contains("200 m away"))
    }

    @Test func `stops on the same island stay there`() throws {
        let result = try answer(sketch, "xy")
        #expect(result.impedance == 10_000)
        #expect(result.status(stop: 0) == .ok)
        #expect(result.messages.isEmpty)
    }

    @Test func `a rule about U-turns or curbs is no reason to move`() throws {
        // Both leave the island's only street in the direction they do not use.
        let places = [0.2, 0.6, 0.4].map { sketch.place("x", "y", at: $0, right: 3) }
        let refused = try failure(sketch, places) {
            $0.ignoreInvalidLocations = false
            $0.restrictUTurns = .noBacktrack
            $0.setStops([1, 3, 0].map { ["CurbApproach": .integer($0)] })
        }
        #expect(refused?.identifier == .noSolution)
        #expect(refused?.reasons.first?.cause == .uTurnPolicy)
    }

    @Test func `a stop moves no farther than the tolerance, and not when it must not`() throws {
        #expect(try milliseconds(sketch, "xd") { $0.keepInPlace() } == nil)
        let near = try milliseconds(sketch, "xd") {
            $0.locateSettings = LocateSettingsByInput(stops: LocateSettings(toleranceMeters: 150))
        }
        #expect(near == nil)
    }

    @Test func `a tolerance beyond the service's is refused with what is allowed`() throws {
        let sketch = NetworkSketch.street("ab", seconds: 10)
        func ask(_ edit: (inout LocateSettingsByInput) -> Void) throws -> RouteRequestError? {
            try failure(sketch, "ab") {
                var settings = LocateSettingsByInput()
                edit(&settings)
                $0.locateSettings = settings
            }
        }
        let error = try ask { $0.stops = LocateSettings(toleranceMeters: 20_001) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.faults.map(\.parameter) == ["locateSettings"])
        #expect(
            error?.details == [
                "Parameter \"locateSettings\": the tolerance of \"stops\" is 20001 m; this service "
                    + "allows 20000 m (maxSnapTolerance)."
            ])
        #expect(try ask { $0.fallback = LocateSettings(toleranceMeters: 1e9) } != nil)
        #expect(try ask { $0.barriers.point = LocateSettings(toleranceMeters: 20_001) } != nil)
        #expect(try ask { $0.fallback = LocateSettings(toleranceMeters: 20_000) } == nil)
    }

    @Test func `no tolerance is proposed that the service does not allow`() throws {
        let sketch = NetworkSketch.street("ab", seconds: 10)
        let near = Coordinate(x: sketch.place("b").x + 0.2, y: sketch.place("b").y)
        let far = Coordinate(x: sketch.place("b").x + 0.3, y: sketch.place("b").y)
        let found = try #require(try failure(sketch, [sketch.place("a"), near]))
        #expect(found.text.contains("a tolerance of that distance would reach it"))
        #expect(found.reasons.contains { $0.change != nil })
        let refused = try #require(try failure(sketch, [sketch.place("a"), far]))
        #expect(refused.text.contains("allows a tolerance of 20000 m (maxSnapTolerance)"))
        #expect(refused.reasons.allSatisfy { $0.change == nil })
        #expect(refused.reasons.first?.cause == .tooFar)
    }
}
