// What comes first while a word is being typed.

import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct TypedWordTests {
    /// What begins with `aven`: an article or a type of street before the word does not count.
    private static let begun: Set = [
        "Avenida dos Aliados", "Avenue Nouvelle", "Rua do Avental", "Aventura",
    ]
    /// What has `aven` elsewhere, with houses, so that these are the important ones.
    private static let other: Set = ["Monte Aventino", "Praça do Velho Aven"]

    private static func town() throws -> Geocoder {
        try StreetRow.geocoder([
            "Monte Aventino": ["1", "2", "3"], "Avenida dos Aliados": [], "Avenue Nouvelle": [],
            "Praça do Velho Aven": ["1", "2"], "Rua do Avental": [], "Aventura": [],
        ])
    }

    @Test(arguments: ["ave", "aven", "Aven"])
    func `names that begin with it come first, wherever the others are`(text: String) throws {
        let geocoder = try Self.town()
        let all = geocoder.candidates(GeocodeQuery(text, isUnfinished: true))
        #expect(Set(all.map(\.street)) == Self.begun.union(Self.other))
        for near in [nil] + all.map({ Optional($0.location) }) {
            let query = GeocodeQuery(text, near: near, isUnfinished: true)
            let names = geocoder.candidates(query).map(\.street)
            #expect(Set(names.prefix(Self.begun.count)) == Self.begun, "near \(near as Any)")
        }
    }

    @Test func `of many names that score the same, the nearest comes first`() throws {
        let geocoder = try StreetRow.geocoder([
            "Avenida Alfa": [], "Avenida Beta": [], "Avenida Gama": [], "Avenida Delta": [],
            "Avenida Teta": [], "Avenida Lambda": [], "Avenida Sigma": [], "Avenida Omega": [],
        ])
        let all = geocoder.candidates(GeocodeQuery("aven", isUnfinished: true))
        #expect(Set(all.map(\.score)).count == 1)
        for street in all {
            var query = GeocodeQuery("aven", near: street.location, isUnfinished: true)
            query.most = 1
            #expect(geocoder.candidates(query).map(\.street) == [street.street])
        }
    }

    @Test func `of names that begin with it, the important one comes first, however long`() throws {
        var sketch = NetworkSketch("a-b-c-d-e-f")
        sketch.road("ab", seconds: 10) { $0.name = "Avenida Nova" }
        sketch.road("bc", seconds: 10) { $0.name = "Avenida" }
        sketch.road("cdef", seconds: 10) { $0.name = "Avenida da Grande Guerra" }
        let geocoder = Geocoder(network: try sketch.build(), places: nil)
        func first(_ text: String) -> String? {
            geocoder.candidates(GeocodeQuery(text, isUnfinished: true)).first?.street
        }
        #expect(first("aven") == "Avenida da Grande Guerra")
        #expect(first("avenida") == "Avenida", "the whole name is typed")
    }

    @Test func `a mistake comes behind what is right`() throws {
        let geocoder = try StreetRow.geocoder([
            "Grimoldi": ["1", "2"], "Rua da Grimaldina": [], "Rue Grimaldi": [],
        ])
        let names = geocoder.candidates(GeocodeQuery("grimald", isUnfinished: true)).map(\.street)
        #expect(Set(names.prefix(2)) == ["Rue Grimaldi", "Rua da Grimaldina"])
        #expect(names.last == "Grimoldi")
    }
}
