// Tests road names by language: which tags count, and which names are bilingual.

import DefinitionFiles
import RoadNetwork
import RouteTesting
import Testing

@testable import NetworkBuilder

@Suite struct TranslatedNameTests {
    /// The names of the road "ab" in some languages.
    private func called(
        _ tags: [String: String], in languages: String..., beside others: [[String: String]] = []
    ) throws -> [String] {
        var town = Town("a---b---c---d---e---f")
        town.way("ab", tags)
        for (index, other) in others.enumerated() {
            town.way(String("bcdef".dropFirst(index).prefix(2)), other)
        }
        let built = try town.build()
        let network = try built.dataset()
        #expect(network.structuralFaults() == [])
        let edge = EdgeID(row: try #require(built.edge("ab")))
        #expect(network.streetName(of: edge) == tags["name"])
        return languages.map {
            network.streetName(of: edge, in: network.description.nameLanguage(for: $0))
        }
    }

    @Test(arguments: [" - ", " / ", "/", " – ", " — ", ", ", " "])
    func `a name made of names in two languages is said in one`(separator: String) throws {
        let brussels = [
            "name": "Rue Haute\(separator)Hoogstraat", "name:fr": "Rue Haute",
            "name:nl": "Hoogstraat",
        ]
        #expect(
            try called(brussels, in: "fr", "nl", "en", "de-CH")
                == ["Rue Haute", "Hoogstraat", "Rue Haute", "Rue Haute"])
    }

    @Test func `a name has as many parts as its own names show`() throws {
        let bolzano = ["name:it": "Via Roma", "name:de": "Romstraße"]
        let name = ["name": "Via Roma - Romstraße"]
        #expect(
            try called(name.merging(bolzano) { $1 }, in: "de", "it", "en")
                == ["Romstraße", "Via Roma", "Via Roma"])
        let three = bolzano.merging([
            "name": "Via Roma - Romstraße - Strada Roma", "name:lld": "Strada Roma",
        ]) { $1 }
        #expect(
            try called(three, in: "lld", "de", "fr") == ["Strada Roma", "Romstraße", "Via Roma"])
    }

    @Test(arguments: [
        // Half or no part is known, there is a part too many, or the names are the same.
        ["name:fr": "Rue Haute"], [:], ["name:fr": "Rue", "name:nl": "Haute"],
        ["name:left": "Rue Haute", "name:right": "Hoogstraat"],
        ["name:fr": "Rue Haute - Hoogstraat"], ["alt_name:fr": "Rue Haute", "alt_name:nl": "Hoog"],
    ])
    func `a name is never parted without evidence`(tags: [String: String]) throws {
        let name = "Rue Haute - Hoogstraat"
        let named = tags.merging(["name": name]) { $1 }
        #expect(try called(named, in: "en", "nl") == [name, name])
        #expect(TranslatedName.parts(of: "Sé Sé", among: ["Sé"]) == nil)
        #expect(TranslatedName.parts(of: "A - ", among: ["A", "B"]) == nil)
    }

    @Test func `a name in another language counts beside a plain one`() throws {
        let helsinki = [
            "name": "Mannerheimintie", "name:fi": "Mannerheimintie", "name:sv": "Mannerheimvägen",
            "maxspeed": "FI:urban",
        ]
        #expect(
            try called(helsinki, in: "sv", "fi", "en")
                == ["Mannerheimvägen", "Mannerheimintie", "Mannerheimintie"])
        let bridge = ["bridge:name": "Ponte", "bridge:name:en": "Bridge", "name:en": "Street"]
        var town = Town("a---b")
        town.way("ab", bridge)
        let network = try town.build().dataset()
        let english = network.description.nameLanguage(for: "en")
        #expect(network.streetName(of: EdgeID(row: 0), in: english) == "Bridge")
    }

    @Test func `of several translations of a name the most frequent counts`() throws {
        func road(_ english: String) -> [String: String] { ["name": "Sé", "name:en": english] }
        let two = [road("Cathedral"), road("See"), road("See")]
        #expect(try called(road("Cathedral"), in: "en", beside: two) == ["Cathedral"])
        #expect(try called(road("See"), in: "en", beside: two) == ["See"])
        // The name itself is a translation too.
        #expect(try called(road("See"), in: "en", beside: [road("Sé"), road("Sé")]) == ["Sé"])
    }

    @Test func `the languages are those of the countries, those of the names and English`() throws {
        let names = [
            "name:fr": "f", "name:nl": "n", "name:de": "d", "name:en": "e", "name:ja": "j",
        ]
        func kept(_ others: [[String: String]]) throws -> [String]? {
            var town = Town("a---b---c---d")
            town.way("ab", names.merging(["name": "X"]) { $1 })
            for (way, tags) in zip(["bc", "cd"], others) { town.way(way, tags) }
            return try town.build().assembled.description.nameLanguages
        }
        #expect(try kept([]) == ["en"])
        #expect(try kept([["source:maxspeed": "BE-VLG:urban"]]) == ["nl", "fr", "de", "en"])
        #expect(try kept([["name": "Y", "name:ja": "Y"]]) == ["ja", "en"])
    }

    @Test func `a definition lists languages, or none`() throws {
        let file = MapText.file(
            MapText.node(1, "0", "0"), MapText.node(2, "0.01", "0"),
            MapText.way(
                1, [1, 2], "highway=primary|name=A / B|name:fr=A|name:nl=B|name:en=C|name:ja=D"))
        func built(_ languages: [String]) throws -> BuiltTown {
            try MapText.build(["map.osm": file]) { $0.labels.languages = languages }
        }
        let some = try built(["ja", "fr", "it"])
        #expect(some.assembled.description.nameLanguages == ["ja", "fr"])
        #expect(some.report.translatedNames == ["fr": 1, "ja": 1])
        #expect(try built([]).assembled.description.nameLanguages == nil)
    }

    @Test(
        arguments: [
            ("[pt, zh-Hant]", ["pt", "zh-Hant"]), ("auto", nil), ("[]", []), ("en", ["en"]),
        ] as [(String, [String]?)])
    func `languages are read from a definition`(text: String, expected: [String]?) throws {
        #expect(try definition(text).labels.languages == expected)
    }

    @Test(arguments: ["[english]", "[PT]", "[pt_BR]", "['pt-']", "[auto, en]"])
    func `what is no language tag is refused by line`(text: String) throws {
        let error = #expect(throws: InvalidDefinitions.self) { try definition(text) }
        let problem = try #require(error?.problems.first)
        #expect(problem.line != nil && problem.text.contains("is not a language tag"))
    }

    private func definition(_ languages: String) throws -> NetworkDefinition {
        let shipped = NetworkDefinition.shippedText
        #expect(shipped.contains("languages: auto"))
        return try NetworkDefinition(
            text: shipped.replacing("languages: auto", with: "languages: \(languages)"),
            file: "changed.yaml")
    }

    @Test(
        arguments: Extract.sampleAndShared(
            "registry/helsinki-center-2019.osm.pbf", "andorra-2026.osm.pbf"))
    func `names in other languages add three percent at most`(extract: Extract) throws {
        func bytes(_ languages: [String]?) throws -> Int {
            var definition = try NetworkDefinition.shipped()
            definition.labels.languages = languages
            let contents = try NetworkReading(definition).contents(of: [extract.path])
            #expect(languages != nil || contents.description.nameLanguages != nil)
            return try DatasetEncoder(contents).byteCount
        }
        let growth = Double(try bytes(nil)) / Double(try bytes([])) - 1
        #expect((0...0.03).contains(growth))
    }
}
