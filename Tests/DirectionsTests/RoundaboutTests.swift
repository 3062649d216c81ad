// Tests maneuvers at roundabouts, built and painted.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct RoundaboutTests {
    /// A ring of four arms. Traffic circles p → q → r → s counterclockwise, or the other way if it
    /// keeps left.
    ///
    /// - Parameters:
    ///   - change: Changes the ring.
    ///   - east: Changes the arm to the east.
    private func ring(
        drivingSide: DrivingSide = .right, _ change: (inout NetworkSketch.Road) -> Void = { _ in },
        east: (inout NetworkSketch.Road) -> Void = { _ in }
    ) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            w.....s.q.....e
            .......p....x
            ........
            .......o
            """, drivingSide: drivingSide)
        sketch.oneWay(drivingSide == .right ? "pqrsp" : "psrqp", seconds: 2) {
            $0.flags = .roundabout
            change(&$0)
        }
        sketch.road("ws", seconds: 20) { $0.name = "West St" }
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        sketch.road("eq", seconds: 20) {
            $0.name = "East St"
            east(&$0)
        }
        sketch.road("op", seconds: 20) { $0.name = "South St" }
        return sketch
    }

    @Test(arguments: [
        ("opqe", "At the roundabout, take the first exit onto East St"),
        ("opqrn", "At the roundabout, take the second exit onto North St"),
        ("opqrsw", "At the roundabout, take the third exit onto West St"),
        ("opqrspo", "At the roundabout, take the fourth exit onto South St"),
    ])
    func `exits are counted to the one that is taken`(word: String, expected: String) throws {
        let trip = try DrawnTrip(ring(), along: word)
        #expect(trip.steps == ["Go north on South St", expected])
        #expect(trip.types.last == .roundabout)
        #expect(trip.entries.last?.text == "Finish at B")
    }

    @Test func `where traffic keeps left the ring runs in the other direction`() throws {
        let trip = try DrawnTrip(ring(drivingSide: .left), along: "opsrqe")
        #expect(trip.steps.last == "At the roundabout, take the third exit onto East St")
    }

    @Test func `beyond a border the side is that of the streets there`() throws {
        var sketch = NetworkSketch(
            """
            .......n..............m
            ........
            ........
            w......c......b.......d.....e
            ........
            ........
            .......s..............o
            """)
        sketch.road("wcb", seconds: 20)
        sketch.road("ncs", seconds: 20)
        for word in ["bde", "mdo"] {
            sketch.road(word, seconds: 20) { $0.drivingSide = .left }
        }
        sketch.mark("cd", .miniRoundabout)
        #expect(
            try DrawnTrip(sketch, along: "wcn").steps.last
                == "At the roundabout, take the third exit")
        #expect(
            try DrawnTrip(sketch, along: "wcbdm").steps.last
                == "At the roundabout, take the first exit")
    }

    /// What is closed on an arm, the vehicle, and the number of the exit behind the arm.
    @Test(arguments: [
        (UInt64(0), TestNetwork.automobile, "second"),
        // A bus lane.
        (TestNetwork.automobile, TestNetwork.automobile, "first"),
        (TestNetwork.automobile, TestNetwork.bus, "second"),
        // An agricultural road.
        (TestNetwork.automobile | TestNetwork.bus, TestNetwork.automobile, "first"),
        (TestNetwork.automobile | TestNetwork.bus, TestNetwork.bus, "first"),
    ])
    func `an exit counts for the vehicles that may take it`(
        closed: UInt64, vehicle: UInt64, ordinal: String
    ) throws {
        let sketch = ring(east: { $0.restrictions = closed })
        let options = DirectionsOptions(closingRestrictions: TestNetwork.oneway | vehicle)
        #expect(
            try DrawnTrip(sketch, along: "opqrn", options: options).steps.last
                == "At the roundabout, take the \(ordinal) exit onto North St")
    }

    @Test func `entries that do not lead out are not counted`() throws {
        var sketch = NetworkSketch(
            """
            ......r....n
            .....s.q...e
            ......p
            .......
            ......o
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20)
        sketch.oneWay("eq", seconds: 20)
        sketch.road("rn", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At the roundabout, take the first exit onto North St")
    }

    @Test func `two streets that leave at one place are one exit`() throws {
        var sketch = ring()
        sketch.road("qx", seconds: 20) { $0.name = "Side St" }
        #expect(
            try DrawnTrip(sketch, along: "opqx").steps.last
                == "At the roundabout, take the first exit onto Side St")
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At the roundabout, take the second exit onto North St")
    }

    @Test func `a street that leaves where the entry has joined the ring is an exit`() throws {
        var sketch = NetworkSketch(
            """
            .........n
            ..........
            .........r
            .......s....q....e
            o........p.
            ..........
            ...........t
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.oneWay("op", seconds: 20) { $0.name = "West St" }
        sketch.oneWay("pt", seconds: 20) { $0.name = "South St" }
        sketch.road("eq", seconds: 20) { $0.name = "East St" }
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "opqe").steps.last
                == "At the roundabout, take the second exit onto East St")
    }

    @Test func `a street that leaves beside an entry is no exit`() throws {
        // From o the ring turns off at once, so t leaves before the driver is on the ring.
        var sketch = NetworkSketch(
            """
            .........n
            ..........
            .........r
            ....s.........q.....e
            .........p
            ..........
            .........o....t
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.oneWay("op", seconds: 20)
        sketch.oneWay("pt", seconds: 20) { $0.name = "South St" }
        sketch.road("eq", seconds: 20) { $0.name = "East St" }
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "opqe").steps.last
                == "At the roundabout, take the first exit onto East St")
        #expect(
            try DrawnTrip(sketch, along: "opqrspt").steps.last
                == "At the roundabout, take the third exit onto South St")
    }

    @Test func `a street that goes on where the entry crosses the ring from inside is no exit`()
        throws
    {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            ......scq.....e
            .......p
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("cqe", seconds: 20)
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "cqrn").steps.last
                == "At the roundabout, take the first exit onto North St")
    }

    @Test(arguments: [(0.1, "second"), (1, "third")])
    func `a slip lane and the exit behind it are one exit if they meet at once`(
        scale: Double, ordinal: String
    ) throws {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            ........b
            .....s...q..e.......f
            ........a
            .......p
            ........
            .......o
            """, scale: scale)
        sketch.oneWay("paqbrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20)
        sketch.oneWay("ae", seconds: 2)
        sketch.oneWay("qe", seconds: 2)
        sketch.road("ef", seconds: 20) { $0.name = "East St" }
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "opaqbrn").steps.last
                == "At the roundabout, take the \(ordinal) exit onto North St")
        let ahead = try DrawnTrip(sketch, along: "opaqef").steps
        #expect(ahead[1].contains(scale < 1 ? "first exit" : "second exit"), "\(ahead)")
    }

    @Test(arguments: [DrivingSide.right, .left])
    func `a street that leaves where the ring comes from is no exit`(side: DrivingSide) throws {
        // From o the ring leads on to the outer side, and t leaves before its entry.
        var sketch = NetworkSketch(
            """
            .........n
            ..........
            .........r
            .......s...q.....e
            .........p
            ..........
            ......t.....o
            """, drivingSide: side)
        if side == .left {
            sketch = NetworkSketch(
                """
                .........n
                ..........
                .........r
                e.....q...s
                .........p
                ..........
                ......o.....t
                """, drivingSide: side)
        }
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20)
        sketch.road("tp", seconds: 20)
        sketch.road("eq", seconds: 20)
        sketch.road("nr", seconds: 20) { $0.name = "North St" }
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At the roundabout, take the second exit onto North St")
        #expect(
            try DrawnTrip(sketch, along: "tpqrn").steps.last
                == "At the roundabout, take the third exit onto North St")
    }

    @Test func `an exit that leads back beside the ring is one`() throws {
        var sketch = NetworkSketch(
            """
            ...........n
            ............
            ..........r
            ....w...s...q
            .........p...
            ...........e....
            .......o......
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20)
        sketch.oneWay("qe", seconds: 20)
        sketch.oneWay("rn", seconds: 20)
        sketch.road("sw", seconds: 20) { $0.name = "West St" }
        #expect(
            try DrawnTrip(sketch, along: "opqrsw").steps.last
                == "At the roundabout, take the third exit onto West St")
    }

    @Test func `a street across the inside of the ring is no exit`() throws {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            ......s.q
            .......p
            ........
            .......o
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("op", seconds: 20)
        sketch.road("rn", seconds: 20) { $0.name = "North St" }
        sketch.oneWay("qs", seconds: 2)
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At the roundabout, take the first exit onto North St")
    }

    @Test(arguments: [
        (RoadClass.residential, "", "first"), (.residential, "Back Lane", "first"),
        (.service, "", "second"),
    ])
    func `a driveway is an exit where the ring is one, whatever its name`(
        ring: RoadClass, name: String, ordinal: String
    ) throws {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            ......s.q.....e
            .......p
            ........
            .......o
            """)
        sketch.oneWay("pqrsp", seconds: 2) { ($0.flags, $0.roadClass) = (.roundabout, ring) }
        sketch.road("op", seconds: 20)
        sketch.road("rn", seconds: 20) { $0.name = "North St" }
        sketch.road("qe", seconds: 20) { ($0.name, $0.roadClass) = (name, .service) }
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At the roundabout, take the \(ordinal) exit onto North St")
        // The exit taken counts.
        #expect(try DrawnTrip(sketch, along: "opqe").steps.last?.contains("first exit") == true)
    }

    /// A small circle of eight one-way streets, with arms to the east, the north and the south.
    private func circle(
        _ scale: Double = 0.1, _ change: (inout NetworkSketch.Road) -> Void = { _ in }
    ) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            ........n
            .........
            .........
            ........c.b
            .......d...a
            .
            .......f...h.............e
            ........g.i
            .........
            .........
            ........s
            """, scale: scale)
        sketch.oneWay("habcdfgih", seconds: 2, change)
        sketch.road("eh", seconds: 20) { $0.name = "East St" }
        sketch.road("nc", seconds: 20) { $0.name = "North St" }
        sketch.road("sg", seconds: 20) { $0.name = "South St" }
        return sketch
    }

    @Test func `a small circle of one-way streets is a roundabout`() throws {
        #expect(
            try DrawnTrip(circle(), along: "ehabcn").steps.dropFirst()
                == ["At the roundabout, take the first exit onto North St"])
        #expect(
            try DrawnTrip(circle(), along: "ehabcdfgs").steps.dropFirst()
                == ["At the roundabout, take the second exit onto South St"])
        #expect(
            try DrawnTrip(circle { $0.name = "Round Sq" }, along: "ehabcn").steps.dropFirst()
                == ["At Round Sq, take the first exit onto North St"])
    }

    @Test func `a block of one-way streets, a large circle and a service loop are none`() throws {
        func steps(_ sketch: NetworkSketch, _ word: String) throws -> String {
            try DrawnTrip(sketch, along: word).steps.joined(separator: "; ")
        }
        #expect(!(try steps(circle(1), "ehabcn").contains("roundabout")))
        let loop = circle { $0.roadClass = .service }
        #expect(!(try steps(loop, "ehabcn").contains("roundabout")))
        var block = NetworkSketch(
            """
            .......n
            ........
            .......b...a
            ..
            ..
            .......d...h.............e
            """, scale: 0.1)
        block.oneWay("habdh", seconds: 2)
        block.road("eh", seconds: 20)
        block.road("nb", seconds: 20)
        #expect(!(try steps(block, "ehabn").contains("roundabout")))
    }

    /// A round circle of two-way streets with arms, of the names of directions, at some nodes.
    private func twoWayCircle(arms: [String]) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            ....................n
            .
            .
            .
            .
            .
            .
            ....................G
            ...............H.........F
            .............I.............E
            .
            w...........J...............D...........e
            .
            .............K.............C
            ...............L.........B
            ....................A
            .
            .
            .
            .
            .
            .
            ....................s
            """, scale: 0.05)
        sketch.road("ABCDEFGHIJKLA", seconds: 2)
        let names = ["n": "North St", "e": "East St", "s": "South St", "w": "West St"]
        for arm in arms {
            sketch.road(arm, seconds: 20) { $0.name = names[String(arm.prefix(1))] ?? "" }
        }
        return sketch
    }

    @Test(arguments: [
        ("sABCDe", "first exit onto East St"), ("sABCDEFGn", "second exit onto North St"),
        // The path goes round against the traffic, the driver does not.
        ("sALKJw", "third exit onto West St"), ("sALKJIHGn", "second exit onto North St"),
    ])
    func `a round circle is a roundabout though the map lacks its direction`(
        word: String, expected: String
    ) throws {
        let trip = try DrawnTrip(twoWayCircle(arms: ["nG", "eD", "sA", "wJ"]), along: word)
        #expect(trip.steps.dropFirst() == ["At the roundabout, take the " + expected])
    }

    @Test func `a two-way circle where a street passes an island is none`() throws {
        let trip = try DrawnTrip(twoWayCircle(arms: ["nG", "sA"]), along: "sABCDEFGn")
        #expect(!trip.texts.contains { $0.contains("roundabout") }, "\(trip.texts)")
    }

    @Test func `a roundabout with a name of its own is called by it`() throws {
        let sketch = ring { $0.name = "Star Place" }
        #expect(
            try DrawnTrip(sketch, along: "opqrn").steps.last
                == "At Star Place, take the second exit onto North St")
    }

    @Test func `a trip may end and begin in a roundabout`() throws {
        #expect(try DrawnTrip(ring(), along: "opq").steps.last == "Enter the roundabout")
        #expect(
            try DrawnTrip(ring(), along: "pqrn").steps == [
                "Go northeast on the roundabout toward East St",
                "Leave the roundabout onto North St",
            ])
        let twoWay = twoWayCircle(arms: ["nG", "eD", "sA", "wJ"])
        for (sketch, word, street) in [
            (circle(), "abcn", "North"), (twoWay, "ABCDe", "East"), (twoWay, "ALKJw", "West"),
        ] {
            let steps = try DrawnTrip(sketch, along: word).steps
            #expect(steps.count == 2 && steps[1] == "Leave the roundabout onto \(street) St")
        }
    }

    @Test func `walkers know no roundabouts`() throws {
        let options = DirectionsOptions(family: "foot")
        let steps = try DrawnTrip(ring(), along: "opqe", options: options).steps
        #expect(!steps.contains { $0.contains("exit") })
    }

    @Test(arguments: [
        (DrivingSide.right, "wce", "second"), (.right, "wcs", "first"), (.right, "wcn", "third"),
        (.left, "wcn", "first"), (.left, "wcs", "third"),
    ])
    func `a painted roundabout counts like a built one`(
        side: DrivingSide, word: String, ordinal: String
    ) throws {
        var sketch = NetworkSketch(
            """
            ......n
            w.....c.....e
            ......s
            """, drivingSide: side)
        sketch.road("wce", seconds: 20)
        sketch.road("ncs", seconds: 20)
        sketch.mark("c", .miniRoundabout)
        #expect(
            try DrawnTrip(sketch, along: word).steps.last
                == "At the roundabout, take the \(ordinal) exit")
    }
}
