// Gates, which let only traffic pass that has a stop behind them.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct GateScenarios {
    /// A street `abc` with a private gate at `b` between public streets, and a detour round it.
    /// Behind another gate, at `g`, lies the street `gh`, a dead end.
    private func sketch(gates: String = "bg") -> NetworkSketch {
        NetworkSketch(
            """
            a---b---c---g---h
            |       |
            d-------e
            """
        ) {
            $0.road("abc", seconds: 10)
            $0.road("cg", seconds: 10)
            $0.road("gh", seconds: 10)
            $0.road("adec", seconds: 30)
            for gate in gates { $0.gate(gate, under: TestNetwork.throughTraffic) }
        }
    }

    @Test func `through traffic drives round a gate between public streets`() throws {
        #expect(try milliseconds(sketch(gates: ""), .middles("ad", "ce")) == 50_000)
        #expect(try milliseconds(sketch(), .middles("ad", "ce")) == 60_000)
        #expect(try milliseconds(sketch(), .middles("ab", "cg")) == 5_000 + 90_000 + 5_000)
    }

    @Test func `a stop behind the only gate is reached and left through it`() throws {
        #expect(try milliseconds(sketch(), .middles("cg", "gh")) == 10_000)
        #expect(try milliseconds(sketch(), .middles("gh", "ce")) == 5_000 + 10_000 + 15_000)
    }

    @Test func `behind two gates one is entered by and the other left`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |           |
            f-----------e
            """)
        sketch.road("abcd", seconds: 10)
        sketch.road("afed", seconds: 30)
        for gate in "bc" { sketch.gate(gate, under: TestNetwork.throughTraffic) }
        #expect(try milliseconds(sketch, .middles("af", "bc")) == 30_000)
        #expect(try milliseconds(sketch, .middles("bc", "de")) == 30_000)
        #expect(try milliseconds(sketch, .middles("af", "bc", "de")) == 60_000)
        #expect(try milliseconds(sketch, .middles("ab", "cd")) == 5_000 + 90_000 + 5_000)
    }

    @Test func `the gate of a driveway, drawn on its junction, does not close the street`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            | h-g-i |
            |       |
            d-------e
            """)
        sketch.road("abc", seconds: 10)
        sketch.road("adec", seconds: 30)
        sketch.road("bg", seconds: 10) { $0.roadClass = .service }
        sketch.road("hgi", seconds: 10) { $0.roadClass = .service }
        sketch.gate("b", under: TestNetwork.throughTraffic)
        #expect(try milliseconds(sketch, .middles("ab", "bc")) == 10_000)
        #expect(try milliseconds(sketch, .middles("ab", "hg")) == 5_000 + 10_000 + 5_000)
    }

    /// A street with a gate open by day, and a detour round it.
    private static let openByDay = street(
        ["barrier": "gate", "access": "no", "access:conditional": "yes @ (06:00-22:00)"])

    /// A street with a tagged node in its middle, and a detour round it.
    ///
    /// - Parameter isBlind: Omits the detour, so that the street is a dead end.
    private static func street(_ tags: [String: String], blind isBlind: Bool = false) -> String {
        "<node id='1' lon='4' lat='50'/><node id='3' lon='4.008' lat='50'/>"
            + "<node id='2' lon='4.004' lat='50'>"
            + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.sorted().joined() + "</node>"
            + "<node id='4' lon='4.004' lat='50.01'/>"
            + (isBlind ? [[4, 1, 2, 3]] : [[1, 2, 3], [1, 4, 3]]).enumerated().map { row, nodes in
                "<way id='\(row + 1)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
                    + "<tag k='highway' v='residential'/></way>"
            }.joined()
    }

    /// The minutes from end to end of an imported street.
    private func minutes(_ street: String, at start: Int64?) throws -> Double? {
        let places = [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.007, y: 50)]
        let result = try answer(from: .imported(street), places) {
            $0.startTime = start.map { .milliseconds($0) }
        }
        #expect(result.status(stop: 1) == .ok)
        return result.total("Total_TravelTime")
    }

    @Test(arguments: [
        ["barrier": "gate", "access": "private", "access:conditional": "yes @ (06:00-22:00)"],
        ["barrier": "gate", "access:conditional": "private @ (22:00-06:00)"],
    ])
    func `a gate that is private at night keeps through traffic out then`(
        tags: [String: String]
    ) throws {
        let open = Self.street(tags)
        #expect(try minutes(open, at: clock(12, 0)).map { $0 < 3 } == true)
        #expect(try minutes(open, at: clock(23, 0)).map { $0 > 3 } == true)
        // A stop behind it is reached at any time.
        let blind = Self.street(tags, blind: true)
        #expect(try minutes(blind, at: clock(12, 0)).map { $0 < 3 } == true)
        #expect(try minutes(blind, at: clock(23, 0)).map { $0 < 3 } == true)
    }

    @Test func `a gate takes its time also where a condition opens it`() throws {
        let gate = try #require(try minutes(Self.openByDay, at: clock(12, 0)))
        let bare = try #require(try minutes(Self.street([:]), at: clock(12, 0)))
        let always = try #require(try minutes(Self.street(["barrier": "gate"]), at: clock(12, 0)))
        #expect(gate - bare > 0.4, "\(gate) min, \(bare) min without")
        #expect(abs(gate - always) < 0.001, "\(gate) min, \(always) min if always open")
    }

    @Test(arguments: [
        (clock(12, 0), true), (clock(6, 1), true), (clock(5, 30), false), (clock(23, 0), false),
        (nil, false),
    ])
    func `a gate that a condition opens is passed while it is open`(
        start: Int64?, passes: Bool
    ) throws {
        let places = [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.007, y: 50)]
        let result = try answer(from: .imported(Self.openByDay), places) {
            $0.startTime = start.map { .milliseconds($0) }
        }
        // 430 m, or 2.3 km.
        let minutes = try #require(result.total("Total_TravelTime"))
        #expect((minutes < 3) == passes, "\(minutes) min")
    }

    @Test(arguments: [
        ["barrier": "gate", "opening_hours": "06:00-22:00"],
        ["barrier": "gate", "access": "yes", "motor_vehicle": "yes", "opening_hours": "6-22"],
        ["barrier": "bollard", "bollard": "rising", "opening_hours": "06:00-22:00"],
    ])
    func `a barrier is passed during its opening hours, and by requests without a time`(
        tags: [String: String]
    ) throws {
        let street = Self.street(tags)
        #expect(try minutes(street, at: clock(12, 0)).map { $0 < 3 } == true)
        #expect(try minutes(street, at: clock(23, 0)).map { $0 > 3 } == true)
        #expect(try minutes(street, at: nil).map { $0 < 3 } == true)
        let places = [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.007, y: 50)]
        let night = try answer(from: .imported(street), places) {
            $0.startTime = .milliseconds(clock(23, 0))
        }
        let hours = try #require(tags["opening_hours"])
        #expect(night.messages.contains { $0.text.contains("a barrier open at (\(hours)) only") })
    }

    @Test func `a request that allows through traffic passes`() throws {
        #expect(
            try milliseconds(sketch(), .middles("ab", "cg")) {
                $0.restrictionAttributeNames = ["Driving an Automobile"]
            } == 20_000)
    }
}
