// Searches with numbers and words that may mean several things.

import Geo
import RoadNetwork
import RouteTesting
import Testing

@testable import Geocoding

@Suite struct NumberReadingTests {
    private static func first(
        _ text: String, _ geocoder: Geocoder
    ) throws -> GeocodeCandidate {
        try #require(geocoder.candidates(GeocodeQuery(text)).first, "\(text)")
    }

    @Test(arguments: [
        "20-060", "20-100", "4000-123", "01310-100", "10001-1234", "100-0001", "530-0001",
    ])
    func `a postcode with a dash is no range of houses`(postcode: String) throws {
        let geocoder = try StreetRow.geocoder([
            "Rua Nova": ["5", "20", "60", "100", "4000", "99-101"]
        ]) { $0.place("Lublin", .city, at: $1.place("a")) }
        let house = try Self.first("Rua Nova 5, \(postcode) Lublin", geocoder)
        #expect(house.number == "5" && house.type == .pointAddress)
        let missing = try Self.first("Rua Nova 7, \(postcode) Lublin", geocoder)
        #expect(missing.number == "5" && missing.type == .streetAddress)
        let street = try Self.first("Rua Nova, \(postcode) Lublin", geocoder)
        #expect(street.number.isEmpty && street.type == .streetName)
    }

    @Test(arguments: ["Storgatan 7, 114 51 Lublin", "Storgatan 7, S-114 51 Lublin"])
    func `a postcode with a blank is no house`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Storgatan": ["5", "51", "114"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == "5" && found.type == .streetAddress)
        // A house, and a flat on the tenth floor.
        let other = try StreetRow.geocoder(["Calle Once de Abril": ["5", "114"]])
        #expect(try Self.first("Calle 11 de Abril, 114, 10 B, Lublin", other).number == "114")
    }

    /// Of a file that knows the postcode, neither half is a house, though both exist.
    @Test(arguments: [
        ("Storgatan, 114 51 Lublin", ""), ("Storgatan 114 51 Lublin", ""),
        ("Storgatan 5, 114 51 Lublin", "5"), ("Storgatan 114, 114 51 Lublin", "114"),
        ("Storgatan 51", "51"),
    ])
    func `a known postcode with a blank is no house`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder(["Storgatan": ["5", "51", "114"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
            $0.address("9", "Other", city: "Lublin", postcode: "114 51", at: $1.place("e"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.street == "Storgatan" && found.number == number)
    }

    /// A house and what is behind it are no postcode, though their digits together are one.
    @Test(arguments: [
        ("Storgatan 12, 345 Lublin", "12"), ("Storgatan 12 345", "12"),
        ("Storgatan 123, 45", "123"), ("Storgatan 1234 5", "1234"),
    ])
    func `digits of a postcode are houses`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder(["Storgatan": ["12", "123", "1234"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
            $0.address("9", "Other", city: "Lublin", postcode: "12345", at: $1.place("e"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.street == "Storgatan" && found.number == number)
    }

    @Test(arguments: [
        "114 51 Lublin", "Lublin, 1012 AB", "SW1A 1AA Lublin", "H3G 1S8, Lublin", "20-060 Lublin",
    ])
    func `a postcode of any shape leaves its town`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["5"], "Hotel Lublin": []]) {
            $0.place("Lublin", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.type == .locality && found.placeName == "Lublin")
    }

    @Test(arguments: ["33101 Lublin", "Lublin, 33101", "Lublin 33101", "33101"])
    func `a postcode answers for a town that no place has`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["5"]]) {
            $0.address("9", "Rua Nova", city: "Lublin", postcode: "33101", at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.type == .postcode && found.postcode == "33101")
        #expect(geocoder.candidates(GeocodeQuery("33101 Miami")).isEmpty)
    }

    /// A Czech house has two numbers; several that begin alike are doors of one house.
    @Test(arguments: [
        ("Hlavní 14", "736/14"), ("Hlavní 736", "736/14"), ("Hlavní 736/14", "736/14"),
        ("Hlavní 18a", "739/18a"), ("Hlavní 16", "16"), ("Hlavní 12/2", "12/2"),
    ])
    func `a house is found by each of its numbers`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder([
            "Hlavní": ["736/14", "739/18a", "738/16", "16", "12/1", "12/2"]
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.number == number && found.type == .pointAddress)
        #expect(try Self.first("Hlavní 1", geocoder).type != .pointAddress)
    }

    /// A corner house, a house beside 12, and a door among houses without one.
    @Test(arguments: [["2", "4", "12/1"], ["12", "12/1"], ["12", "12/1", "14/1"]])
    func `where few houses have two numbers, the second is none`(houses: [String]) throws {
        let geocoder = try StreetRow.geocoder(["Hlavní": houses])
        #expect(try Self.first("Hlavní 1", geocoder).type != .pointAddress)
        #expect(try Self.first("Hlavní 12/1", geocoder).number == "12/1")
    }

    @Test(arguments: [
        ("Rua Nova 99-101", "99-101"), ("Rua Nova, 99-101, Lublin", "99-101"),
        ("101 Rua Nova", "99-101"), ("Rua Nova 20-24", "20"), ("20-24 Rua Nova, Lublin", "20"),
    ])
    func `a range stays one`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["5", "20", "99-101"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == number && found.type == .pointAddress)
    }

    @Test(arguments: [
        ("Hauptstraße 99-101, 12345 Lublin", "99-101"),
        ("Hauptstraße 99-101 1010 Lublin", "99-101"),
        ("99-101 Hauptstraße, Lublin 2000", "99-101"), ("Hauptstraße 98-102, 12345 Lublin", "98"),
        ("Hauptstraße 98-102, 1010 Lublin", "98"),
    ])
    func `a range may look like a postcode beside one`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder(["Hauptstraße": ["7", "98", "99-101"]]) {
            $0.place("Lublin", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == number && found.type == .pointAddress)
    }

    @Test(arguments: [
        ("Rue du Lot 3", "Rue du Lot", "3"), ("Rue du Lot 3, 46000 Cahors", "Rue du Lot", "3"),
        ("3 rue du Lot, 46000 Cahors", "Rue du Lot", "3"),
        ("12 rue du Lot, lot 3, Cahors", "Rue du Lot", "12"),
        ("Piazza della Scala 3, 20121 Milano", "Piazza della Scala", "3"),
        ("Piazza Scala 12 scala 3", "Piazza della Scala", "12"),
        ("12 rue du Port lot 3", "Rue du Port", "12"),
        ("12 rue du Port, app. 3, F-46000 Cahors", "Rue du Port", "12"),
    ])
    func `a word of a name is not set aside as a part of a house`(
        text: String, street: String, number: String
    ) throws {
        let houses = ["3", "12"]
        let geocoder = try StreetRow.geocoder([
            "Rue du Lot": houses, "Rue du Port": houses, "Piazza della Scala": houses,
        ]) { $0.place("Cahors", .city, at: $1.place("a")) }
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == number)
        #expect(found.type == .pointAddress)
    }

    @Test(arguments: [
        "Rua Nova 12, 3.º Esq.º", "Rua Nova n.º 12",
        "Rua Nova 12, 3.º andar", "Rua Nova 12 - 3º Esq.", "Rua Nova 12, 3º Dto", "Rua Nova 12 r/c",
        "12 Rua Nova, 2nd Floor", "12 Rua Nova, Fl 3", "Flat 3, 2nd Floor, 12 Rua Nova",
        "Rua Nova 12-hs", "Rua Nova 12 huis", "Rua Nova 12 ap. 3 bloco B", "Rua Nova 12, cj. 1201",
        "Rua Nova 12 EG links", "Rua Nova, 12, baixos", "Rua Nova, 12, 3r pis",
        "Rua Nova 12 K:2 D:3", "Rua Nova 12, planta 3", "Rua Nova 12 3º izq.",
    ])
    func `parts of a house behind its number do not count`(text: String) throws {
        let geocoder = try StreetRow.geocoder([
            "Rua Nova": ["2", "3", "12"], "Long Street": ["12"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == "Rua Nova" && found.number == "12")
        #expect(found.score > 90)
    }

    @Test(arguments: [
        ("400-1500 rue Ouest", "Rue Ouest"), ("400-1500 rue Ouest, H3G 1S8", "Rue Ouest"),
        ("7-1500 Main St", "Main Street"), ("7/1500 Main St", "Main Street"),
    ])
    func `a flat stands before its house where numbers come first`(
        text: String, street: String
    ) throws {
        let geocoder = try StreetRow.geocoder([
            "Rue Ouest": ["400", "1500"], "Main Street": ["7", "1500"],
            "Rua Nova": ["123", "4000"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == "1500")
        let other = try Self.first("4000-123, Rua Nova", geocoder)
        #expect(other.number.isEmpty)
    }

    @Test func `a house in the street asked for outranks one elsewhere in the town`() throws {
        let away = Coordinate(x: 30, y: 20)
        let geocoder = try StreetRow.geocoder(["West Broad Street": ["2324"]]) { names, _ in
            names.place("Columbus", .town, at: away)
            names.address("1500", "East Broad Street", city: "Columbus", at: away)
        }
        let found = try Self.first("2324 W. Broad Street, Columbus OH, USA", geocoder)
        #expect(found.street == "West Broad Street" && found.number == "2324")
    }

    @Test(arguments: ["Rua Nova 12 2n B", "Rua Nova 12, 1r 2a", "Rua Nova, 12, 3º 2ª"])
    func `a door behind the house costs little`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["3", "12"]])
        let found = try Self.first(text, geocoder)
        #expect(found.number == "12" && found.score > 75)
        // In front of the name, a letter belongs to the name.
        let lettered = try StreetRow.geocoder(["Avenue C": ["5"]])
        #expect(lettered.candidates(GeocodeQuery("5 Avenue K")).isEmpty)
    }

    @Test func `a street without number is the street`() throws {
        let geocoder = try StreetRow.geocoder(["Rua Nova": ["2"]])
        let found = try Self.first("Rua Nova s/n", geocoder)
        #expect(found.type == .streetName && found.score > 90)
    }

    @Test(arguments: [
        "Vodičkova 14, 110 00 Praha 1", "Vodičkova 14, Praha 1", "Vodičkova 14, 110 00 Praha 1, CZ",
    ])
    func `numbers beside a town that fits cost little`(text: String) throws {
        let geocoder = try StreetRow.geocoder(["Vodičkova": ["1", "14"]]) {
            $0.place("Praha", .city, at: $1.place("a"))
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == "14" && found.score > 70)
    }

    @Test(arguments: [
        ("Av. 9 de Julho 3", "Avenida Nove de Julho"),
        ("Via Venti Settembre 3", "Via 20 Settembre"),
        ("3 rue du onze novembre", "Rue du 11 Novembre"),
        ("Largo 1.º de Maio 3", "Largo Primeiro de Maio"),
        ("3 3rd Avenue", "3e Avenue"), ("3, 3ième Avenue", "3e Avenue"),
        ("3 3 Avenue", "3e Avenue"),
        ("1ste Helmersstraat 3", "Eerste Helmersstraat"), ("3 second street", "2nd Street"),
    ])
    func `numbers in names are digits or words`(text: String, street: String) throws {
        let geocoder = try StreetRow.geocoder([
            "Avenida Nove de Julho": ["3"], "Via 20 Settembre": ["3"], "Rue du 11 Novembre": ["3"],
            "Largo Primeiro de Maio": ["3"], "3e Avenue": ["3"], "Eerste Helmersstraat": ["3"],
            "2nd Street": ["3"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == "3")
    }

    @Test(arguments: [
        ("450 S 1000 E", "South 1000 East", "450"), ("450 N 1000 E", "North 1000 East", "450"),
        ("450 South 1000 East", "South 1000 East", "450"), ("45 N 100 W", "North 100 West", "45"),
        ("45 n. 100 w.", "North 100 West", "45"),
    ])
    func `a house and a street by number, each with a direction, are an address`(
        text: String, street: String, number: String
    ) throws {
        let geocoder = try StreetRow.geocoder([
            "North 1000 East": ["450"], "South 1000 East": ["450"], "450 South": ["1"],
            "North 100 West": ["45"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == number)
        #expect(found.type == .pointAddress)
    }

    @Test(arguments: [
        ("桜通り3丁目5番7号", "3丁目5番7号"), ("桜通り3-5-7", "3丁目5番7号"),
        ("桜通り5番7号", "5番7号"), ("桜通り3丁目5番9号", "3-5-9"), ("桜通り8号", "8"),
    ])
    func `numbers with ideographs between are several`(text: String, number: String) throws {
        let geocoder = try StreetRow.geocoder([
            "桜通り": ["3丁目5番7号", "5番7号", "3-5-9", "8"]
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.number == number && found.type == .pointAddress)
        #expect(try Self.first("桜通り 357", geocoder).type != .pointAddress)
    }

    @Test(arguments: [
        ("赤坂3丁目5番7号", "三丁目5-7"), ("赤坂三丁目5-7", "三丁目5-7"), ("赤坂3-5-7", "三丁目5-7"),
        ("港区赤坂３丁目５−７", "三丁目5-7"), ("東京都港区赤坂3-5-7", "三丁目5-7"),
        ("〒107-0052 東京都港区赤坂二十一丁目5-7", "21丁目5-7"), ("忠孝東路4段123號", "123"),
        ("臺北市忠孝東路四段123號", "123"), ("忠孝東路四段 125", "125"),
    ])
    func `districts and sections have numbers in digits or ideographs`(
        text: String, number: String
    ) throws {
        let geocoder = try StreetRow.geocoder(["忠孝東路四段": ["123", "125"], "忠孝東路": ["4"]]) {
            for (number, place) in [("三丁目5-7", "c"), ("21丁目5-7", "d"), ("5-7", "e")] {
                $0.address(number, "赤坂", city: "港区", at: $1.place(Character(place)))
            }
        }
        let found = try Self.first(text, geocoder)
        #expect(found.number == number && found.type == .pointAddress)
    }

    @Test(
        arguments: [
            // The street with the Roman number, if there is no such house.
            (["Corso Emanuele II": ["5"]], "Corso Emanuele II", ""),
            (["Corso Emanuele": ["5"], "Corso Emanuele II": ["5"]], "Corso Emanuele II", ""),
            // The house, if there is one.
            (["Corso Emanuele II": ["2"]], "Corso Emanuele II", "2"),
            (["Corso Emanuele": ["2"], "Corso Emanuele II": ["5"]], "Corso Emanuele", "2"),
            (["Corso Emanuele": ["2"]], "Corso Emanuele", "2"),
        ] as [(KeyValuePairs<String, [String]>, String, String)])
    func `a number is a house's, if it exists, or a Roman one`(
        streets: KeyValuePairs<String, [String]>, street: String, number: String
    ) throws {
        let geocoder = try StreetRow.geocoder(streets)
        for text in ["Corso Emanuele 2", "Corso Emanuele, 2", "C.so Emanuele 2, 20122 Milano"] {
            let found = try Self.first(text, geocoder)
            #expect(found.street == street && found.number == number, "\(text)")
        }
    }

    @Test(arguments: [
        ("Av. Aliados 2", "Avenida dos Aliados", "2"), ("Rua Bicas 7", "Rua das Sete Bicas", "7"),
        ("Av. dos Aliados 2", "Avenida dos Aliados", "2"),
        ("Plaza 2 de Mayo", "Plaza Dos de Mayo", ""),
        ("Plaza 2 de Mayo 5", "Plaza Dos de Mayo", "5"),
        ("Praça 9 de Abril", "Praça Nove de Abril", ""),
        ("Praça 9 de Abril 9", "Praça Nove de Abril", "9"),
    ])
    func `a number behind the words that follow a name's number is the house's`(
        text: String, street: String, number: String
    ) throws {
        let geocoder = try StreetRow.geocoder([
            "Avenida dos Aliados": ["2", "3"], "Rua das Sete Bicas": ["5", "7"],
            "Plaza Dos de Mayo": ["2", "5"], "Praça Nove de Abril": ["9"],
        ])
        let found = try Self.first(text, geocoder)
        #expect(found.street == street && found.number == number)
    }

    @Test func `a number within a name is the name's`() throws {
        let geocoder = try StreetRow.geocoder(["Via XX Settembre": ["20", "5"]])
        #expect(try Self.first("Via 20 Settembre", geocoder).number.isEmpty)
        #expect(try Self.first("Via 20 Settembre 5", geocoder).number == "5")
        #expect(try Self.first("Via 20 Settembre 20", geocoder).number == "20")
    }
}
