// Stops that no path reaches, or leaves.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct CutOffStopScenarios {
    /// A yard behind a bollard at `u`.
    private let yard = NetworkSketch.town {
        $0.road("tuv", seconds: 10)
        $0.bar("u", under: TestNetwork.automobile)
    }

    @Test func `a stop behind a bollard moves to the street before it`() throws {
        let stops = yard.places("av")
        let result = try answer(yard, stops)
        #expect(result.impedance == 80_000)
        #expect(result.stop(1, "SnapX") == .double(yard.place("u").x))
        #expect(result.status(stop: 0) == .ok)
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(result.messageText.contains("was moved to a street 200 m away"))
        #expect(try milliseconds(yard, stops.reversed()) == 80_000)
    }

    @Test func `a stop that moves to where another one lies counts as one with it`() throws {
        let result = try answer(yard, "auv")
        #expect(result.impedance == 80_000)
        #expect(result.stop(1, "SnapX") == result.stop(2, "SnapX"))
        #expect(
            result.messages.map(\.text) == [
                "Stop 3 was moved to a street 200 m away, because the closest one is not connected "
                    + "with the other stops. Stop 2 lies there too: on this route they count as "
                    + "one stop."
            ])
        // A nearer usable street comes first.
        let nearer = try answer(yard, [yard.place("s"), yard.place("t", "u", at: 0.5)])
        #expect(nearer.messages.isEmpty)
    }

    @Test func `a stop between others moves too`() throws {
        #expect(try milliseconds(yard, "svo") == 20_000 + 20_000)
    }

    @Test func `two stops of a yard that are moved are reported as one`() throws {
        let places = [
            yard.place("u", "v", at: 0.25), yard.place("u", "v", at: 0.75), yard.place("a"),
        ]
        let result = try answer(yard, places)
        #expect(result.impedance == 80_000)
        #expect(result.stop(0, "SnapX") == result.stop(1, "SnapX"))
        #expect(
            result.messages.map(\.text) == [
                "Stop 1 and stop 2 were moved to the same place, 50 to 150 m away, because the "
                    + "streets closest to them are not connected with the other stops: on this "
                    + "route they count as one stop. On a route of their own (RouteName) they "
                    + "would not be moved."
            ])
        let apart = try answer(yard, places + [yard.place("b")]) {
            $0.setStops(["Yard", "Yard", "Town", "Town"].map { ["RouteName": .string($0)] })
        }
        #expect(apart.messages.isEmpty)
        #expect((0..<4).map { apart.status(stop: $0) } == [.ok, .ok, .ok, .ok])
        #expect(apart.impedances == [5_000, 10_000])
    }

    @Test func `stops of two yards that are moved to one place`() throws {
        let sketch = NetworkSketch.town { sketch in
            sketch.road("tuv", seconds: 10)
            sketch.bar("u", under: TestNetwork.automobile)
            sketch.bar("t", under: TestNetwork.automobile)
        }
        let result = try answer(
            sketch, [sketch.place("t", "u", at: 0.5), sketch.place("v"), sketch.place("a")])
        #expect(result.messageText.contains("Stop 1 and stop 2 were moved to the same place"))
        #expect(!result.messageText.contains("RouteName"))
    }

    @Test func `a stop before a bollard stays when another one moves`() throws {
        let result = try answer(
            yard, [yard.place("t", "u", at: 0.75), yard.place("u", "v", at: 0.75)])
        #expect(result.impedance == 2_500)
        #expect(result.status(stop: 0) == .ok)
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
    }

    @Test func `stops in the same yard stay where they are`() throws {
        let result = try answer(
            yard, [yard.place("u", "v", at: 0.25), yard.place("u", "v", at: 0.75)])
        #expect(result.impedance == 5_000)
        #expect(result.status(stop: 0) == .ok)
        #expect(result.status(stop: 1) == .ok)
    }

    @Test func `stops in the same yard stay there when a rule about turning blocks them`() throws {
        let places = [0.25, 0.75, 0.5].map { yard.place("u", "v", at: $0) }
        func change(_ policy: UTurnPolicy) -> (inout RouteParameters) -> Void {
            { parameters in
                parameters.ignoreInvalidLocations = false
                parameters.restrictUTurns = policy
                parameters.setStops([[:], ["CurbApproach": .integer(3)], [:]])
            }
        }
        let error = try failure(yard, places, change(.noBacktrack))
        #expect(error?.reasons.map(\.cause) == [.uTurnPolicy])
        #expect(error?.text.contains("was moved") == false)
        let result = try answer(yard, places, change(.allowBacktrack))
        #expect(result.impedance == 12_500)
        #expect(result.status(stop: 0) == .ok)
    }

    @Test func `nothing moves without allowAutoRelocate`() throws {
        let error = try failure(yard, "av") { parameters in
            parameters.locateSettings = LocateSettingsByInput(
                stops: LocateSettings(toleranceMeters: 20_000, allowAutoRelocate: false))
        }
        #expect(error?.identifier == .noSolution)
    }

    @Test func `a one-way street out of the map can be reached but not left`() throws {
        let sketch = NetworkSketch.town { $0.oneWay("tuv", seconds: 10) }
        let result = try answer(sketch, [sketch.place("s"), sketch.place("u", "v", at: 0.5)])
        #expect(result.impedance == 25_000)
        #expect(result.status(stop: 1) == .ok)
        let back = try answer(sketch, [sketch.place("u", "v", at: 0.5), sketch.place("s")])
        #expect(back.impedance == 10_000)
        #expect(back.stop(0, "SnapX") == .double(sketch.place("t").x))
    }

    @Test func `a street that goes on for buses only is a trap for cars`() throws {
        let sketch = NetworkSketch.town { sketch in
            sketch.oneWay("tu", seconds: 10)
            sketch.road("uv", seconds: 10) { $0.restrictions = TestNetwork.automobile }
            sketch.oneWay("ve", seconds: 10)
        }
        let result = try answer(sketch, [sketch.place("t", "u", at: 0.5), sketch.place("s")])
        #expect(result.impedance == 10_000)
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
    }

    @Test func `a public street within an area closed to through traffic is reached`() throws {
        let sketch = NetworkSketch.town { sketch in
            sketch.road("tu", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
            sketch.road("uv", seconds: 10)
        }
        let result = try answer(sketch, [sketch.place("s"), sketch.place("u", "v", at: 0.5)])
        #expect(result.impedance == 25_000)
        #expect(result.status(stop: 1) == .ok)
    }

    /// Streets `tu` and `aw` can only be entered, and `xe` can only be left.
    private let traps = NetworkSketch(
        """
        w---a---b---c---d---e---x
            |   |   |   |   |
            f---g---h---i---j
            |   |   |   |   |
            k---l---m---n---o
            |   |   |   |   |
            p---q---r---s---t---u
        """
    ) {
        for row in ["abcde", "fghij", "klmno", "pqrst"] { $0.road(row, seconds: 10) }
        for column in ["afkp", "bglq", "chmr", "dins", "ejot"] { $0.road(column, seconds: 10) }
        $0.oneWay("tu", seconds: 10)
        $0.oneWay("aw", seconds: 10)
        $0.oneWay("xe", seconds: 10)
    }

    @Test func `in a free order a stop that cannot be left moves when that shortens the route`()
        throws
    {
        // To a, through the whole town to t, then half of tu: 5 + 20 + 70 s. Ending in aw would
        // take 5 + 40 + 70 + 5 s.
        let (in1, in2) = (traps.place("t", "u", at: 0.5), traps.place("a", "w", at: 0.5))
        let result = try answer(
            traps, [traps.place("g", "h", at: 0.5), in1, in2, traps.place("s")]
        ) { parameters in
            parameters.findBestSequence = true
            parameters.preserveLastStop = false
        }
        #expect(
            (0..<4).map { result.status(stop: $0) } == [
                .ok, .notLocatedOnClosest, .notLocatedOnClosest, .ok,
            ])
        #expect(result.stop(1, "SnapX") == .double(traps.place("t").x))
        #expect(result.stop(2, "SnapX") == .double(traps.place("a").x))
        #expect(result.impedance == 95_000)
    }

    @Test(arguments: [(false, [0.5, 0.5]), (true, [0.25, 0.75])])
    func `in a free order stops that reach only each other move too`(
        isYard: Bool, shares: [Double]
    ) throws {
        // Two stops at one door, or in one yard, which cars enter and do not leave. Where they
        // are, they would be the last: 70 s to t, and more than 10 s from there.
        let sketch = NetworkSketch.town {
            $0.oneWay(isYard ? "tu" : "tuv", seconds: 10)
            if isYard { $0.road("uv", seconds: 10) }
        }
        let inside = shares.map { sketch.place("u", "v", at: $0) }
        let result = try answer(sketch, [sketch.place("g")] + inside + [sketch.place("k")]) {
            $0.findBestSequence = true
            $0.preserveLastStop = false
        }
        #expect(
            (0..<4).map { result.status(stop: $0) } == [
                .ok, .notLocatedOnClosest, .notLocatedOnClosest, .ok,
            ])
        #expect(result.impedance == 70_000)
        // As the fixed last, one may stay.
        let last = try answer(sketch, [sketch.place("g"), sketch.place("k"), inside[1]]) {
            $0.findBestSequence = true
        }
        #expect(last.status(stop: 2) == .ok)
    }

    @Test func `a stop that cannot be left stays where it is when it is the last anyhow`() throws {
        let places = [traps.place("g"), traps.place("t"), traps.place("t", "u", at: 0.5)]
        for isFree in [false, true] {
            let result = try answer(traps, places) { parameters in
                parameters.findBestSequence = true
                parameters.preserveLastStop = !isFree
            }
            // If its position in the order is free, it moves to t, which shortens the route.
            #expect(result.status(stop: 2) == (isFree ? .notLocatedOnClosest : .ok))
            #expect(result.impedance == (isFree ? 50_000 : 55_000))
        }
    }

    @Test func `a stop that cannot be reached stays where it is when it is given as the first`()
        throws
    {
        let places = [traps.place("x", "e", at: 0.5), traps.place("g"), traps.place("s")]
        for isFree in [false, true] {
            let result = try answer(traps, places) { parameters in
                parameters.findBestSequence = true
                parameters.preserveFirstStop = !isFree
            }
            #expect(result.status(stop: 0) == (isFree ? .notLocatedOnClosest : .ok))
            #expect(result.number("Sequence", stop: 0) == 1)
        }
    }

    @Test func `a stop fenced in by a barrier moves in front of it`() throws {
        let sketch = NetworkSketch.town { $0.road("tuv", seconds: 10) }
        let result = try answer(sketch, "av") { $0.barPoints([sketch.place("t", "u", at: 0.5)]) }
        // Seven streets, and half of tu less a centimeter.
        let impedance = try #require(result.impedance)
        #expect((74_990...75_000).contains(impedance))
        #expect(result.status(stop: 1) == .notLocatedOnClosest)
        #expect(
            result.messageText.contains(
                "Stop 2 was moved to a street 300 m away, because barriers cut the closest one off "
                    + "from the other stops."))
    }

    @Test func `barriers are the reason for a move only if they cut the stop off`() throws {
        // Behind a bollard, a barrier elsewhere changes nothing.
        let result = try answer(yard, "av") { $0.barPoints([yard.place("g", "h", at: 0.5)]) }
        #expect(
            result.messageText.contains("the closest one is not connected with the other stops"))
        // Two stops fenced in are moved in front of the fence, and named together.
        let open = NetworkSketch.town { $0.road("tuv", seconds: 10) }
        let places = [
            open.place("u", "v", at: 0.25), open.place("u", "v", at: 0.75), open.place("a"),
        ]
        let both = try answer(open, places) { $0.barPoints([open.place("t", "u", at: 0.5)]) }
        #expect(
            both.messageText.contains(
                "barriers cut the streets closest to them off from the other stops"))
        #expect(both.messageText.contains("On a route of their own (RouteName)"))
    }
}
