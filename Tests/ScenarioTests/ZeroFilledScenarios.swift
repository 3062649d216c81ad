// Attributes that are all zero, as data frames fill columns: they count as absent.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct ZeroFilledScenarios {
    private let sketch = NetworkSketch(
        """
        p---q
        a---b---c---d
        """
    ) {
        // The network's first street, which has id 0, lies elsewhere.
        $0.road("pq", seconds: 10)
        $0.road("abcd", seconds: 10)
    }

    /// Every attribute of a stop that clients send as a number, at zero.
    private let zeros: [String: AttributeValue] = [
        "Sequence": .integer(0), "TimeWindowStart": .date(0), "TimeWindowEnd": .date(0),
        "CurbApproach": .integer(0), "LocationType": .integer(0), "Bearing": .double(0),
        "BearingTol": .double(0), "NavLatency": .double(0), "SourceID": .integer(0),
        "SourceOID": .integer(0), "PosAlong": .double(0), "SideOfEdge": .integer(0),
        "Attr_TravelTime": .double(0),
    ]

    @Test func `stops are placed and visited as if the attributes were absent`() throws {
        let places = ["d", "a", "c"].map { sketch.place($0) }
        let plain = try answer(sketch, places) { $0.useTimeWindows = true }
        for row in [zeros, zeros.filter { $0.key != "SourceID" }] {
            let filled = try answer(sketch, places) {
                $0.useTimeWindows = true
                $0.setStops([row, row, row])
            }
            #expect(filled.routes == plain.routes)
            #expect(filled.messages.isEmpty)
            #expect(filled.total("TotalViolation_TravelTime") == 0)
            for stop in 0..<3 {
                #expect(filled.status(stop: stop) == .ok)
                #expect(filled.stop(stop, "TimeWindowStart") == .null)
                #expect(filled.stop(stop, "SourceOID") == plain.stop(stop, "SourceOID"))
            }
        }
    }

    @Test func `a window with one zero end is reported, except without another end`() throws {
        let half = try answer(sketch, "ab") {
            $0.setStops([["TimeWindowStart": .date(0)], [:]])
            $0.useTimeWindows = true
        }
        #expect(half.messages.isEmpty)
        let late = try failure(sketch, "ab") {
            $0.setStops([["TimeWindowStart": .date(5), "TimeWindowEnd": .date(0)], [:]])
            $0.useTimeWindows = true
        }
        #expect(late?.text.contains("TimeWindowStart 1970-01-01T00:00:00.005 is later") == true)
    }

    @Test func `zeros among other sequences are reported`() throws {
        let places = ["a", "c", "b"].map { sketch.place($0) }
        let result = try answer(sketch, places) {
            $0.setStops([0, 1, 2].map { ["Sequence": .integer($0)] })
        }
        #expect(result.status(stop: 0) == .invalidFieldValues)
        #expect(result.messageText.contains("Sequence is 0"))
    }

    @Test func `a route may be filled with zeros and another be in order`() throws {
        let places = ["a", "b", "d", "c"].map { sketch.place($0) }
        let result = try answer(sketch, places) {
            $0.setStops(
                [("R", 0), ("R", 0), ("S", 2), ("S", 1)].map {
                    ["RouteName": .string($0.0), "Sequence": .integer($0.1)]
                })
        }
        #expect((0..<4).map { result.number("Sequence", stop: $0) } == [1, 2, 2, 1])
        #expect(result.messages.isEmpty)
    }

    @Test func `the place that an answer gives at the first street is kept`() throws {
        let place = sketch.place("p", "q", at: 0)
        let result = try answer(sketch, [place, sketch.place("p", "q", at: 0.5)]) {
            $0.setStops([
                [
                    "SourceID": .integer(1), "SourceOID": .integer(0), "PosAlong": .double(0),
                    "SideOfEdge": .integer(1),
                ],
                [
                    "SourceID": .integer(1), "SourceOID": .integer(0), "PosAlong": .double(0.25),
                    "SideOfEdge": .integer(2),
                ],
            ])
        }
        #expect(result.impedance == 2_500)
    }

    @Test func `north with a tolerance is a direction`() throws {
        var sketch = NetworkSketch(
            """
            n
            |
            s---e
            """)
        sketch.road("ns", seconds: 10)
        sketch.road("se", seconds: 10)
        let places = [sketch.place("s", "e", at: 0.4), sketch.place("n")]
        let north = try answer(sketch, places) {
            $0.setStops([["Bearing": .double(0), "BearingTol": .double(30)], [:]])
        }
        #expect(north.stop(0, "SnapX") == .double(sketch.place("s").x))
    }

    @Test func `barriers are placed by their shape, and costs without a factor stay`() throws {
        let block = barrierBlock
        let zero: [String: AttributeValue] = [
            "SourceID": .integer(0), "SourceOID": .integer(0), "PosAlong": .double(0),
            "SideOfEdge": .integer(0), "FullEdge": .integer(0), "CurbApproach": .integer(0),
        ]
        let point = try answer(block, "cd") {
            $0.barPoints([block.place("c", "d", at: 0.5)], [zero])
        }
        #expect(point.impedance == 30_000)
        let slow = try answer(block, "ab") {
            $0.barPolygons(
                [[block.box("a", "b", 0.2...0.7)]],
                [
                    [
                        "BarrierType": .integer(1), "Attr_TravelTime": .double(2),
                        "Attr_Length": .double(0), "Attr_WalkTime": .double(0),
                    ]
                ])
        }
        #expect(slow.impedance == 15_000)
        #expect(slow.messages.isEmpty)
        let length = try #require(slow.total("Total_Length"))
        #expect(abs(length - 200) < 0.02)
    }

    @Test func `a factor of zero alone is reported`() throws {
        let block = barrierBlock
        let result = try answer(block, "ab") {
            $0.barPolygons(
                [[block.box("a", "b", 0.2...0.7)]],
                [["BarrierType": .integer(1), "Attr_TravelTime": .double(0)]])
        }
        #expect(result.messageText.contains("from 0.001 to 1000"))
    }
}
