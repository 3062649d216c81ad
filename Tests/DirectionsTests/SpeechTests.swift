// Tests directions for devices which speak while moving.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct SpeechTests {
    /// Two turns with a short street between them, and a long street behind.
    private func street(seconds: Int) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a......b
            .......|
            .......c......d
            """)
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        sketch.road("bc", seconds: Double(seconds)) { $0.name = "Steps Lane" }
        sketch.road("cd", seconds: 40) { $0.name = "Low Street" }
        return sketch
    }

    private func steps(
        _ language: String, _ style: DirectionsStyle, seconds: Int = 4, unit: String = "km"
    ) throws -> [String] {
        var options = DirectionsOptions(
            language: language, metersPerLengthUnit: unit == "km" ? 1_000 : 1_609.344,
            lengthUnitName: unit)
        options.style = style
        return try DrawnTrip(street(seconds: seconds), along: "abcd", options: options)
            .entries.map(\.text)
    }

    @Test func `what follows at once is said with the maneuver before`() throws {
        #expect(
            try steps("en-US", .navigation) == [
                "Start at A", "Go east on Quay",
                "In 350 m, turn right on Steps Lane, then immediately turn left on Low Street",
                "Turn left on Low Street", "In 350 m, finish at B",
            ])
        #expect(
            Array(try steps("en-US", .navigation, seconds: 20)[2...3]) == [
                "In 350 m, turn right on Steps Lane", "In 200 m, turn left on Low Street",
            ])
    }

    @Test(arguments: [DirectionsStyle.desktop, .campus])
    func `where directions are read, two turns at once are one entry`(
        style: DirectionsStyle
    ) throws {
        let trip = try trip(street(seconds: 4), style)
        let both = trip.entries[2]
        #expect(
            both.text == "Turn right on Steps Lane, then immediately turn left on Low Street")
        #expect(both.type == .turnRightLeft)
        #expect(trip.entries.count == 4)
        // Nothing is lost: the lengths of both roads, and all names.
        let apart = try self.trip(street(seconds: 6), style).entries
        #expect(apart.count == 5)
        #expect(both.centimeters == apart[2].centimeters + apart[3].centimeters)
        #expect(both.milliseconds == 44_000)
        #expect(both.spans == [LegSpan(leg: 0, elements: 1..<3)])
        #expect(
            both.strings.prefix(3) == [
                DirectionsString("Steps Lane", .streetName),
                DirectionsString("Low Street", .streetName),
                DirectionsString(both.text, .general),
            ])
        #expect(trip.entries.reduce(0) { $0 + $1.milliseconds } == 84_000)
    }

    @Test func `a third maneuver is not joined to two`() throws {
        var sketch = NetworkSketch(
            """
            a......b......e......f
            .......|......|.......
            .......c......d.......
            """)
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        sketch.road("bc", seconds: 4) { $0.name = "Steps Lane" }
        sketch.road("cd", seconds: 4) { $0.name = "Low Street" }
        sketch.road("de", seconds: 4) { $0.name = "Hill Lane" }
        sketch.road("ef", seconds: 40) { $0.name = "High Street" }
        let trip = try DrawnTrip(sketch, along: "abcdef")
        #expect(
            trip.steps == [
                "Go east on Quay toward Steps Lane",
                "Turn right on Steps Lane, then immediately turn left on Low Street",
                "Turn left on Hill Lane, then immediately turn right on High Street",
            ])
    }

    @Test func `what would be lost in one entry keeps its own`() throws {
        func types(along words: [String], waypoint: Bool = false) throws -> [ManeuverType] {
            let stops = ["A", "B", "C"].prefix(words.count + 1).map {
                DirectionsStop(name: $0, isWaypoint: waypoint)
            }
            return try DrawnTrip(street(seconds: 4), along: words, stops: stops).types
        }
        #expect(try types(along: ["abcd"]) == [.straight, .turnRightLeft])
        // A stop or a waypoint between.
        #expect(try types(along: ["abc", "cd"]) == [.straight, .turnRight, .straight])
        #expect(
            try types(along: ["abc", "cd"], waypoint: true)
                == [.straight, .turnRight, .turnLeft])
        // The start's street is left at once, and the start's type is no turn.
        #expect(try types(along: ["bcd"]) == [.straight, .turnLeft])
        // A sign.
        var sketch = NetworkSketch(
            """
            a......b
            .......|
            .......c......d
            """)
        sketch.road("ab", seconds: 40) { $0.name = "Quay" }
        sketch.road("bc", seconds: 4) { $0.name = "Steps Lane" }
        sketch.road("cd", seconds: 40) {
            $0.name = "Low Street"
            $0.destination = "Harbor"
        }
        #expect(try DrawnTrip(sketch, along: "abcd").types == [.straight, .turnRight, .turnLeft])
    }

    @Test func `a device says no third turn in one sentence`() {
        func maneuver(_ action: ManeuverAction) -> Maneuver {
            Maneuver(
                action: action, angle: TurnAngle(degrees: 90), road: .unnamed, steps: 0..<1,
                centimeters: 2_000, milliseconds: 3_000)
        }
        func follows(_ first: ManeuverAction, _ second: ManeuverAction) -> Bool {
            let all = [maneuver(first), maneuver(second)]
            return Speech(Announcement.separate(all), startsRoute: false).follower(of: 0) != nil
        }
        let (turn, double) = (
            ManeuverAction.turn(.turn, .left), ManeuverAction.doubleTurn(.right, .left)
        )
        #expect(follows(turn, turn) && follows(turn, .fork(.left)))
        #expect(!follows(turn, double) && !follows(double, turn) && !follows(double, double))
    }

    @Test func `without times nothing follows at once`() throws {
        let network = try street(seconds: 4).build()
        let path = NetworkPath(
            elements: street(seconds: 4).edges(along: "abcd").map {
                NetworkPath.Element(edge: EdgeID(row: $0))
            })
        let leg = DirectionsLeg(
            path: path, milliseconds: [0, 0, 0], centimeters: [35_000, 10_000, 35_000])
        for style in DirectionsStyle.allCases {
            var options = DirectionsOptions()
            options.style = style
            let entries = DirectionsWriter(network: network, options: options).write(
                stops: [DirectionsStop(name: "A"), DirectionsStop(name: "B")], legs: [leg])
            #expect(entries.count == 5 && !entries.contains { $0.text.contains("then") })
        }
    }

    private func trip(_ sketch: NetworkSketch, _ style: DirectionsStyle) throws -> DrawnTrip {
        var options = DirectionsOptions(language: "en-US")
        options.style = style
        return try DrawnTrip(sketch, along: "abcd", options: options)
    }

    @Test func `distances are in feet and miles where the request has them`() throws {
        #expect(
            Array(try steps("en-US", .navigation, seconds: 20, unit: "mi")[2...3]) == [
                "In 0.2 mi, turn right on Steps Lane", "In 0.1 mi, turn left on Low Street",
            ])
    }

    @Test(arguments: DirectionsLanguages.builtIn.supported)
    func `every language says distances and what follows`(language: String) throws {
        let texts = try steps(language, .navigation)
        #expect(texts[2].contains("350") && texts[2].contains("Steps Lane"), "\(texts[2])")
        #expect(texts[2].contains("Low Street"), "\(texts[2])")
        #expect(!texts[2].contains("  "), "\(texts[2])")
    }

    @Test func `on foot the compass is said once`() throws {
        var options = DirectionsOptions(language: "en-US")
        options.style = .campus
        let trip = try DrawnTrip(
            street(seconds: 20), along: ["ab", "bcd"], options: options)
        let compass = ["north", "east", "south", "west"]
        let said = trip.entries.filter { entry in compass.contains { entry.text.contains($0) } }
        #expect(said.map(\.text) == ["Go east on Quay toward Steps Lane"])
    }

    @Test(
        arguments: [
            (4.0, nil), (44, "40 m"), (120, "100 m"), (374, "350 m"), (540, "500 m"),
            (949, "900 m"),
            (1_240, "1.2 km"), (9_960, "10 km"), (12_600, "13 km"),
        ] as [(Double, String?)])
    func `metric distances are rounded as they are spoken`(meters: Double, spoken: String?) {
        let measures = DirectionsLanguages.builtIn.measures("en-US")
        let distance = SpokenDistance(meters: meters, inUnitsOf: "km")
        #expect(
            distance.map { measures.length($0.value, decimals: $0.decimals, unit: $0.unit) }
                == spoken)
    }

    @Test(
        arguments: [
            (5.0, nil), (30, "100 ft"), (150, "500 ft"), (162, "0.1 mi"), (1_500, "0.9 mi"),
            (20_000, "12 mi"),
        ] as [(Double, String?)])
    func `imperial distances are rounded as they are spoken`(meters: Double, spoken: String?) {
        let measures = DirectionsLanguages.builtIn.measures("en-US")
        let distance = SpokenDistance(meters: meters, inUnitsOf: "mi")
        #expect(
            distance.map { measures.length($0.value, decimals: $0.decimals, unit: $0.unit) }
                == spoken)
    }

    @Test(
        arguments: [
            (4.0, nil), (44, "50 yd"), (88, "100 yd"), (190, "200 yd"), (400, "450 yd"),
            (403, "0.3 mi"), (2_000, "1.2 mi"),
        ] as [(Double, String?)])
    func `short distances are spoken in yards where the directions are`(
        meters: Double, spoken: String?
    ) {
        let measures = DirectionsLanguages.builtIn.measures("en-GB")
        let distance = SpokenDistance(meters: meters, inUnitsOf: "yd")
        #expect(
            distance.map { measures.length($0.value, decimals: $0.decimals, unit: $0.unit) }
                == spoken)
    }

    @Test func `time that barriers add is said`() throws {
        let network = try street(seconds: 20).build()
        let path = NetworkPath(
            elements: street(seconds: 20).edges(along: "ab").map {
                NetworkPath.Element(edge: EdgeID(row: $0))
            })
        var leg = DirectionsLeg(path: path, milliseconds: [340_000], centimeters: [35_000])
        leg.barrierMilliseconds = [0: 300_000]
        let entries = DirectionsWriter(network: network, options: DirectionsOptions()).write(
            stops: [DirectionsStop(name: "A"), DirectionsStop(name: "B")], legs: [leg])
        #expect(
            entries[1].text
                == "Go east on Quay toward Steps Lane. You pass a barrier, which adds 5 min")
    }
}
