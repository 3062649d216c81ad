// Tests what pages show of a request whose inputs are named by url.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import ServerTesting
@testable import ServicePages
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct FetchedInputTests {
    @Test func `an answer's page shows the url as it was sent`() async throws {
        let router = Router()
        router.get("places/query") { _, _ in
            #"{"features":[{"geometry":{"x":7.40625,"y":43.7}}]}"#
        }
        try await Application(router: router).test { places in
            let port = places.port
            let stops = "{\"url\":\"http://127.0.0.1:\(port)/places\"}"
            let query = "stops=\(ResourcePath.encoded(stops))"
            let layer = FakeLayer(privateFeatureHosts: ["127.0.0.1"])
            try await makeServer(layer).test { client in
                let response = try await client.execute(
                    uri: "\(FixturePath.solve)?\(query)", method: .get)
                #expect(response.status == .ok)
                #expect(layer.started == 1)
                #expect(!response.text.contains("7.40625"))
                let page = PageOutline(response.text)
                let shown = page.all("textarea").first { $0.attributes["name"] == "stops" }
                #expect(shown?.text == stops.replacing("\"", with: "&quot;"))
                #expect(page.values(of: "href").contains { $0.contains(query) })
            }
        }
    }

    @Test func `a failed page with a url offers what would help, with the url as it was`()
        async throws
    {
        let stops = #"{"url":"https://gis.example.com/0"}"#
        let lines = #"{"features":[{"geometry":{"paths":[[[7,43],[8,43]]]}}]}"#
        let stop = StopReference(row: 0, objectID: 1, name: "A")
        var reason = Reason(.uTurnPolicy, "a U-turn is needed", stop: stop)
        reason.change = .parameter("restrictUTurns", .string("esriNFSBAllowBacktrack"))
        var row = Reason(.curbApproach, "the curb is on the other side", stop: stop)
        row.change = .stop(stop, JSONObject([("CurbApproach", .number(0))]))
        func hidden(_ reasons: [Reason]) throws -> [String?: String?] {
            var error = RouteRequestError(.noSolution, details: ["No solution found."])
            error.reasons = reasons
            let page = FailurePage.page(
                for: error,
                asking: PublishedLayer(service: "Harbor", answering: FakeLayer()), .solve,
                fields: FormParameters([("stops", stops), ("polylineBarriers", lines)]))
            let inputs = PageOutline(String(decoding: page.bytes(), as: UTF8.self)).all("input")
                .filter { $0.attributes["type"] == "hidden" }
            return Dictionary(
                inputs.map { ($0.attributes["name"], $0.attributes["value"]) }
            ) { $1 }
        }
        let fields = try hidden([reason])
        #expect(fields["stops"] == stops.replacing("\"", with: "&quot;"))
        #expect(fields["restrictUTurns"] == "esriNFSBAllowBacktrack")
        #expect(fields["polylineBarriers"]??.contains("paths") == true)
        #expect(try hidden([row]).isEmpty, "a row of another server cannot be changed")
    }
}
