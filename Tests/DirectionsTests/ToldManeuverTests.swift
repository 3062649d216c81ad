// Tests the maneuvers listed one by one in entries, for clients with their own words.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

struct ToldManeuverTests {
    private func trip(
        _ sketch: NetworkSketch, along word: String, scale: Double = 1, language: String = "en"
    ) throws -> DrawnTrip {
        var options = DirectionsOptions(language: language)
        options.listsManeuvers = true
        return try DrawnTrip(sketch, along: word, scale: scale, options: options)
    }

    /// Whether an entry's maneuvers cover its road without gaps.
    private func covers(_ entry: DirectionsEntry) -> Bool {
        let elements = entry.maneuvers.flatMap(\.spans).flatMap { Array($0.elements) }
        return elements == entry.spans.flatMap { Array($0.elements) }
            && entry.maneuvers.reduce(0) { $0 + $1.centimeters } == entry.centimeters
    }

    @Test(arguments: [DirectionsStyle.desktop, .navigation])
    func `without texts, entries have the same maneuvers and measures`(
        style: DirectionsStyle
    ) throws {
        let sketch = NetworkSketch(
            """
            n......a
            .......|
            .......c......s
            """
        ) {
            $0.road("na", seconds: 40) { $0.name = "Quay" }
            $0.road("ac", seconds: 4) { $0.name = "Steps Lane" }
            $0.road("cs", seconds: 40) { $0.name = "Low Street" }
        }
        var options = DirectionsOptions()
        options.style = style
        options.listsManeuvers = true
        let told = try DrawnTrip(sketch, along: "nacs", options: options).entries
        options.writesTexts = false
        let silent = try DrawnTrip(sketch, along: "nacs", options: options).entries
        #expect(told.allSatisfy { !$0.text.isEmpty })
        // The texts, also typed ones, are all that is left out.
        let untold = told.map { entry in
            var entry = entry
            (entry.text, entry.shortText, entry.strings) = ("", "", [])
            return entry
        }
        #expect(silent == untold)
        #expect(silent.contains { !$0.maneuvers.isEmpty })
    }

    @Test func `two turns told as one are two, each with its road`() throws {
        var staggered = NetworkSketch(
            """
            ......n
            .......
            w.....ac....e
            .......
            .......s
            """)
        staggered.road("wace", seconds: 20) { $0.name = "Main St" }
        staggered.road("na", seconds: 20) { $0.name = "Oak Ave" }
        staggered.road("cs", seconds: 20) { $0.name = "Oak Ave" }
        var short = NetworkSketch(
            """
            n......a
            .......|
            .......c......s
            """)
        short.road("na", seconds: 40) { $0.name = "Quay" }
        short.road("ac", seconds: 4) { $0.name = "Steps Lane" }
        short.road("cs", seconds: 40) { $0.name = "Low Street" }
        let drawings: [(NetworkSketch, Double, [ManeuverType], [String])] = [
            (staggered, 0.5, [.turnLeft, .turnRight], ["Main St", "Oak Ave"]),
            (short, 1, [.turnRight, .turnLeft], ["Steps Lane", "Low Street"]),
        ]
        for (sketch, scale, types, roads) in drawings {
            let entries = try trip(sketch, along: "nacs", scale: scale).entries
            #expect(entries.count == 4)
            #expect(entries[2].maneuvers.map(\.type) == types)
            #expect(entries[2].maneuvers.map(\.road) == roads)
            #expect(entries[1].maneuvers.map(\.type) == [.straight])
            #expect(entries.filter { $0.kind == .maneuver }.allSatisfy { covers($0) })
            #expect(entries.filter { $0.kind != .maneuver }.allSatisfy { $0.maneuvers.isEmpty })
            let plain = try DrawnTrip(sketch, along: "nacs", scale: scale)
            #expect(plain.entries.allSatisfy { $0.maneuvers.isEmpty })
        }
    }

    @Test(arguments: ["en", "ja", "ar"])
    func `an exit has its number in no language`(language: String) throws {
        var sketch = NetworkSketch(
            """
            a...........b............c
            .................x
            """)
        sketch.oneWay("abc", seconds: 20) {
            $0.roadClass = .motorway
            $0.reference = "A 8"
        }
        sketch.oneWay("bx", seconds: 20) {
            $0.roadClass = .motorway
            $0.flags = .link
            $0.destination = "Nice, Cannes"
            $0.exit = "12B"
        }
        let told = try trip(sketch, along: "abx", language: language).entries[2].maneuvers
        #expect(told.map(\.exit) == ["12B"])
        #expect(told.map(\.toward) == ["Nice, Cannes"])
        #expect(told.map(\.takesRamp) == [true])
    }

    @Test func `the end of a road and a roundabout's name are known`() throws {
        var tee = NetworkSketch(
            """
            ......n
            a.....b
            ......s
            """)
        tee.road("ab", seconds: 20) { $0.name = "Main St" }
        tee.road("nbs", seconds: 20) { $0.name = "Oak Ave" }
        let end = try trip(tee, along: "abn").entries[2].maneuvers
        #expect(end.map(\.type) == [.turnLeft] && end.map(\.endsRoad) == [true])

        var ring = NetworkSketch(
            """
            .......n
            ........
            .......r
            w.....s.q.....e
            .......p
            ........
            .......o
            """)
        ring.oneWay("pqrsp", seconds: 2) {
            $0.flags = .roundabout
            $0.name = "Star Place"
        }
        for word in ["ws", "nr", "eq", "op"] { ring.road(word, seconds: 20) }
        let round = try trip(ring, along: "opqrn").entries[2].maneuvers
        #expect(round.map(\.roundaboutExit) == [2])
        #expect(round.map(\.roundabout) == ["Star Place"])
        // The four pieces are about 112 m long each.
        #expect((44_000...46_000).contains(round.first?.ringCentimeters ?? 0))
    }
}
