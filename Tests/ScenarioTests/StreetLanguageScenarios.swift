// Road names in the language of the directions, from the file to the text.

import Geo
import RouteAPI
import RouteTesting
import Testing

struct StreetLanguageScenarios {
    /// Two streets of Brussels that meet at a corner.
    private static let brussels = corner(
        ["name": "Rue Haute - Hoogstraat", "name:fr": "Rue Haute", "name:nl": "Hoogstraat"],
        ["name": "Quai Neuf - Nieuwe Kaai", "name:fr": "Quai Neuf", "name:nl": "Nieuwe Kaai"])
    /// Two streets of Helsinki with Finnish names.
    private static let helsinki = corner(
        ["name": "Kauppatie", "name:fi": "Kauppatie", "name:de": "Marktweg"],
        ["name": "Rantatie", "name:fi": "Rantatie", "maxspeed:type": "FI:urban"])

    /// OSM XML of two streets with these tags that meet at a corner.
    private static func corner(_ first: [String: String], _ second: [String: String]) -> String {
        func street(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
            "<way id='\(id)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
                + "<tag k='highway' v='residential'/>"
                + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() + "</way>"
        }
        return "<node id='1' lon='4' lat='50'/><node id='2' lon='4.004' lat='50'/>"
            + "<node id='3' lon='4.004' lat='50.003'/><node id='4' lon='4.008' lat='50'/>"
            + street(101, [1, 2], first) + street(102, [2, 3], second)
            + street(103, [2, 4], ["name": "Rond"])
    }

    @Test(arguments: [
        (brussels, "fr", ["Rue Haute", "Quai Neuf"]), (brussels, "en", ["Rue Haute", "Quai Neuf"]),
        (brussels, "de", ["Rue Haute", "Quai Neuf"]),
        (brussels, "nl", ["Hoogstraat", "Nieuwe Kaai"]),
        (helsinki, "fr", ["Kauppatie", "Rantatie"]),
        (helsinki, "de", ["Kauppatie", "Rantatie"]),
    ])
    func `a street has one name in directions`(
        map: String, language: String, names: [String]
    ) throws {
        let result = try answer(
            from: .imported(map), [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.004, y: 50.002)]
        ) {
            $0.returnDirections = true
            $0.directions.directionsLanguage = language
        }
        let steps = try #require(result.directions?.first).steps
        #expect(steps.count == 4)
        let streets = steps.flatMap(\.strings).filter { $0.type == "esriDSTStreetName" }
        #expect(names.allSatisfy { name in streets.contains { $0.string == name } })
        let text = steps.map(\.text).joined(separator: "\n")
        #expect(names.allSatisfy(text.contains) && !text.contains(" - "))
    }

    /// A turn onto a street with a sign.
    private static let signed = corner(
        ["name": "Lei", "maxspeed:type": "BE:urban"],
        [
            "name": "Kaai", "destination:forward": "Bruxelles / Brussel;Liège",
            "destination:lang:fr:forward": "Bruxelles;Liège",
            "destination:lang:nl:forward": "Brussel;Luik",
        ])

    @Test(arguments: [
        ("nl", "Brussel, Luik"), ("fr", "Bruxelles, Liège"), ("de", "Bruxelles, Liège"),
        ("en", "Bruxelles, Liège"),
    ])
    func `a sign is said in the language of the directions`(
        language: String, places: String
    ) throws {
        let result = try answer(
            from: .imported(Self.signed),
            [Coordinate(x: 4.001, y: 50), Coordinate(x: 4.004, y: 50.002)]
        ) {
            $0.returnDirections = true
            $0.directions.directionsLanguage = language
        }
        let steps = try #require(result.directions?.first).steps
        #expect(steps.contains { $0.text.contains(places) }, "\(steps.map(\.text))")
        #expect(!steps.contains { $0.text.contains("/") })
    }
}
