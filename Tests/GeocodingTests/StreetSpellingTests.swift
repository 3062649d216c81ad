// Searches for streets as people of many languages write them, and for houses with doors.

import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct StreetSpellingTests {
    /// Makes a network of streets side by side, each with some houses.
    private static func geocoder(
        _ streets: [String], houses: [String] = ["3"], reference: String = "",
        more: (inout DrawnNames, NetworkSketch) -> Void = { _, _ in }
    ) throws -> Geocoder {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        precondition(streets.count < letters.count)
        var sketch = NetworkSketch(letters.map { "\($0)" }.joined(separator: "---"))
        var names = DrawnNames()
        for (name, (from, to)) in zip(streets, zip(letters, letters.dropFirst())) {
            sketch.road("\(from)\(to)", seconds: 10) {
                $0.name = name
                $0.reference = reference
            }
            for house in houses where !name.isEmpty {
                names.address(house, name, at: sketch.place(from, to, at: 0.5))
            }
        }
        more(&names, sketch)
        return Geocoder(network: try sketch.build(), places: try names.dataset())
    }

    private static let streets = [
        "Hauptstraße", "Lange Gasse", "Kerkstraat", "Oude Gracht", "Karl-Marx-Straße",
        "Müllerweg", "ulica Świętego Józefa", "Bulevardul Unirii", "Şoseaua Kiseleff",
        "Bağdat Caddesi", "проспект Мира", "Улица Ленина", "Οδός Ερμού", "شارع الحمرا", "南京路",
        "銀座通り", "세종대로", "West 59th Street", "S Street Northwest",
        "Martin Luther King Junior Boulevard", "Via 4 Novembre", "Via XX Settembre",
        "Rue du Faubourg-Saint-Antoine", "St Marks Place", "McDonald Avenue",
        "Stelly's Cross Road", "County Road 12", "Storgatan", "Mannerheimkatu", "Marienplatz",
        "Place du Marché Saint-Honoré", "Christian IX's Gade",
    ]

    @Test(arguments: [
        // One word or two.
        ("Haupt Straße 3", "Hauptstraße"), ("Haupt-Str. 3", "Hauptstraße"),
        ("Langegasse 3", "Lange Gasse"), ("Kerk straat 3", "Kerkstraat"),
        ("oudegracht 3", "Oude Gracht"), ("Karlmarxstraße 3", "Karl-Marx-Straße"),
        ("3 Mc Donald Ave", "McDonald Avenue"), ("3 Saint Mark's Place", "St Marks Place"),
        ("3 St. Mark's Pl", "St Marks Place"), ("Christian IXs Gade 3", "Christian IX's Gade"),
        ("3 place du marché sainthonoré", "Place du Marché Saint-Honoré"),
        // Two letters for one.
        ("Muellerweg 3", "Müllerweg"), ("Mueller Weg 3", "Müllerweg"),
        // Shortened types and titles.
        ("Kerkstr. 3", "Kerkstraat"), ("ul. Św. Józefa 3", "ulica Świętego Józefa"),
        ("sw jozefa 3", "ulica Świętego Józefa"), ("Bd. Unirii nr. 3", "Bulevardul Unirii"),
        ("Sos. Kiseleff 3", "Şoseaua Kiseleff"), ("BAĞDAT CAD. No:3", "Bağdat Caddesi"),
        ("пр-т Мира 3", "проспект Мира"), ("ул. Ленина, д. 3", "Улица Ленина"),
        ("3 MARTIN LUTHER KING JR BLVD", "Martin Luther King Junior Boulevard"),
        ("3 rue du Fbg St Antoine", "Rue du Faubourg-Saint-Antoine"),
        ("3 Stelly's X Rd", "Stelly's Cross Road"), ("3 Co Rd 12", "County Road 12"),
        ("Storg. 3", "Storgatan"), ("Mannerheimk. 3", "Mannerheimkatu"),
        ("Marienpl. 3", "Marienplatz"), ("3 S St NW", "S Street Northwest"),
        ("3 S St. N.W.", "S Street Northwest"),
        // Numbers in names.
        ("3 W 59 St", "West 59th Street"), ("Via IV Novembre 3", "Via 4 Novembre"),
        ("Via 20 Settembre 3", "Via XX Settembre"),
        // Other scripts.
        ("ΕΡΜΟΥ 3", "Οδός Ερμού"), ("شارع الحمراء ٣", "شارع الحمرا"), ("南京路3号", "南京路"),
        ("南京路3", "南京路"), ("세종대로3", "세종대로"), ("銀座", "銀座通り"),
    ])
    func `a street is found as people write it`(text: String, street: String) throws {
        let found = try #require(
            try Self.geocoder(Self.streets).candidates(GeocodeQuery(text)).first, "\(text)")
        #expect(found.street == street)
        #expect(found.score >= 70)
        if NameFolding.words(text).contains(where: { $0.hasPrefix("3") }) {
            #expect(found.number == "3" && found.type == .pointAddress)
        }
    }

    @Test(arguments: [
        ("Hauptstraße Nr. 3", "3"), ("Hauptstraße No 3", "3"), ("Hauptstraße #3", "3"),
        ("3 Hauptstraße, Apt 7", "3"), ("3 Hauptstraße Suite 7", "3"), ("3 Hauptstraße #7", "3"),
        ("3 Hauptstraße Unit B", "3"), ("Unit 7, 3 Hauptstraße", "3"), ("7/3 Hauptstraße", "3"),
        ("Hauptstraße 3/7", "3"), ("Hauptstraße 12 / 5", "12/5"), ("Hauptstraße 12/5", "12/5"),
        ("Haus Nr. 3, Hauptstraße", "3"), ("Hauptstraße 3, Whg 12", "3"),
        ("Hauptstraße 3 кв. 12", "3"), ("Hauptstraße 3号", "3"),
    ])
    func `a door says nothing of the street`(text: String, number: String) throws {
        let geocoder = try Self.geocoder(["Hauptstraße", "Long Street"], houses: ["3", "12/5"])
        let found = try #require(geocoder.candidates(GeocodeQuery(text)).first)
        #expect(found.street == "Hauptstraße" && found.number == number)
        #expect(found.type == .pointAddress && found.score >= 90)
    }

    @Test func `a word that announces a number may belong to a name`() throws {
        let geocoder = try Self.geocoder(["Straße Nr. 13", "Straße 14", "N 4th Street"])
        for (text, street) in [
            ("Straße Nr. 13", "Straße Nr. 13"), ("Straße 13", "Straße Nr. 13"),
            ("Straße Nr. 14", "Straße 14"), ("N 4 St", "N 4th Street"),
        ] {
            #expect(geocoder.candidates(GeocodeQuery(text)).first?.street == street, "\(text)")
        }
    }

    @Test func `a road without a name is found by its number, and comes last in reverse`() throws {
        let geocoder = try Self.geocoder(["", "Quay Road"], reference: "A 28")
        for text in ["A 28", "a28"] {
            let found = geocoder.candidates(GeocodeQuery(text))
            #expect(found.contains { $0.street == "A 28" && $0.score > 99 })
        }
        let sketch = NetworkSketch("a---b---c")
        let place = sketch.place("a", "b", at: 0.9)
        #expect(geocoder.address(at: place, within: 100)?.street == "Quay Road")
        let far = sketch.place("a", "b", at: 0.1)
        #expect(geocoder.address(at: far, within: 20)?.street == "A 28")
    }

    @Test func `a street has the further names near it`() throws {
        let geocoder = try Self.geocoder(["Karl-Liebknecht-Straße", "Long Street"]) {
            $0.streetName("Stalinallee", of: "Karl-Liebknecht-Straße", at: $1.place("a"))
            $0.streetName("Far Lane", of: "Long Street", at: Coordinate(x: 100, y: 10))
        }
        let found = geocoder.candidates(GeocodeQuery("Stalinallee 3")).first
        #expect(found?.street == "Karl-Liebknecht-Straße" && found?.number == "3")
        #expect(geocoder.candidates(GeocodeQuery("Far Lane")).isEmpty)
    }

    @Test func `a postcode is the middle of its addresses`() throws {
        let geocoder = try Self.geocoder(["Long Street"], houses: []) { names, sketch in
            for (number, share) in [("1", 0.25), ("2", 0.75)] {
                names.address(
                    number, "Long Street", city: "Porto", postcode: "4000-001",
                    at: sketch.place("a", "b", at: share))
            }
        }
        for text in [
            "4000-001", " 4000-001 ", "4000 001", "4000001", "P-4000-001", "CEP: 4000-001",
        ] {
            let found = try #require(geocoder.candidates(GeocodeQuery(text)).first)
            #expect(found.type == .postcode && found.address == "4000-001 Porto")
            let middle = NetworkSketch("a---b").place("a", "b", at: 0.5)
            #expect(abs(found.location.x - middle.x) < 1e-6)
        }
        #expect(geocoder.candidates(GeocodeQuery("4000-002")).isEmpty)
    }

    @Test func `a postcode of two countries is in each of them`() throws {
        let wien = Coordinate(x: 16.37, y: 48.21)
        let luxembourg = Coordinate(x: 6.1, y: 49.6)
        let geocoder = try Self.geocoder(["Long Street"], houses: []) { names, _ in
            for (city, place) in [("Wien", wien), ("Luxembourg", luxembourg)] {
                for share in [-0.1, 0.1] {
                    names.address(
                        "\(share)", "Ring", city: city, postcode: "1010",
                        at: Coordinate(x: place.x + share, y: place.y))
                }
            }
        }
        for (city, place) in [("Wien", wien), ("Luxembourg", luxembourg)] {
            let found = geocoder.candidates(GeocodeQuery("1010", near: place))
            #expect(Set(found.map(\.address)) == ["1010 Wien", "1010 Luxembourg"])
            #expect(found.first?.city == city)
            let away = Geodesic.distanceMeters(from: found[0].location, to: place)
            #expect(away < 1)
        }
    }

    @Test func `of the places of a postcode, that with most addresses comes first`() throws {
        let geocoder = try Self.geocoder(["Long Street"], houses: []) { names, _ in
            for (number, city, x) in [("1", "Far", 100.0), ("2", "Wien", 16), ("3", "Wien", 16.1)] {
                names.address(
                    number, "Ring", city: city, postcode: "1010", at: Coordinate(x: x, y: 48))
            }
        }
        let found = geocoder.candidates(GeocodeQuery("1010")).filter { $0.type == .postcode }
        #expect(found.map(\.address) == ["1010 Wien", "1010 Far"])
    }

    @Test func `only the types asked for, and the street where the nearest house does not count`()
        throws
    {
        let geocoder = try Self.geocoder(["Long Street"])
        func types(_ text: String, _ change: (inout GeocodeQuery) -> Void) -> [AddressType] {
            var query = GeocodeQuery(text)
            change(&query)
            return geocoder.candidates(query).map(\.type)
        }
        #expect(types("Long Street 3") { $0.types = [.streetName] }.isEmpty)
        #expect(types("Long Street 3") { $0.types = [.pointAddress] } == [.pointAddress])
        #expect(types("Long Street 5") { _ in } == [.streetAddress])
        #expect(types("Long Street 5") { $0.takesNearestHouse = false } == [.streetName])
        #expect(types("1.5, 2.5") { $0.types = [.locality] }.isEmpty)
    }
}
