// Tests signs in other languages: `destination:lang:nl=Luik`.

import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

struct DestinationSignTests {
    /// The sign over a road from `a` to `b` in some languages, from the file to the dataset.
    private func signs(_ tags: String, in languages: String...) throws -> [String] {
        var all = ["highway": "motorway_link", "oneway": "yes"]
        for pair in tags.split(separator: "|") {
            let parts = pair.split(separator: "=", maxSplits: 1)
            all[String(parts[0])] = String(parts[1].replacing("!", with: "|"))
        }
        var town = Town("a---b---c")
        town.way("ab", all)
        town.way("bc", ["name": "Luik", "maxspeed:type": "BE:urban"])
        let built = try town.build()
        let network = try built.dataset()
        #expect(network.structuralFaults() == [])
        let edge = EdgeID(row: try #require(built.edge("ab")))
        return languages.map {
            network.destination(of: edge, in: network.description.nameLanguage(for: $0))
        }
    }

    @Test func `a sign says places as its tag for the language has them`() throws {
        let liège = "destination=Liège;Luxembourg|destination:lang:nl=Luik;Luxemburg"
        #expect(
            try signs(liège, in: "nl", "nl-BE", "fr", "de")
                == ["Luik, Luxemburg", "Luik, Luxemburg", "Liège, Luxembourg", "Liège, Luxembourg"])
        // Numbers have no language.
        let numbered = liège + "|destination:ref=E 25;E 40"
        #expect(try signs(numbered, in: "nl") == ["E 25, E 40, Luik, Luxemburg"])
    }

    @Test func `a place with names in two languages is said in one`() throws {
        let ring =
            "destination=Brussel / Bruxelles;Gent|destination:lang:nl=Brussel;Gent"
            + "|destination:lang:fr=Bruxelles;Gand"
        #expect(
            try signs(ring, in: "nl", "fr", "en")
                == ["Brussel, Gent", "Bruxelles, Gand", "Brussel, Gent"])
    }

    @Test func `a sign of a direction and signs over lanes have languages, too`() throws {
        #expect(
            try signs(
                "oneway=no|destination:forward=Liège|destination:lang:nl:forward=Luik", in: "nl")
                == ["Luik"])
        #expect(
            try signs(
                "oneway=no|destination:forward=Liège|destination:lang:nl=Luik", in: "nl")
                == ["Liège"])
        #expect(
            try signs(
                "destination:lanes=Liège!Liège;Spa|destination:lang:nl:lanes=Luik!Luik;Spa",
                in: "nl", "fr") == ["Luik", "Liège"])
    }

    @Test(arguments: [
        "destination=Liège|destination:lang:left=Luik", "destination=Liège|destination:nl=Luik",
        "destination=Liège|destination:lang:ja=リエージュ", "destination=Liège",
    ])
    func `what is no tag of a kept language leaves a sign as it is`(tags: String) throws {
        #expect(try signs(tags, in: "nl", "ja", "en") == ["Liège", "Liège", "Liège"])
    }

    @Test func `a definition without languages keeps the sign alone`() throws {
        let file = MapText.file(
            MapText.node(1, "0", "0"), MapText.node(2, "0.01", "0"),
            MapText.way(
                1, [1, 2],
                "highway=motorway_link|oneway=yes|destination=A|destination:lang:fr=B"))
        for (languages, expected) in [([], nil), (["fr"], ["fr"])] as [([String], [String]?)] {
            let built = try MapText.build(["map.osm": file]) { $0.labels.languages = languages }
            #expect(built.assembled.description.nameLanguages == expected)
        }
    }
}
