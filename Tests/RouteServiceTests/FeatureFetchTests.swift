// Tests inputs named by url: only from allowed hosts, within limits, never from private networks.

import AccessControl
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

@Suite struct FeatureFetchTests {
    /// Answers every address with the same bytes and records the address.
    private struct Source: FeatureDownloading {
        var answer = #"{"features":[{"geometry":{"x":7.4,"y":43.7}}]}"#
        let asked: @Sendable (URL) -> Void
        var askedPrivately: @Sendable (Bool) -> Void = { _ in }

        func download(
            _ url: URL, allowsPrivate: Bool, within lease: FetchLease
        ) async throws -> [UInt8] {
            asked(url)
            askedPrivately(allowsPrivate)
            try lease.take(answer.utf8.count)
            return Array(answer.utf8)
        }
    }

    private func makeFetch(
        hosts: [String] = ["gis.example.com"], privateHosts: [String] = [], _ source: Source,
        _ gate: FetchGate = FetchGate()
    ) -> FeatureFetch {
        FeatureFetch(
            hosts: hosts, privateHosts: privateHosts, source: source, gate: gate,
            caller: .anonymous(network: "192.0.2.1"))
    }

    private func parameters(_ stops: String) throws -> RouteParameters {
        try RouteParameters(fields: ["stops": stops])
    }

    /// The stops after fetching, if the url answers with `answer`.
    private func resolved(
        _ stops: String, hosts: [String] = ["gis.example.com"], answer: String? = nil,
        asked: @escaping @Sendable (URL) -> Void = { _ in }
    ) async throws -> LocationInput? {
        var source = Source(asked: asked)
        if let answer { source.answer = answer }
        return try await makeFetch(hosts: hosts, source).resolved(parameters(stops).analysis)
            .inputs["stops"]
    }

    @Test func `the features of an allowed host take the url's place`() async throws {
        let input = try await resolved(
            #"{"url":"https://GIS.example.com/s/0/query?where=1%3D1&f=json","#
                + #""doNotLocateOnRestrictedElements":false}"#
        ) { #expect($0.absoluteString.hasSuffix("/s/0/query?where=1%3D1&f=json")) }
        #expect(input?.features.features.count == 1)
        #expect(input?.doNotLocateOnRestrictedElements == false)
    }

    @Test func `a layer's address stands for all of its features`() async throws {
        _ = try await resolved(#"{"url":"https://gis.example.com/FeatureServer/3"}"#) { url in
            #expect(url.path == "/FeatureServer/3/query")
            #expect(url.query == "where=1%3D1&outFields=*&f=json")
        }
    }

    @Test func `hosts of the operator's own network are named apart`() async throws {
        for (host, isPrivate) in [("gis.local", true), ("gis.example.com", false)] {
            var source = Source(asked: { _ in })
            source.askedPrivately = { #expect($0 == isPrivate) }
            let fetch = makeFetch(privateHosts: ["gis.local"], source)
            let stops = try await fetch.resolved(
                parameters(#"{"url":"http://\#(host)/0"}"#).analysis
            ).inputs["stops"]
            #expect(stops?.features.features.count == 1)
        }
    }

    @Test func `without allowed hosts nothing is asked, the request is refused`() async throws {
        let stops = #"{"url":"https://gis.example.com/0/query?f=json"}"#
        let sent = try parameters(stops)
        #expect(try await resolved(stops, hosts: []) { _ in Issue.record("asked") } == sent.stops)
        #expect(sent.formFields["stops"] == stops)
        #expect(throws: RouteRequestError.self) { try sent.analysis.requireRows() }
    }

    @Test(arguments: [
        "https://other.example.com/0", "file:///etc/passwd", "https://gis.example.com@evil.org/",
        "https://user:word@gis.example.com/", "gopher://gis.example.com/", "nonsense",
    ])
    func `other addresses are refused with the parameter's name`(url: String) async throws {
        let error = await #expect(throws: RouteRequestError.self) {
            try await resolved("{\"url\":\"\(url)\"}") { _ in Issue.record("asked") }
        }
        #expect(error?.details.first?.hasPrefix("Parameter \"stops\": ") == true)
        #expect(error?.code == 400)
    }

    @Test func `what is no feature set is refused`() async throws {
        for (answer, words) in [
            ("<html>", "other than JSON"),
            (#"{"error":{"code":499,"message":"Token Required"}}"#, "Token Required"),
        ] {
            let error = await #expect(throws: RouteRequestError.self) {
                try await resolved(#"{"url":"https://gis.example.com/0"}"#, answer: answer)
            }
            #expect(error?.details.first?.contains(words) == true)
        }
    }

    @Test func `an answer that is a part of the rows is refused, unless it was asked for`()
        async throws
    {
        let part = #"{"exceededTransferLimit":true,"features":[{"geometry":{"x":7.4,"y":43.7}}]}"#
        let error = await #expect(throws: RouteRequestError.self) {
            try await resolved(#"{"url":"https://gis.example.com/0"}"#, answer: part)
        }
        #expect(error?.details.first?.contains("the first 1 rows and has more") == true)
        let input = try await resolved(
            #"{"url":"https://gis.example.com/0/query?where=1%3D1&resultRecordCount=1&f=json"}"#,
            answer: part)
        #expect(input?.features.features.count == 1)
    }

    @Test(arguments: [
        #""objectIdFieldName":"FID""#, #""fields":[{"name":"FID","type":"esriFieldTypeOID"}]"#,
    ])
    func `rows keep their ids, whatever the layer calls them`(statement: String) async throws {
        let input = try await resolved(
            #"{"url":"https://gis.example.com/0"}"#,
            answer: "{\(statement),"
                + #""features":[{"geometry":{"x":7.4,"y":43.7},"attributes":{"FID":41}}]}"#)
        let set = try #require(input).features
        #expect(set.value("ObjectID", of: set.features[0]) == .integer(41))
    }

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

    @Test func `features sent by value are left alone`() async throws {
        let sent = #"{"features":[{"geometry":{"x":1,"y":2},"attributes":{"a":"\"url\""}}]}"#
        let input = try await resolved(sent) { _ in Issue.record("asked") }
        #expect(try input == parameters(sent).stops)
    }

    @Test func `all the inputs of a request have one bound together, and give it back`()
        async throws
    {
        let answer = #"{"features":[]}"# + String(repeating: " ", count: 600)
        let source = Source(answer: answer, asked: { _ in })
        let gate = FetchGate(bounds: FetchGate.Bounds(bytesPerRequest: 1_000))
        let url = #"{"url":"https://gis.example.com/0"}"#
        let both = try RouteParameters(fields: ["stops": url, "barriers": url])
        let error = await #expect(throws: RouteRequestError.self) {
            try await makeFetch(source, gate).resolved(both.analysis)
        }
        #expect(error?.details.first?.contains("more than 1000 bytes") == true)
        for _ in 0..<3 { _ = try await makeFetch(source, gate).resolved(parameters(url).analysis) }
        #expect(gate.load == (0, 0))
    }
}
