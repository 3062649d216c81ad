// Searches with a word that may belong to a house or to a name.

import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct HousePartTests {
    private static func first(_ text: String, _ geocoder: Geocoder) throws -> GeocodeCandidate {
        try #require(geocoder.candidates(GeocodeQuery(text)).first, "\(text)")
    }

    @Test(arguments: ["12 Links Road", "25 Stock Road", "12 Links Road, Lublin"])
    func `a word between a number and a street's type is the street's`(text: String) throws {
        let other = try StreetRow.geocoder(["High Road": ["12", "25"]])
        #expect(other.candidates(GeocodeQuery(text)).isEmpty)
        let geocoder = try StreetRow.geocoder([
            "High Road": ["12", "25"], "Links Road": ["12"], "Stock Road": ["25"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(text.hasPrefix("\(found.number) \(found.street)"))
        #expect(found.type == .pointAddress)
    }

    @Test(arguments: [
        "3 andar, Rua Nova 12", "3. Etage, Rua Nova 12", "2nd Floor, 12 Rua Nova",
        "Flat B, 12 Rua Nova", "Unit C 12 Rua Nova", "Bloco A, Rua Nova, 12",
    ])
    func `a part of a house may come first`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["2", "3", "12"]])
        let found = try Self.first(text, geocoder)
        #expect(found.number == "12" && found.score > 90)
    }

    @Test(arguments: [
        "Rua Nova 14, 3º andar, 4000-123 Lublin", "14 Rua Nova, 3e étage, 75004 Lublin",
        "Rua Nova 14, 3º piso, 28013 Lublin",
    ])
    func `a floor takes no postcode behind it, and is no house`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["3", "12"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == "12" && found.type == .streetAddress && found.score > 75)
    }

    @Test(arguments: [
        ("D 3, 4, 68159 Mannheim", "D 3", "4"), ("K 1, 5", "K 1", "5"),
        ("D 559, 06360 Èze", "D 559", ""), ("Torre B 7, Lublin", "Torre B", "7"),
    ])
    func `a name that looks like a part of a house is one`(
        text: String, street: String, number: String
    ) throws {
        let geocoder = try StreetRow.geocoder([
            "D 3": ["4"], "K 1": ["5"], "D 559": [], "Torre B": ["7"], "Q 3": ["4"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == number)
    }

    @Test(arguments: ["Calle 26 # 13-19", "Calle 26 #13-19, Bogotá", "Cl 26 No. 13-19"])
    func `a sign behind a street's own number announces the house`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Calle 26": ["13-19", "20"], "Calle 27": ["13-19"]])
        let found = try Self.first(text, geocoder)
        #expect(found.street == "Calle 26" && found.number == "13-19")
        #expect(found.type == .pointAddress && found.score > 75)
    }
}
