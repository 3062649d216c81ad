// Searches for what maps and people write differently: shortened words, numbers of roads and
// houses, ordinals, postcodes.

import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct WrittenFormTests {
    private static let letters = "abcdefghijklmnopq"

    /// Makes streets in a row.
    private static func streets(_ names: [String], reference: String = "") -> NetworkSketch {
        precondition(names.count < letters.count)
        var sketch = NetworkSketch(letters.map { "\($0)" }.joined(separator: "---"))
        for (name, (from, to)) in zip(names, zip(letters, letters.dropFirst())) {
            sketch.road("\(from)\(to)", seconds: 10) {
                $0.name = name
                $0.reference = reference
            }
        }
        return sketch
    }

    private static func first(
        _ text: String, of names: [String], reference: String = ""
    ) throws -> GeocodeCandidate? {
        let network = try streets(names, reference: reference).build()
        return Geocoder(network: network, places: nil).candidates(GeocodeQuery(text)).first
    }

    @Test(arguments: [
        ("P.zza del Duomo", "Piazza del Duomo"), ("P.za della Scala", "Piazza della Scala"),
        ("P.le Loreto", "Piazzale Loreto"), ("C.so Venezia", "Corso Venezia"),
        ("V.le Monza 200", "Viale Monza"), ("Viale Certosa", "V.le Certosa"),
        ("Pr. Nova", "Praça Nova"), ("Karl Johans gt", "Karl Johans gate"),
        ("Karl Johans gt. 4", "Karl Johans gate"), ("Trondheimsvn", "Trondheimsveien"),
        ("Trondheimsv. 5", "Trondheimsveien"), ("R. Stª Luzia", "Rua Santa Luzia"),
        ("Rua Nª Srª da Luz", "Rua Nossa Senhora da Luz"), ("R Profª Ana", "Rua Professora Ana"),
        ("R. N.ª Sr.ª da Luz", "Rua Nossa Senhora da Luz"), ("Avª Brasil", "Avenida Brasil"),
        ("Av.ª Brasil", "Avenida Brasil"),
    ])
    func `shortened words are read with a dot within`(text: String, street: String) throws {
        let names = [
            "Piazza del Duomo", "Piazza della Scala", "Piazzale Loreto", "Corso Venezia",
            "Viale Monza", "V.le Certosa", "Praça Nova", "Karl Johans gate", "Trondheimsveien",
            "Rua Santa Luzia", "Rua Nossa Senhora da Luz", "Rua Professora Ana", "Rua Brasil",
            "Avenida Brasil",
        ]
        #expect(try Self.first(text, of: names)?.street == street)
    }

    @Test(arguments: [
        ("A28", "A 28"), ("A 28", "A28"), ("A-28", "A28"), ("E18", "Rv 4;E 18"), ("SP 11", "SP11"),
        ("sp11", "SP 11"), ("M25", "M25"),
    ])
    func `a road's number is found however it is spaced`(text: String, number: String) throws {
        let found = try #require(
            try Self.first(text, of: ["Autostrada del Nord"], reference: number))
        #expect(found.score > 99)
        #expect(try Self.first(text, of: [number])?.street == number)
        let other = try Self.first("\(text)9", of: ["Autostrada del Nord"], reference: number)
        #expect(other?.score ?? 0 < 80)
    }

    private static let ordinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
        "seventeenth", "eighteenth", "nineteenth", "twentieth",
    ]

    @Test func `ordinals in digits and in words are the same`() throws {
        for (place, word) in Self.ordinals.enumerated() {
            let end = [1: "st", 2: "nd", 3: "rd"][place + 1] ?? "th"
            let digits = "\(place + 1)\(end)"
            let written = try Self.first("\(digits) St", of: ["\(word) Street", "Long Street"])
            #expect(written?.street == "\(word) Street")
            let counted = try Self.first("\(word) St", of: ["\(digits) Street", "Long Street"])
            #expect(counted?.street == "\(digits) Street")
        }
        let crossing = try Self.first("5th Ave & Main St", of: ["Fifth Avenue", "Main Street"])
        #expect(crossing?.street == "Fifth Avenue & Main Street")
    }

    @Test func `an ordinal is no house number`() throws {
        let sketch = Self.streets(["North Street"])
        var names = DrawnNames()
        names.address("100", "North Street", at: sketch.place("a", "b", at: 0.5))
        let geocoder = Geocoder(network: try sketch.build(), places: try names.dataset())
        let found = geocoder.candidates(GeocodeQuery("N 4th St"))
        #expect(found.allSatisfy { $0.score < 60 && $0.number.isEmpty })
    }

    @Test(arguments: [
        ("12 Main Street", "12", true), ("14 Main Street", "12-14", true),
        ("13 Main Street", "12", false), ("12–14 Main Street", "12-14", true),
        ("12 - 14 Main Street", "12-14", true), ("Main Street 31-33", "31/33", true),
        ("33 Main Street", "31/33", true), ("32 Main Street", "31/33", false),
        ("9 Main Street", "9", true), ("9 1/2 Main Street", "9 1/2", true),
        ("9½ Main Street", "9 1/2", true), ("21 Main Street", "20–23", true),
    ])
    func `a range has its numbers, and a half is a house`(
        text: String, number: String, isExact: Bool
    ) throws {
        let sketch = Self.streets(["Main Street"])
        var names = DrawnNames()
        for number in ["12", "12-14", "31/33", "9", "1/2", "9 1/2", "20–23"] {
            names.address(number, "Main Street", at: sketch.place("a", "b", at: 0.5))
        }
        let geocoder = Geocoder(network: try sketch.build(), places: try names.dataset())
        let found = try #require(geocoder.candidates(GeocodeQuery(text)).first)
        #expect(found.number == number)
        #expect(found.type == (isExact ? .pointAddress : .streetAddress))
    }

    @Test func `a half is not looked for without its number`() throws {
        let sketch = Self.streets(["Main Street"])
        var names = DrawnNames()
        for number in ["1/2", "9"] {
            names.address(number, "Main Street", at: sketch.place("a", "b", at: 0.5))
        }
        let geocoder = Geocoder(network: try sketch.build(), places: try names.dataset())
        let found = geocoder.candidates(GeocodeQuery("9 1/2 Main Street"))
        #expect(found.first?.number == "9")
    }

    private static let costa = "Avenue de la Costa, Monaco"

    @Test(arguments: [
        // City, Region, Postal and CountryCode, joined as in forms with address parts.
        ("1 \(costa), Monaco, 98000, MCO", "1"), ("1 \(costa), Monaco, Monaco, MCO", "1"),
        ("1 \(costa), Principality, 98000, MC, Europe", "1"), ("1, \(costa), Monaco, MCO", "1"),
        ("1 Avenue de la Costa, 98000 Monaco, MCO", "1"),
        // Another house in the street.
        ("7 \(costa), Monaco, 98000, MCO", "1"),
    ])
    func `a region, a postcode and a country that no file has do not lose an address`(
        text: String, number: String
    ) throws {
        let geocoder = try Self.costaGeocoder()
        let found = try #require(geocoder.candidates(GeocodeQuery(text)).first)
        #expect(found.street == "Avenue de la Costa" && found.number == number)
        #expect(found.score >= 75)
    }

    @Test func `a street in another town stays lost, and the town's own comes first`() throws {
        let geocoder = try Self.costaGeocoder()
        func score(_ text: String) -> Double {
            geocoder.candidates(GeocodeQuery(text)).first?.score ?? 0
        }
        #expect(score("1 Avenue de la Costa, Nice, Provence, 06000, FRA") < 55)
        #expect(score("1 Avenue de la Costa, Nice") < score("1 \(Self.costa)"))
        // A region that the index knows is another place.
        #expect(
            score("1 \(Self.costa), Grimaldi, MCO") < score("1 \(Self.costa), Monaco, MCO"))
    }

    private static func costaGeocoder() throws -> Geocoder {
        let sketch = streets(["Avenue de la Costa", "Rue Grimaldi"])
        var names = DrawnNames()
        names.place("Monaco", .city, at: sketch.place("a"))
        names.address(
            "1", "Avenue de la Costa", city: "Monaco", at: sketch.place("a", "b", at: 0.5))
        return Geocoder(network: try sketch.build(), places: try names.dataset())
    }

    @Test func `a postcode with a town is the town`() throws {
        let sketch = Self.streets(["Via Larga", "Via Milano"])
        var names = DrawnNames()
        names.place("Milano", .city, at: sketch.place("a"))
        names.address(
            "7", "Via Larga", city: "Milano", postcode: "20124", name: "Hotel Milano",
            at: sketch.place("a", "b", at: 0.5))
        names.address(
            "3", "Via Milano", city: "Milano", postcode: "20124",
            at: sketch.place("b", "c", at: 0.5))
        let geocoder = Geocoder(network: try sketch.build(), places: try names.dataset())
        func found(_ text: String) -> [GeocodeCandidate] {
            geocoder.candidates(GeocodeQuery(text))
        }
        for text in ["20124 Milano", "Milano 20124", "20124, Milano"] {
            #expect(found(text).map(\.placeName) == ["Milano"], "\(text)")
        }
        #expect(found("Hotel Milano").first?.placeName == "Hotel Milano")
        #expect(found("Hotel Milano, 20124 Milano").first?.placeName == "Hotel Milano")
        #expect(found("Via Milano 3, 20124 Milano").first?.number == "3")
    }
}
