// Tests maneuvers at ordinary junctions.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct TurnTests {
    /// Main St from west to east through a crossing with Oak Ave.
    private func crossing() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            ......n...
            ..........
            w.....c.....e
            ..........
            ......s...
            """)
        sketch.road("wce", seconds: 20) { $0.name = "Main St" }
        sketch.road("ncs", seconds: 20) { $0.name = "Oak Ave" }
        return sketch
    }

    @Test func `a turn names its road`() throws {
        let trip = try DrawnTrip(crossing(), along: "wcs")
        #expect(
            trip.texts == [
                "Start at A", "Go east on Main St toward Oak Ave", "Turn right on Oak Ave",
                "Finish at B",
            ])
        #expect(trip.types == [.straight, .turnRight])
        #expect(try DrawnTrip(crossing(), along: "wcn").steps.last == "Turn left on Oak Ave")
    }

    @Test func `going straight over a crossing is silent`() throws {
        #expect(
            try DrawnTrip(crossing(), along: "wce").steps == ["Go east on Main St toward Oak Ave"])
    }

    @Test func `a straight road with a new name is continued forward`() throws {
        var sketch = NetworkSketch("a.....b......c")
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { $0.name = "High St" }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps == [
                "Go east on Main St toward High St", "Continue forward on High St",
            ])
    }

    @Test(
        arguments: [
            ("Main St", "Main Street"), ("Av. Foch", "Avenue Foch"), ("Praça Nova", "Pç. Nova"),
            ("Hauptstraße", "Hauptstr."), ("Alte Landstr.", "Alte Landstraße"),
            ("улица Мира", "ул. Мира"), ("High Rd, Mill Ln", "Mill Lane"),
        ])
    func `a street goes on where only the spelling of its type changes`(
        one: String, other: String
    ) throws {
        for names in [[one, other], [other, one]] {
            var sketch = NetworkSketch("a.....b......c")
            sketch.road("ab", seconds: 20) { $0.name = names[0] }
            sketch.road("bc", seconds: 20) { $0.name = names[1] }
            #expect(try DrawnTrip(sketch, along: "abc").steps.count == 1, "\(names)")
        }
    }

    @Test(
        arguments: [
            ("Main Street", "Main Avenue"), ("Main", "Main Street"), ("Rua A", "Rua Alegre"),
            ("5th Street East", "6th Street E"), ("Oak Court", "Oak Close"),
            ("Rue du St", "Rue du Pont"), ("Place Foch", "Placeta Foch"), ("Str", "Oststr"),
        ])
    func `streets with other names stay apart`(one: String, other: String) {
        let roads = [one, other].map { RoadName(name: $0, reference: "") }
        #expect(!roads[0].isSameRoad(as: roads[1]) && !roads[1].isSameRoad(as: roads[0]))
    }

    @Test func `a bend of the only road is silent`() throws {
        var sketch = NetworkSketch(
            """
            a.....b
            .......
            ......c
            """)
        sketch.road("abc", seconds: 20) { $0.name = "Main St" }
        #expect(try DrawnTrip(sketch, along: "abc").steps == ["Go east on Main St"])
    }

    @Test func `a road that turns away is a maneuver to stay on it`() throws {
        var sketch = NetworkSketch(
            """
            a.....b......d
            .......
            ......c
            """)
        sketch.road("abc", seconds: 20) { $0.name = "Main St" }
        sketch.road("bd", seconds: 20) { $0.name = "Side St" }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps == [
                "Go east on Main St toward Side St", "Turn right to stay on Main St",
            ])
        #expect(
            try DrawnTrip(sketch, along: "abd").steps == [
                "Go east on Main St toward Side St", "Continue forward on Side St",
            ])
    }

    @Test(arguments: [
        ("abc", "Bear right on C St", ManeuverType.bearRight),
        ("abd", "Make a sharp right on D St", .sharpRight),
        ("abe", "Bear left on E St", .bearLeft),
        ("abf", "Make a sharp left on F St", .sharpLeft),
    ])
    func `angles have names`(word: String, expected: String, type: ManeuverType) throws {
        var sketch = NetworkSketch(
            """
            ...f.............
            ............e....
            a.......b.......g
            ............c....
            ...d.............
            """)
        sketch.road("abg", seconds: 20) { $0.name = "Main St" }
        for letter in "cdef" {
            sketch.road("b\(letter)", seconds: 20) { $0.name = letter.uppercased() + " St" }
        }
        let trip = try DrawnTrip(sketch, along: word)
        #expect(trip.steps.last == expected)
        #expect(trip.types.last == type)
    }

    @Test func `a driveway beside the road is no junction`() throws {
        var sketch = NetworkSketch(
            """
            a.....b......d
            .............
            ...........c
            """)
        sketch.road("abd", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { $0.roadClass = .service }
        #expect(try DrawnTrip(sketch, along: "abd").steps == ["Go east on Main St"])
    }

    @Test func `at the end of the road the road ends`() throws {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b
            .......
            ......s
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("nbs", seconds: 20) { $0.name = "Oak Ave" }
        #expect(
            try DrawnTrip(sketch, along: "abn").steps.last
                == "At the end of the road, turn left on Oak Ave")
        #expect(
            try DrawnTrip(sketch, along: "abs", scale: 0.2).steps.last == "Turn right on Oak Ave",
            "after 60 m the driver has seen no road yet that could end")
    }

    @Test(arguments: [
        (RoadClass.residential, "At the end of the road, turn left on Oak Ave"),
        (.secondary, "Turn left on Oak Ave"),
    ])
    func `a road that bends away from a lesser one does not end`(
        roadClass: RoadClass, expected: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b
            .......
            ......s
            """)
        sketch.road("abs", seconds: 20) { ($0.name, $0.roadClass) = ("Main St", roadClass) }
        sketch.road("bn", seconds: 20) { ($0.name, $0.roadClass) = ("Oak Ave", .residential) }
        #expect(try DrawnTrip(sketch, along: "abn").steps.last == expected)
    }

    @Test func `a fork is a choice of sides`() throws {
        var sketch = NetworkSketch(
            """
            ............c
            a.....b......m
            ............d
            """)
        sketch.road("ab", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) { $0.name = "Upper St" }
        sketch.road("bd", seconds: 20) { $0.name = "Main St" }
        #expect(
            try DrawnTrip(sketch, along: "abc").steps.last == "Keep left at the fork onto Upper St")
        let stays = try DrawnTrip(sketch, along: "abd")
        #expect(stays.steps.last == "Keep right at the fork to stay on Main St")
        #expect(stays.types.last == .forkRight)
    }

    @Test func `turning back is a U-turn`() throws {
        let trip = try DrawnTrip(crossing(), along: "wcw")
        #expect(trip.steps.last == "Make a U-turn on Main St")
        #expect(trip.types.last == .uTurn)
    }

    @Test func `a forbidden road is no choice`() throws {
        var sketch = crossing()
        sketch.road("cn", seconds: 1)
        sketch.forbid("wce")
        let options = DirectionsOptions(
            closingRestrictions: TestNetwork.oneway | TestNetwork.automobile)
        #expect(try DrawnTrip(sketch, along: "wcs", options: options).steps.count == 2)
    }

    @Test func `roads without names are described as they are seen`() throws {
        var sketch = NetworkSketch(
            """
            a.....b......d
            .......
            ......c
            """)
        sketch.road("abd", seconds: 20)
        sketch.road("bc", seconds: 20) { $0.roadClass = .track }
        #expect(
            try DrawnTrip(sketch, along: "abc").texts == [
                "Start at A", "Go east", "Turn right on the track", "Finish at B",
            ])
        #expect(
            try DrawnTrip(sketch, along: "cbd").steps == [
                "Go north on the track", "At the end of the road, turn right",
            ])
        #expect(try DrawnTrip(sketch, along: "abd").steps == ["Go east"])
    }

    @Test func `a stub without a name belongs to the road behind it`() throws {
        var sketch = NetworkSketch(
            """
            a.....b.....d
            ......c
            .......
            ......e
            """)
        sketch.road("abd", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20)
        sketch.road("ce", seconds: 20) { $0.name = "Oak Ave" }
        #expect(
            try DrawnTrip(sketch, along: "abce", scale: 0.5).steps.last == "Turn right on Oak Ave")
    }

    @Test func `a sign is read out`() throws {
        var sketch = NetworkSketch(
            """
            a.....b......d
            .......
            ......c
            """)
        sketch.road("abd", seconds: 20) { $0.name = "Main St" }
        sketch.road("bc", seconds: 20) {
            $0.reference = "D 6;E 80"
            $0.destination = "Nice, Cannes, Grasse, Digne"
        }
        let trip = try DrawnTrip(sketch, along: "abc")
        #expect(trip.steps.last == "Turn right on D 6 toward Nice, Cannes, Grasse")
        #expect(
            trip.entries[2].strings.prefix(2) == [
                DirectionsString("D 6", .streetName),
                DirectionsString("Nice, Cannes, Grasse", .toward),
            ])
    }
}
