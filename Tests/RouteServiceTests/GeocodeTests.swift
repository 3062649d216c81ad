// Tests a geocode service over a drawn network, as ArcGIS's clients ask for it.

import Geo
import HTTPTypes
import Hummingbird
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteTesting
import ServerTesting
import Testing

@testable import RouteService

@Suite struct GeocodeTests {
    private static let path = "/arcgis/rest/services/Harbor/GeocodeServer"

    private static func sketch() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
                |
                e
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Quay Road" }
        sketch.road("be", seconds: 50) { $0.name = "Rua São João" }
        return sketch
    }

    /// Asks for an operation's answer as JSON.
    private func ask(_ operation: String, _ query: String) async throws -> JSONValue {
        let layer = NetworkLayer(network: try Self.sketch().build(), analyses: .all)
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        return try await makeServer(catalog) { _ in }.test { client in
            try await client.execute(uri: "\(Self.path)\(operation)?f=json&\(query)", method: .get)
                .json()
        }
    }

    @Test(arguments: GeocodeOperation.allCases)
    func `a page has a form with every parameter`(operation: GeocodeOperation) async throws {
        let layer = NetworkLayer(network: try Self.sketch().build(), analyses: .all)
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        let path = "\(Self.path)/\(operation.rawValue)"
        try await makeServer(catalog) { _ in }.test { client in
            let page = try await client.execute(uri: path, method: .get)
            #expect(page.status == .ok && page.text.contains("<form action=\"\(path)\""))
            for parameter in GeocodeParameter.all(of: operation) {
                #expect(page.text.contains("name=\"\(parameter.name)\""), "\(parameter.name)")
            }
            guard operation == .findAddressCandidates else { return }
            let found = try await client.execute(
                uri: "\(path)?SingleLine=quay%20road", method: .get)
            #expect(found.text.contains("Quay Road") && found.text.contains("value=\"quay road\""))
            // The page leads back to the form, and has places as stops are sent.
            #expect(found.text.contains("<a href=\"\(path)\">"))
            let answer = try await client.execute(
                uri: "\(path)?SingleLine=quay%20road&f=json", method: .get
            ).json()
            let places = try #require(answer["candidates"]?.array)
            #expect(!places.isEmpty)
            for place in places {
                let shown = try ["x", "y"].map { name in
                    let degrees = try #require(place["location"]?[name]?.number)
                    return String((degrees * 1e6).rounded() / 1e6)
                }
                #expect(found.text.contains(shown.joined(separator: ",")), "\(shown)")
            }
        }
    }

    @Test func `the service says what it takes`() async throws {
        let answer = try await ask("", "")
        #expect(answer["capabilities"] == "Geocode,ReverseGeocode,Suggest")
        #expect(answer["singleLineAddressField"]?["name"] == "SingleLine")
        #expect((answer["candidateFields"]?.array ?? []).count == GeocodeField.allCases.count)
    }

    @Test func `finds a street, with the attributes asked for`() async throws {
        let answer = try await ask(
            "/findAddressCandidates", "SingleLine=rua%20sao%20joao&outFields=*")
        let first = try #require(answer["candidates"]?.array?.first)
        #expect(first["attributes"]?["Addr_type"] == "StreetName")
        #expect(first["attributes"]?["StName"] == "Rua São João")
        #expect(first["score"] == 100)
        let plain = try await ask("/findAddressCandidates", "singleLine=quay%20road")
        #expect(plain["candidates"]?.array?.first?["attributes"]?.object?.count == 0)
        #expect(plain["spatialReference"]?["wkid"] == 4326)
        let parts = try await ask("/findAddressCandidates", "Address=quay%20rd&City=Nowhere")
        #expect(parts["candidates"]?.array?.isEmpty == false)
    }

    @Test func `answers in another system`() async throws {
        let degrees = try await ask("/findAddressCandidates", "SingleLine=quay%20road")
        let meters = try await ask(
            "/findAddressCandidates", "SingleLine=quay%20road&outSR=102100")
        let x = try #require(degrees["candidates"]?.array?.first?["location"]?["x"]?.number)
        let east = try #require(meters["candidates"]?.array?.first?["location"]?["x"]?.number)
        #expect(abs(east - x * 111_319.49079327358) < 0.01)
        #expect(meters["spatialReference"]?["latestWkid"] == 3857)
    }

    @Test func `a suggestion is found by its key`() async throws {
        let answer = try await ask("/suggest", "text=qua")
        let first = try #require(answer["suggestions"]?.array?.first)
        let key = try #require(first["magicKey"]?.string)
        #expect(first["text"] == "Quay Road")
        #expect(first["isCollection"] == false)
        let found = try await ask("/findAddressCandidates", "magicKey=\(key)")
        #expect(found["candidates"]?.array?.first?["address"] == "Quay Road")
    }

    @Test func `a batch has an answer for each record`() async throws {
        let addresses = """
            {"records":[{"attributes":{"OBJECTID":"7","SingleLine":"quay road"}},
            {"attributes":{"OBJECTID":8,"SingleLine":"xyzzy"}}]}
            """
        let answer = try await ask("/geocodeAddresses", "addresses=\(addresses.percentEncoded)")
        let found = try #require(answer["locations"]?.array)
        #expect(found.map { $0["attributes"]?["ResultID"] } == [7, 8])
        #expect(found.map { $0["attributes"]?["Status"] } == ["M", "U"])
    }

    @Test func `a batch is searched in an area`() async throws {
        let place = Self.sketch().place("b")
        let addresses = #"{"records":[{"attributes":{"OBJECTID":1,"SingleLine":"quay road"}}]}"#
        for (x, status) in [(place.x, JSONValue.string("M")), (place.x + 1, "U")] {
            let extent = "\(x - 0.1),\(place.y - 0.1),\(x + 0.1),\(place.y + 0.1)"
            let answer = try await ask(
                "/geocodeAddresses", "addresses=\(addresses.percentEncoded)&searchExtent=\(extent)")
            #expect(answer["locations"]?.array?.first?["attributes"]?["Status"] == status)
        }
    }

    /// geopy prints these of each answer, and ArcGIS's services always have them.
    @Test(arguments: ["Address", "City", "Region", "Subregion", "Postal", "CountryCode"])
    func `an address has every part that clients read`(part: String) async throws {
        let place = Self.sketch().place("e")
        let answer = try await ask("/reverseGeocode", "location=\(place.x),\(place.y)")
        #expect(answer["address"]?[part]?.string != nil)
        let found = try await ask("/findAddressCandidates", "SingleLine=quay%20road&outFields=*")
        #expect(found["candidates"]?.array?.first?["attributes"]?[part]?.string != nil)
    }

    @Test func `names what is at a place`() async throws {
        let place = Self.sketch().place("e")
        let answer = try await ask("/reverseGeocode", "location=\(place.x),\(place.y)")
        #expect(answer["address"]?["StName"] == "Rua São João")
        let far = try await ask("/reverseGeocode", "location=100,80")
        #expect(far["error"]?["code"] == 400)
    }

    @Test func `fields of other locators are read, and kinds of answers are heeded`() async throws {
        for query in [
            "Single%20Line%20Input=quay%20road", "Street=quay%20road&State=X&ZIP=1",
            "SingleLine=quay%20road&category=Street%20Name",
            "SingleLine=quay%20road&category=Address,City",
        ] {
            let answer = try await ask("/findAddressCandidates", query)
            #expect(answer["candidates"]?.array?.first?["address"] == "Quay Road", "\(query)")
        }
        for category in ["City", "Postal", "Coffee%20Shop"] {
            let answer = try await ask(
                "/findAddressCandidates", "SingleLine=quay%20road&category=\(category)")
            #expect(answer["candidates"]?.array?.isEmpty == true)
        }
        let record = #"{"records":[{"attributes":{"OBJECTID":1,"Street":"quay road"}}]}"#
        let batch = try await ask("/geocodeAddresses", "addresses=\(record.percentEncoded)")
        #expect(batch["locations"]?.array?.first?["address"] == "Quay Road")
    }

    @Test func `a place is named as far away and by what is asked for`() async throws {
        let place = Self.sketch().place("b")
        let near = "location=\(place.x),\(place.y + 0.002)"
        let none = try await ask("/reverseGeocode", near)
        let sentence = JSONValue.string("Unable to find address for the specified location.")
        #expect(none["error"]?["message"] == sentence)
        // geopy reads it here.
        #expect(none["error"]?["details"]?.array?.first == sentence)
        let street = try await ask("/reverseGeocode", "\(near)&distance=500")
        #expect(street["address"]?["StName"] == "Quay Road")
        for asked in ["featureTypes=StreetInt", "returnIntersection=true"] {
            let crossing = try await ask("/reverseGeocode", "\(near)&distance=500&\(asked)")
            #expect(crossing["address"]?["Addr_type"] == "StreetInt")
            #expect(crossing["address"]?["StName"] == "Quay Road & Rua São João")
        }
    }

    @Test(arguments: ["/arcgis/rest/services/World/GeocodeServer", "\(path)/info/iteminfo"])
    func `another service or operation is answered with those that exist`(
        path: String
    ) async throws {
        let layer = NetworkLayer(network: try Self.sketch().build(), analyses: .all)
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        try await makeServer(catalog) { _ in }.test { client in
            let answer = try await client.execute(uri: "\(path)?f=json", method: .get)
            #expect(try answer.errorCode() == 400)
            #expect(answer.text.contains("findAddressCandidates"), "\(answer.text)")
            #expect(!answer.text.contains("not implemented"), "\(answer.text)")
        }
    }

    @Test(arguments: ["50", "1000", "1e9", "1e300"])
    func `more answers than are given may be asked for`(count: String) async throws {
        let answer = try await ask("/findAddressCandidates", "SingleLine=a&maxLocations=\(count)")
        #expect(answer["error"] == nil, "\(answer.text)")
    }

    @Test(arguments: [
        ("/findAddressCandidates", "", "SingleLine"),
        ("/findAddressCandidates", "SingleLine=a&location=1", "location"),
        ("/findAddressCandidates", "SingleLine=a&searchExtent=1,2,3", "searchExtent"),
        ("/findAddressCandidates", "SingleLine=a&searchExtent=3,2,1,4", "searchExtent"),
        ("/findAddressCandidates", "SingleLine=a&maxLocations=0", "maxLocations"),
        ("/findAddressCandidates", "SingleLine=a&outSR=1", "outSR"),
        ("/suggest", "", "text"), ("/geocodeAddresses", "", "addresses"),
        ("/geocodeAddresses", "addresses=%7B%7D", "addresses"),
        ("/geocodeAddresses", "addresses=%7B%22records%22%3A%5B1%5D%7D", "addresses"),
        (
            "/geocodeAddresses",
            "addresses="
                + """
                {"records":[{"attributes":{"OBJECTID":"1","SingleLine":"a"}},
                {"attributes":{"OBJECTID":1,"SingleLine":"b"}}]}
                """.percentEncoded, "addresses"
        ),
        (
            "/geocodeAddresses",
            "addresses=\(#"{"records":[{"attributes":{"OBJECTID":"x"}}]}"#.percentEncoded)",
            "addresses"
        ),
        ("/reverseGeocode", "location=1,2&distance=0", "distance"),
        ("/reverseGeocode", "location=1,2&distance=99999", "distance"),
        ("/reverseGeocode", "location=1,2&featureTypes=Castle", "featureTypes"),
        ("/findAddressCandidates", "SingleLine=a&matchOutOfRange=maybe", "matchOutOfRange"),
        ("/reverseGeocode", "", "location"), ("/reverseGeocode", "location=1,200", "location"),
    ])
    func `a wrong request is refused by its parameter`(
        operation: String, query: String, parameter: String
    ) async throws {
        let answer = try await ask(operation, query)
        let details = answer["error"]?["details"]?.array?.compactMap(\.string) ?? []
        #expect(details.first?.contains("\"\(parameter)\"") == true, "\(answer.text)")
    }
}
