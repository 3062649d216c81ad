// Point barriers: restrictions and added costs, on streets and at junctions, on one side or both.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

/// A block of four streets, 200 m and 10 s each, shared by barrier scenarios.
var barrierBlock: NetworkSketch {
    var sketch = NetworkSketch(
        """
        a---b
        |   |
        d---c
        """)
    sketch.road("abcda", seconds: 10)
    return sketch
}

struct PointRestrictionScenarios {
    private let sketch = barrierBlock

    private var ends: [Coordinate] {
        [sketch.place("a", "b", at: 0.1), sketch.place("a", "b", at: 0.9)]
    }

    @Test func `a barrier on a street is not passed in either direction`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        #expect(try milliseconds(sketch, ends) { $0.barPoints([barrier]) } == 32_000)
        #expect(try milliseconds(sketch, ends.reversed()) { $0.barPoints([barrier]) } == 32_000)
    }

    @Test func `the street is open up to the barrier from both ends`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        for (from, to) in [(0.1, 0.4), (0.4, 0.1), (0.9, 0.6)] {
            let places = [from, to].map { sketch.place("a", "b", at: $0) }
            #expect(
                try milliseconds(sketch, places) { $0.barPoints([barrier]) }
                    == Int64((abs(from - to) * 10_000).rounded()))
        }
    }

    @Test func `a stop at the barrier is reached from both ends`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        for end in ends {
            #expect(try milliseconds(sketch, [end, barrier]) { $0.barPoints([barrier]) } == 4_000)
        }
    }

    @Test func `a barrier far from the street that it closes is said`() throws {
        var barrier = sketch.place("a", "b", at: 0.5)
        barrier.y += 0.002
        let near = try answer(sketch, ends) { $0.barPoints([barrier]) }
        #expect(near.impedance == 32_000 && near.messages.isEmpty)
        barrier.y += 0.001
        let far = try answer(sketch, ends) { $0.barPoints([barrier]) }
        #expect(far.impedance == 32_000)
        #expect(far.messageText.contains("barrier 1 lies 33"))
    }

    @Test func `a barrier at a junction closes it`() throws {
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)]
        let barrier = sketch.place("b")
        #expect(try milliseconds(sketch, places) == 10_000)
        #expect(try milliseconds(sketch, places) { $0.barPoints([barrier]) } == 30_000)
        #expect(
            try milliseconds(sketch, [places[0], barrier]) { $0.barPoints([barrier]) } == 5_000)
    }

    @Test(arguments: [
        AttributeValue.integer(1), .double(1), .string("1"), .string("true"), .string(" True "),
    ])
    func `a barrier may close the whole street`(closes: AttributeValue) throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let cost = try milliseconds(sketch, "ab") {
            $0.barPoints([barrier], [["FullEdge": closes]])
        }
        #expect(cost == 30_000)
    }

    @Test func `at a junction it closes all streets that meet there`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            d---e---f
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("adefc", seconds: 10)
        sketch.road("be", seconds: 10)
        for share in [0.0, 0.000_01] {
            let result = try answer(sketch, "ac") {
                $0.barPoints([sketch.place("b", "c", at: share)], [["FullEdge": .integer(1)]])
                $0.returnBarriers.point = true
            }
            #expect(result.impedance == 40_000)
            #expect(result.barrier("AffectedEdges") == .integer(3))
        }
        // The junction itself cannot be reached either.
        let stranded = try answer(sketch, "ab") {
            $0.barPoints([sketch.place("b")], [["FullEdge": .integer(1)]])
        }
        #expect(stranded.status(stop: 1) == .notLocatedOnClosest)
    }

    @Test func `a stop on a closed street moves to the nearest open place`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let result = try answer(sketch, [ends[0], sketch.place("c")]) {
            $0.barPoints([barrier], [["FullEdge": .integer(1)]])
        }
        #expect(
            result.messages == [
                Message(
                    .warning,
                    "Stop 1 was moved to a street 20 m away, because a barrier closes the closest "
                        + "one.")
            ])
        #expect(result.status(stop: 0) == .notLocatedOnClosest)
        #expect(result.stop(0, "SnapX") == .double(sketch.place("a").x))
        #expect(result.impedance == 20_000)
    }

    @Test func `stops that a barrier moves to one place are reported as one`() throws {
        let stops = [0.1, 0.2].map { sketch.place("a", "b", at: $0) } + [sketch.place("c")]
        let close: (inout RouteParameters) -> Void = {
            $0.barPoints([sketch.place("a", "b", at: 0.5)], [["FullEdge": .integer(1)]])
        }
        let text =
            "Stop 1 and stop 2 were moved to the same place, 20 to 40 m away, because barriers "
            + "close the streets closest to them: on this route they count as one stop."
        #expect(try answer(sketch, stops, close).messages == [Message(.warning, text)])
        let checked = try answer(sketch, stops) {
            close(&$0)
            $0.validate = true
        }
        #expect(checked.messages == [Message(.warning, text)])
    }

    @Test func `a stop that a restriction keeps off the closest street has a status of its own`()
        throws
    {
        var sketch = sketch
        sketch.road("ac", seconds: 99) { $0.families = TestNetwork.foot }
        let result = try answer(sketch, [sketch.place("a", "c", at: 0.4), sketch.place("b")]) {
            $0.barPoints([sketch.place("c", "d", at: 0.99)])
        }
        #expect(result.messages.isEmpty)
    }

    @Test func `one direction only: travel with the barrier on its right, or on its left`() throws {
        // North of ab: left when driving east, right when driving west.
        let barrier = sketch.place("a", "b", at: 0.5, right: -10)
        let east = sketch.places("ab")
        for (curb, eastward, westward) in [
            (0, 30_000, 30_000), (1, 10_000, 30_000), (2, 30_000, 10_000),
        ] as [(Int, Int64, Int64)] {
            let there = try milliseconds(sketch, east) {
                $0.barPoints([barrier], [["CurbApproach": .integer(curb)]])
            }
            let back = try milliseconds(sketch, east.reversed()) {
                $0.barPoints([barrier], [["CurbApproach": .integer(curb)]])
            }
            #expect(there == eastward)
            #expect(back == westward)
        }
    }

    @Test func `the answer says where the barrier lies and what it touched`() throws {
        let result = try answer(sketch, ends) {
            $0.barPoints([sketch.place("a", "b", at: 0.5, right: 10)], [["Name": .string("Works")]])
            $0.returnBarriers.point = true
        }
        let set = try #require(result.barriers.point)
        let row = try #require(set.features.first)
        #expect(set.value("Name", of: row) == .string("Works"))
        #expect(set.value("Status", of: row) == .integer(0))
        #expect(set.value("SourceOID", of: row) == .integer(0))
        #expect(set.value("SideOfEdge", of: row) == .integer(1))
        #expect(set.value("BarrierType", of: row) == .integer(0))
        #expect(set.value("Attr_TravelTime", of: row) == .double(0))
        #expect(set.value("AffectedEdges", of: row) == .integer(1))
    }
}

struct AddedCostScenarios {
    private let sketch = barrierBlock

    /// A route with barriers that add minutes.
    private func ask(
        _ stops: some DrawnStops, at barriers: [Coordinate], minutes: Double,
        length: Double = 0
    ) throws -> AnalysisResult {
        try answer(sketch, stops) {
            $0.barPoints(
                barriers,
                barriers.map { _ in
                    [
                        "BarrierType": .integer(2), "Attr_TravelTime": .double(minutes),
                        "Attr_Length": .double(length),
                    ]
                })
        }
    }

    @Test func `an added cost is paid when the barrier is passed`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let result = try ask("ab", at: [barrier], minutes: 0.1)
        #expect(result.impedance == 16_000)
        #expect(result.total("Total_TravelTime") == 16.0 / 60)
        let length = try #require(result.total("Total_Length"))
        #expect(abs(length - 200) < 0.02)
    }

    @Test func `each cost attribute has its own`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let result = try ask("ab", at: [barrier], minutes: 0.1, length: 50)
        let length = try #require(result.total("Total_Length"))
        #expect(abs(length - 250) < 0.02)
    }

    @Test func `a dear barrier is driven round`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let result = try ask("ab", at: [barrier], minutes: 1)
        #expect(result.impedance == 30_000)
        #expect(sketch.letters(along: result) == "adcb")
    }

    @Test func `nothing is paid up to the barrier`() throws {
        let barrier = sketch.place("a", "b", at: 0.5)
        let places = [sketch.place("a"), sketch.place("a", "b", at: 0.4)]
        #expect(try ask(places, at: [barrier], minutes: 1).impedance == 4_000)
    }

    @Test func `added costs add up`() throws {
        let barriers = [0.3, 0.6].map { sketch.place("a", "b", at: $0) }
        let result = try ask("ab", at: barriers, minutes: 0.1)
        #expect(result.impedance == 22_000)
    }

    @Test func `at a junction it is paid once a passage`() throws {
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("b", "c", at: 0.5)]
        let result = try ask(places, at: [sketch.place("b")], minutes: 0.1)
        #expect(result.impedance == 16_000)
        let thereAndBack = try ask(
            [places[0], places[1], places[0]], at: [sketch.place("b")], minutes: 0.1)
        #expect(thereAndBack.impedance == 32_000)
    }

    @Test func `it may hold in one direction only`() throws {
        let barrier = sketch.place("a", "b", at: 0.5, right: 10)
        let places = sketch.places("ab")
        func cost(_ places: [Coordinate]) throws -> Int64? {
            try milliseconds(sketch, places) {
                $0.barPoints(
                    [barrier],
                    [
                        [
                            "BarrierType": .integer(2), "Attr_TravelTime": .double(0.1),
                            "CurbApproach": .integer(1),
                        ]
                    ])
            }
        }
        #expect(try cost(places) == 16_000)
        #expect(try cost(places.reversed()) == 10_000)
    }
}
