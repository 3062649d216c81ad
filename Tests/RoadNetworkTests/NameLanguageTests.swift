// Tests a network's names by language.

import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@Suite struct NameLanguageTests {
    /// A network of one street, "Rua", whose name in each language is the language's tag.
    private func network(_ languages: [String], firstPart: String = "") throws -> NetworkDataset {
        var sketch = NetworkSketch("a---b")
        sketch.description.nameLanguages = languages
        sketch.road("ab", seconds: 1) { road in
            road.name = "Rua"
            road.translations = languages + [firstPart]
        }
        return try sketch.build()
    }

    private func name(_ network: NetworkDataset, for tag: String) -> String {
        network.streetName(of: EdgeID(row: 0), in: network.description.nameLanguage(for: tag))
    }

    @Test(arguments: [
        ("pt", "pt"), ("pt-PT", "pt"), ("pt_BR", "pt-BR"), ("PT-br", "pt-BR"), ("en-US", "en"),
        ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh-Hant-TW", "zh-Hant"), ("zh-CN", "zh"),
        ("zh", "zh"), ("nb", "no"), ("nb-NO", "no"), ("no", "no"), ("nn", "nn"),
        ("sr", "sr-Latn"), ("de", "Rua"), ("p", "Rua"), ("", "Rua"), ("-", "Rua"), ("zhx", "Rua"),
    ])
    func `a tag finds its own form, then a more general one, then a near one`(
        tag: String, expected: String
    ) throws {
        let network = try network(["pt", "pt-BR", "en", "zh-Hant", "zh", "no", "nn", "sr-Latn"])
        #expect(name(network, for: tag) == expected)
    }

    @Test func `a language without names has the first part of a bilingual one`() throws {
        let bilingual = try network(["fr", "nl"], firstPart: "Rue")
        let names = ["fr-BE", "nl", "en", "ja"].map { name(bilingual, for: $0) }
        #expect(names == ["fr", "nl", "Rue", "Rue"])
        #expect(bilingual.streetName(of: EdgeID(row: 0)) == "Rua")
        #expect(bilingual.streetName(of: EdgeID(row: 0), in: .asWritten) == "Rua")
    }

    @Test func `a network without translations has no sections for them`() throws {
        for languages in [[], ["Rua"]] {
            let plain = try network(languages)
            #expect(plain.description.nameLanguages == nil)
            #expect(name(plain, for: "pt") == "Rua")
        }
    }

    @Test func `a language of another network finds nothing and ends nothing`() throws {
        let other = try network(["a", "b", "c", "pt"]).description.nameLanguage(for: "pt")
        #expect(try network(["en"]).streetName(of: EdgeID(row: 0), in: other) == "Rua")
    }

    @Test func `sections are few, however many languages there are`() throws {
        let many = try network((0..<300).map { "l\($0)" })
        #expect(many.description.nameLanguages?.count == 64)
        #expect(name(many, for: "l63") == "l63")
        #expect(name(many, for: "l64") == "Rua")
    }
}
