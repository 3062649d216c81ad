// Searches in drawn towns: what is found, in which order, and what hostile texts do.

import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct GeocoderTests {
    /// Long Street runs along the top, Praça Nova down the middle.
    private static let drawing =
        """
        a---b---c
            |
        d---e---f
        """

    private static func town() throws -> Geocoder {
        var sketch = NetworkSketch(drawing)
        sketch.road("abc", seconds: 10) { $0.name = "Long Street" }
        sketch.road("be", seconds: 10) { $0.name = "Praça Nova de São João" }
        sketch.road("de", seconds: 10) { $0.name = "Rua da Boavista" }
        sketch.road("ef", seconds: 10) { $0.name = "Avenida dos Aliados" }
        return Geocoder(network: try sketch.build(), places: nil)
    }

    private static func first(_ text: String, isUnfinished: Bool = false) throws -> String? {
        try town().candidates(GeocodeQuery(text, isUnfinished: isUnfinished)).first?.street
    }

    @Test(arguments: [
        ("long street", "Long Street"), ("LONG ST", "Long Street"), ("Lnog Street", "Long Street"),
        ("praca nova de sao joao", "Praça Nova de São João"),
        ("Praça Nova S. João", "Praça Nova de São João"), ("R. Boavista", "Rua da Boavista"),
        ("rua da boavsita", "Rua da Boavista"), ("Av Aliados", "Avenida dos Aliados"),
        ("aliadoss", "Avenida dos Aliados"), ("rua da baovitsa", "Rua da Boavista"),
        ("Long Street, Nowhere", "Long Street"),
    ])
    func `finds a street as people write it`(text: String, street: String) throws {
        #expect(try Self.first(text) == street)
    }

    @Test(arguments: [
        ("boa", "Rua da Boavista"), ("rua boavs", "Rua da Boavista"), ("lon", "Long Street"),
    ])
    func `completes the last word`(text: String, street: String) throws {
        #expect(try Self.first(text, isUnfinished: true) == street)
        #expect(try Self.first(text) != street)
    }

    @Test(arguments: ["xyz", "", " ", "12", "lng", "bo", "&", "& &", "a & "])
    func `finds nothing where nothing fits`(text: String) throws {
        #expect(try Self.town().candidates(GeocodeQuery(text)).isEmpty)
    }

    @Test(arguments: [
        "Long St & Praça Nova de São João", "praca nova de sao joao @ long street",
        "Long Street and Praca Nova de Sao Joao",
    ])
    func `finds the crossing of two streets`(text: String) throws {
        let found = try #require(try Self.town().candidates(GeocodeQuery(text)).first)
        #expect(found.type == .streetIntersection)
        let b = NetworkSketch(Self.drawing).place("b")
        #expect(abs(found.location.x - b.x) < 1e-6 && abs(found.location.y - b.y) < 1e-6)
    }

    @Test func `streets that do not meet have no crossing`() throws {
        let found = try Self.town().candidates(GeocodeQuery("Long Street & Rua da Boavista"))
        #expect(found.isEmpty)
    }

    @Test func `a whole name scores 100, less if words are missing or wrong`() throws {
        func score(_ text: String) throws -> Double {
            try Self.town().candidates(GeocodeQuery(text)).first?.score ?? 0
        }
        #expect(try abs(score("Rua da Boavista") - 100) < 1e-9)
        #expect(try score("Boavista") < 100)
        #expect(try score("Rua da Boavisto") < score("Rua da Boavista"))
        #expect(try score("Rua da Boavista 5") < score("Rua da Boavista"))
    }

    @Test func `equal names come by distance, then in the order of the files`() throws {
        var sketch = NetworkSketch("a-b                c-d")
        sketch.road("ab", seconds: 10) { $0.name = "Church Lane" }
        sketch.road("cd", seconds: 10) { $0.name = "Church Lane" }
        let geocoder = Geocoder(network: try sketch.build(), places: nil)
        let found = geocoder.candidates(GeocodeQuery("church lane")).map(\.location)
        #expect(found.count == 2, "a gap of more than 300 m separates streets")
        for place in found {
            let query = GeocodeQuery("church lane", near: place)
            #expect(geocoder.candidates(query).first?.location == place)
            let box = Envelope(
                minX: place.x - 1e-4, minY: place.y - 1e-4, maxX: place.x + 1e-4,
                maxY: place.y + 1e-4)
            let confined = geocoder.candidates(GeocodeQuery("church lane", area: box))
            #expect(confined.map(\.location) == [place])
        }
        for _ in 0..<5 {
            #expect(geocoder.candidates(GeocodeQuery("church lane")).map(\.location) == found)
        }
    }

    @Test func `as many answers as asked for, and at most fifty`() throws {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        var sketch = NetworkSketch(letters.map { "\($0)" }.joined(separator: "            "))
        for (from, to) in zip(letters, letters.dropFirst()) where from.isLetter && to.isLetter {
            sketch.road("\(from)\(to)", seconds: 5) { $0.name = "Mill Road \(from)\(to)" }
        }
        let geocoder = Geocoder(network: try sketch.build(), places: nil)
        #expect(geocoder.candidates(GeocodeQuery("mill road", most: 3)).count == 3)
        #expect(geocoder.candidates(GeocodeQuery("mill road", most: 9_999)).count <= 50)
        #expect(geocoder.candidates(GeocodeQuery("mill road", most: -1)).count == 1)
    }

    @Test(arguments: [
        String(repeating: "street ", count: 20_000), String(repeating: "x", count: 100_000),
        String(repeating: "&", count: 10_000), String(repeating: "\u{301}", count: 10_000),
        "\u{0}\u{1}\u{FFFF}", String(repeating: ",", count: 10_000),
        String(repeating: "a,", count: 10_000), "İİİİ and ßßßß",
    ])
    func `hostile texts are answered`(text: String) throws {
        let geocoder = try Self.town()
        #expect(geocoder.candidates(GeocodeQuery(text)).count <= 20)
        #expect(geocoder.candidates(GeocodeQuery(text, isUnfinished: true)).count <= 20)
    }

    @Test func `a key finds the same place, and no key of another network does`() throws {
        let geocoder = try Self.town()
        let found = try #require(geocoder.candidates(GeocodeQuery("Long Street")).first)
        #expect(geocoder.candidate(forKey: found.key)?.address == found.address)
        for key in [
            "", "-", "x-0-", found.key + "9", found.key.replacing("-", with: "--"),
            String(found.key.dropLast(2)) + "99999999999-",
        ] {
            #expect(geocoder.candidate(forKey: key) == nil, "\(key)")
        }
    }

    @Test func `a place is in the town around it`() throws {
        var names = DrawnNames()
        names.place("Fardorf", .village, at: Coordinate(x: 12, y: 48))
        names.place("Neudorf", .village, at: Coordinate(x: 11, y: 48))
        let network = try NetworkSketch(Self.drawing).build()
        let geocoder = Geocoder(network: network, places: try names.dataset())
        for (longitude, town) in [(11.001, "Neudorf"), (12.001, "Fardorf"), (11.5, nil)] {
            let place = Coordinate(x: longitude, y: 48)
            let found = geocoder.address(at: place, within: 100, types: [.locality])
            #expect(found?.placeName == town)
        }
    }

    @Test func `a place is named after the nearest street`() throws {
        let geocoder = try Self.town()
        let street = try #require(geocoder.candidates(GeocodeQuery("Aliados")).first)
        let near = Coordinate(x: street.location.x, y: street.location.y - 1e-4)
        let found = geocoder.address(at: near, within: 100)
        #expect(found?.street == "Avenida dos Aliados")
        #expect(geocoder.address(at: Coordinate(x: 100, y: 80), within: 100) == nil)
    }
}
