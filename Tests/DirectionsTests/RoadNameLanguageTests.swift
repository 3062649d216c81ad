// Tests road names in the language of the directions.

import RoadNetwork
import RouteTesting
import Testing

@testable import Directions

@Suite struct RoadNameLanguageTests {
    /// A street, a crossing and a square in a bilingual town with French and German names.
    private func town() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            w..x..s.q.....e
            ...y...p
            ........
            .......o
            """)
        sketch.description.nameLanguages = ["fr", "de"]
        func name(_ road: inout NetworkSketch.Road, _ french: String, _ german: String) {
            road.name = "\(french) - \(german)"
            road.translations = [french, german, french]
        }
        sketch.oneWay("pqrsp", seconds: 2) { road in
            road.flags = .roundabout
            name(&road, "Place Verte", "Grüner Platz")
        }
        sketch.road("wxs", seconds: 20) { name(&$0, "Rue Haute", "Hohe Straße") }
        sketch.road("xy", seconds: 20) { name(&$0, "Rue Basse", "Tiefe Straße") }
        sketch.road("nr", seconds: 20) { name(&$0, "Avenue Foch", "Fochallee") }
        sketch.road("qe", seconds: 20) { road in
            name(&road, "Quai Rauba", "Raubakai")
            road.reference = "N 5"
        }
        sketch.road("op", seconds: 20) { $0.name = "Rue Plaine" }
        return sketch
    }

    private func trip(_ language: String, along word: String) throws -> DrawnTrip {
        var options = DirectionsOptions(language: language)
        options.includesCrossStreets = true
        return try DrawnTrip(town(), along: word, options: options)
    }

    private func streets(_ trip: DrawnTrip) -> [String] {
        trip.entries.flatMap(\.strings).filter { $0.type == .streetName }.map(\.string)
            .filter { $0 != "A" && $0 != "B" }
    }

    @Test(arguments: [
        ("fr", ["Rue Haute", "Quai Rauba"], "Rue Basse", "Place Verte"),
        ("de", ["Hohe Straße", "Raubakai"], "Tiefe Straße", "Grüner Platz"),
        ("en", ["Rue Haute", "Quai Rauba"], "Rue Basse", "Place Verte"),
        ("es", ["Rue Haute", "Quai Rauba"], "Rue Basse", "Place Verte"),
    ])
    func `sentences, strings, events and roundabouts name roads in one language`(
        language: String, names: [String], cross: String, place: String
    ) throws {
        let trip = try trip(language, along: "wxspqe")
        #expect(streets(trip) == names)
        #expect(trip.entries.flatMap(\.events).flatMap(\.streets).contains(cross))
        let text = trip.texts.joined(separator: "\n")
        for name in names + [place] { #expect(text.contains(name)) }
        #expect(!text.contains(" - "))
        #expect(text.contains("\(names[1]) (N 5)"))
    }

    @Test func `a trip has the same maneuvers in every language`() throws {
        for word in ["wxspqe", "opqe", "nrspqe", "yxspqe"] {
            let types = try ["fr", "de", "en"].map { try trip($0, along: word).types }
            #expect(Set(types).count == 1)
        }
    }

    @Test func `a name without a translation stays as it is`() throws {
        #expect(streets(try trip("de", along: "opqe")) == ["Rue Plaine", "Raubakai"])
    }

    @Test(arguments: ["de", "fr", "en-US"])
    func `a turn leaves a street whose name is the same only in one language`(
        language: String
    ) throws {
        var sketch = NetworkSketch("a--b--c\n...|\n...d")
        sketch.description.nameLanguages = ["de"]
        for (word, name) in [("ab", "Rue Haute"), ("bd", "Rue Basse")] {
            sketch.road(word, seconds: 20) { road in
                (road.name, road.reference) = (name, "N 5")
                road.translations = ["Hohe Straße"]
            }
        }
        sketch.road("bc", seconds: 20) { $0.name = "Rue Plaine" }
        let options = DirectionsOptions(language: language)
        let step = try #require(try DrawnTrip(sketch, along: "abd", options: options).steps.last)
        let road = language == "de" ? "Hohe Straße (N 5)" : "Rue Basse (N 5)"
        let book = DirectionsLanguages.builtIn.phrases(language)
        #expect(step == book.sentence(.turnRight, [.road: .name(road)]))
        #expect(step != book.sentence(.stayTurnRight, [.road: .name(road)]))
    }

    @Test func `roads are one by the names that the network has for all`() throws {
        var sketch = NetworkSketch("a--b--c\n...|\n...d")
        sketch.description.nameLanguages = ["de"]
        sketch.road("ab", seconds: 20) { road in
            (road.name, road.translations) = ("Rue Haute", ["Hohe Straße"])
        }
        sketch.road("bc", seconds: 20) { road in
            (road.name, road.translations) = ("Rue Basse", ["Hohe Straße"])
        }
        sketch.road("bd", seconds: 20) { $0.name = "Rue Plaine" }
        let network = try sketch.build()
        let german = network.description.nameLanguage(for: "de")
        let (one, other) = (
            RoadName(of: EdgeID(row: 0), on: network, in: german),
            RoadName(of: EdgeID(row: 2), on: network, in: german)
        )
        #expect(one.spoken == other.spoken && one.spoken == "Hohe Straße")
        #expect(!one.isSameRoad(as: other) && one.written == "Rue Haute")
        let trips = try ["de", "en"].map {
            try DrawnTrip(sketch, along: "abc", options: DirectionsOptions(language: $0)).types
        }
        #expect(trips[0] == trips[1])
    }
}
