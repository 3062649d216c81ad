// Tests directions in other languages and styles, and the list of streets passed.

import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct LanguageTests {
    /// A town with a roundabout and a motorway ramp.
    private func town() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            w.....s.q.....e
            .......p
            ........
            .......o
            """)
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        sketch.road("ws", seconds: 20) { $0.name = "Rue du Port" }
        sketch.road("nr", seconds: 20) { $0.name = "Avenue Foch" }
        sketch.road("eq", seconds: 20) { $0.name = "Quai Rauba" }
        sketch.road("op", seconds: 20) { $0.name = "Rue Basse" }
        return sketch
    }

    @Test(arguments: [
        (
            "fr",
            [
                "Départ\u{a0}: A", "Partez vers le nord dans la Rue Basse",
                "Au rond-point, prenez la première sortie vers le Quai Rauba",
                "Vous arrivez à destination\u{a0}: B",
            ]
        ),
        (
            "de",
            [
                "Start: A", "Nach Norden auf „Rue Basse“ starten",
                "Im Kreisverkehr die erste Ausfahrt auf „Quai Rauba“ nehmen",
                "Am Ziel B ankommen",
            ]
        ),
        (
            "es",
            [
                "Inicio: A", "Diríjase al norte por Rue Basse",
                "En la rotonda, tome la primera salida hacia Quai Rauba",
                "Llega a su destino: B",
            ]
        ),
    ])
    func `a route is described in every language`(language: String, expected: [String]) throws {
        let trip = try DrawnTrip(
            town(), along: "opqe", options: DirectionsOptions(language: language))
        #expect(trip.entries.map(\.text) == expected)
    }

    @Test func `French elides and numbers as it should`() throws {
        let book = DirectionsLanguages.builtIn.phrases("fr-CA")
        #expect(book.words.direction(90) == "l’est")
        #expect(book.words.direction(315) == "le nord-ouest")
        #expect([1, 2, 11, 21].map(book.words.ordinal) == ["première", "deuxième", "11e", "21e"])
        #expect(
            book.measures.length(centimeters: 123_400, metersPerUnit: 1_000, unit: "km")
                == "1,2\u{a0}km")
        #expect(book.measures.duration(milliseconds: 5_400_000) == "1\u{a0}h 30\u{a0}min")
        #expect(book.measures.timeOfDay(50_700_000) == "14\u{a0}h\u{a0}05")
        #expect(
            book.sentence(.turnLeft, [.road: .name("Rue Basse"), .toward: .name("Nice")])
                == "Tournez à gauche dans la Rue Basse, direction Nice")
        #expect(
            book.sentence(
                .window,
                [
                    .from: .words("9\u{a0}h\u{a0}00"), .until: .words("10\u{a0}h\u{a0}00"),
                ])
                == "Plage horaire\u{a0}: de 9\u{a0}h\u{a0}00 à 10\u{a0}h\u{a0}00")
    }

    /// A footpath with a bend that other paths cross, and a track off it.
    private func paths() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a.....b......d
            .......
            ......c......f
            .......
            ......e
            """)
        func footway(_ road: inout NetworkSketch.Road) {
            (road.roadClass, road.families) = (.footway, TestNetwork.foot)
        }
        sketch.road("abd", seconds: 20, footway)
        sketch.road("bce", seconds: 20) { road in
            (road.roadClass, road.families) = (.track, TestNetwork.foot)
        }
        sketch.road("cf", seconds: 20, footway)
        return sketch
    }

    @Test(arguments: [
        (
            "de",
            [
                "Nach Osten auf dem Fußweg starten", "Rechts auf den Wirtschaftsweg abbiegen",
                "Links auf den Fußweg abbiegen", "Auf dem Fußweg wenden",
            ]
        ),
        (
            "en",
            [
                "Go east on the footpath", "Turn right on the track", "Turn left on the footpath",
                "Make a U-turn on the footpath",
            ]
        ),
        (
            "es",
            [
                "Diríjase al este por la vía peatonal", "Gire a la derecha por la pista de tierra",
                "Gire a la izquierda por la vía peatonal",
                "Cambie de sentido en la vía peatonal",
            ]
        ),
        (
            "fr",
            [
                "Partez vers l’est sur le chemin piéton",
                "Tournez à droite sur le chemin carrossable",
                "Tournez à gauche sur le chemin piéton",
                "Faites demi-tour sur le chemin piéton",
            ]
        ),
    ])
    func `roads without names have the article that the sentence wants`(
        language: String, expected: [String]
    ) throws {
        let trip = try DrawnTrip(
            paths(), along: "abcfc",
            options: DirectionsOptions(language: language, family: "foot"))
        #expect(trip.steps == expected)
    }
}

struct StyleTests {
    private func street() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            x
            |
            a---b---c
                |   |
                y   z
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        sketch.road("by", seconds: 10) { $0.name = "High Street" }
        sketch.road("cz", seconds: 10) { $0.name = "Low Street" }
        return sketch
    }

    private func steps(_ style: DirectionsStyle) throws -> [String] {
        var options = DirectionsOptions()
        options.style = style
        return try DrawnTrip(street(), along: "abcz", options: options).steps
    }

    @Test func `a device needs no street to set out by`() throws {
        #expect(
            try steps(.desktop) == [
                "Go east on Quay toward High Street", "Turn right on Low Street",
            ])
        #expect(
            try steps(.navigation) == ["Go east on Quay", "In 400 m, turn right on Low Street"])
    }

    @Test func `directions on foot ignore roundabouts, whatever the mode`() throws {
        var ring = NetworkSketch(
            """
            .......r
            w.....s.q.....e
            .......p
            ........
            .......o
            """)
        ring.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        ring.road("ws", seconds: 20) { $0.name = "West St" }
        ring.road("eq", seconds: 20) { $0.name = "East St" }
        ring.road("op", seconds: 20) { $0.name = "South St" }
        var options = DirectionsOptions()
        options.style = .campus
        let trip = try DrawnTrip(ring, along: "opqe", options: options)
        #expect(!trip.types.contains(.roundabout))
    }

    @Test func `streets that are passed are events, the one turned into is not`() throws {
        var options = DirectionsOptions()
        options.includesCrossStreets = true
        let trip = try DrawnTrip(street(), along: "abcz", options: options)
        #expect(trip.entries.map { $0.events.map(\.streets) } == [[], [["High Street"]], [], []])
        let event = try #require(trip.entries[1].events.first)
        #expect(event.milliseconds == 10_000)
        #expect(event.leg == 0 && event.element == 0)
        let silent = try DrawnTrip(street(), along: "abcz")
        #expect(silent.entries.allSatisfy { $0.events.isEmpty })
    }

    @Test func `short texts leave out signs, streets ahead and notes`() throws {
        var options = DirectionsOptions()
        options.writesShortTexts = true
        let trip = try DrawnTrip(street(), along: "abcz", options: options)
        #expect(
            trip.entries.map(\.shortText) == [
                "Start at A", "Go east on Quay", "Turn right on Low Street", "Finish at B",
            ])
    }
}

struct StringTypeTests {
    @Test func `an exit is a branch, and a roundabout's exit has its number`() throws {
        var sketch = NetworkSketch(
            """
            a...........b............c
            .................x
            .................z
            """)
        sketch.oneWay("abc", seconds: 20) {
            $0.roadClass = .motorway
            $0.reference = "A 8"
        }
        sketch.oneWay("bx", seconds: 20) {
            $0.roadClass = .motorway
            $0.flags = .link
            $0.name = "Exit 57"
        }
        sketch.road("xz", seconds: 20) { $0.name = "Quay" }
        let trip = try DrawnTrip(sketch, along: "abxz")
        let exit = try #require(trip.entries.first { $0.type == .highwayExit })
        #expect(exit.strings.contains(DirectionsString("Exit 57", .branch)))
        var ring = NetworkSketch(
            """
            ....r
            ...s.q....e
            ....p
            .....
            ....o
            """)
        ring.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        ring.road("eq", seconds: 20) { $0.name = "East St" }
        ring.road("op", seconds: 20) { $0.name = "South St" }
        let round = try DrawnTrip(ring, along: "opqe")
        let entry = try #require(round.entries.first { $0.type == .roundabout })
        #expect(entry.strings.contains(DirectionsString("1", .exit)))
    }
}
