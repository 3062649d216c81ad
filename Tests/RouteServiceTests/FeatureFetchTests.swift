// Inputs named by url: from allowed hosts only, in bounds, and never into private networks.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import RouteAPI
import Testing

@testable import RouteService

@Suite struct FeatureFetchTests {
    /// Answers every address with the same bytes and says which was asked.
    private struct Source: FeatureDownloading {
        var answer = #"{"features":[{"geometry":{"x":7.4,"y":43.7}}]}"#
        let asked: @Sendable (URL) -> Void
        var askedPrivately: @Sendable (Bool) -> Void = { _ in }

        func download(_ url: URL, reachesPrivate: Bool) async throws -> [UInt8] {
            asked(url)
            askedPrivately(reachesPrivate)
            return Array(answer.utf8)
        }
    }

    private func fields(_ stops: String) -> FormParameters {
        FormParameters([("f", "json"), ("stops", stops)])
    }

    private func completed(
        _ stops: String, hosts: [String] = ["gis.example.com"], answer: String? = nil,
        asked: @escaping @Sendable (URL) -> Void = { _ in }
    ) async throws -> String? {
        var source = Source(asked: asked)
        if let answer { source.answer = answer }
        return try await FeatureFetch(hosts: hosts, source: source).completed(fields(stops))
            .text("stops")
    }

    @Test func `the features of an allowed host take the url's place`() async throws {
        let text = try await completed(
            #"{"url":"https://GIS.example.com/s/0/query?where=1%3D1&f=json","#
                + #""doNotLocateOnRestrictedElements":false}"#
        ) { #expect($0.absoluteString.hasSuffix("/s/0/query?where=1%3D1&f=json")) }
        let input = try RouteParameters(fields: ["stops": try #require(text)]).stops
        #expect(input?.features.features.count == 1)
        #expect(input?.doNotLocateOnRestrictedElements == false)
    }

    @Test func `a layer's address stands for all of its features`() async throws {
        _ = try await completed(#"{"url":"https://gis.example.com/FeatureServer/3"}"#) { url in
            #expect(url.path == "/FeatureServer/3/query")
            #expect(url.query == "where=1%3D1&outFields=*&f=json")
        }
    }

    @Test func `hosts of the operator's own network are named apart`() async throws {
        for (host, isPrivate) in [("gis.local", true), ("gis.example.com", false)] {
            var source = Source(asked: { _ in })
            source.askedPrivately = { #expect($0 == isPrivate) }
            let fetch = FeatureFetch(
                hosts: ["gis.example.com"], privateHosts: ["gis.local"], source: source)
            let text = try await fetch.completed(fields(#"{"url":"http://\#(host)/0"}"#))
                .text("stops")
            #expect(text?.contains("features") == true)
        }
    }

    @Test func `without allowed hosts nothing is asked, the request is refused`() async throws {
        let stops = #"{"url":"https://gis.example.com/0/query?f=json"}"#
        let text = try await completed(stops, hosts: []) { _ in Issue.record("asked") }
        #expect(text == stops)
        #expect(throws: RouteRequestError.self) { try RouteParameters(fields: ["stops": stops]) }
    }

    @Test(arguments: [
        "https://other.example.com/0", "file:///etc/passwd", "https://gis.example.com@evil.org/",
        "https://user:word@gis.example.com/", "gopher://gis.example.com/", "nonsense",
    ])
    func `other addresses are refused with the parameter's name`(url: String) async throws {
        let error = await #expect(throws: RouteRequestError.self) {
            try await completed("{\"url\":\"\(url)\"}") { _ in Issue.record("asked") }
        }
        #expect(error?.details.first?.hasPrefix("Parameter \"stops\": ") == true)
        #expect(error?.code == 400)
    }

    @Test func `what is no feature set is refused`() async throws {
        for (answer, words) in [
            ("<html>", "else than JSON"),
            (#"{"error":{"code":499,"message":"Token Required"}}"#, "Token Required"),
        ] {
            let error = await #expect(throws: RouteRequestError.self) {
                try await completed(#"{"url":"https://gis.example.com/0"}"#, answer: answer)
            }
            #expect(error?.details.first?.contains(words) == true)
        }
    }

    @Test func `an answer's page shows the url as it was sent`() async throws {
        let router = Router()
        router.get("places/query") { _, _ in
            #"{"features":[{"geometry":{"x":7.40625,"y":43.7}}]}"#
        }
        try await Application(router: router).test(.live) { places in
            let port = try #require(places.port)
            let stops = "{\"url\":\"http://127.0.0.1:\(port)/places\"}"
            let query = "stops=\(ResourcePath.encoded(stops))"
            let layer = FakeLayer(privateFeatureHosts: ["127.0.0.1"])
            try await makeServer(layer).test(.router) { client in
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
                asking: PublishedLayer(service: "Harbor", answering: FakeLayer()),
                fields: FormParameters([("stops", stops), ("polylineBarriers", lines)]))
            let inputs = PageOutline(String(decoding: page.bytes, as: UTF8.self)).all("input")
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
        #expect(try await completed(sent) { _ in Issue.record("asked") } == sent)
    }
}

@Suite struct WebDownloadTests {
    @Test(
        arguments: [
            ([10, 1, 2, 3], false), ([127, 0, 0, 1], false), ([169, 254, 169, 254], false),
            ([172, 31, 0, 1], false), ([172, 32, 0, 1], true), ([192, 168, 1, 1], false),
            ([100, 64, 0, 1], false), ([0, 0, 0, 0], false), ([224, 0, 0, 1], false),
            ([93, 184, 216, 34], true), ([203, 0, 113, 9], false), ([203, 0, 112, 9], true),
        ] as [([UInt8], Bool)])
    func `private ranges are told`(address: [UInt8], isPublic: Bool) {
        #expect(HostAddresses.isPublic(address) == isPublic)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
        #expect(HostAddresses.isPublic(mapped) == isPublic)
    }

    @Test func `local addresses of version 6 are private`() {
        #expect(!HostAddresses.isPublic([UInt8](repeating: 0, count: 15) + [1]))
        #expect(!HostAddresses.isPublic([0xFE, 0x80] + [UInt8](repeating: 0, count: 14)))
        #expect(!HostAddresses.isPublic([0xFD, 0] + [UInt8](repeating: 1, count: 14)))
        #expect(!HostAddresses.isPublic([0x20, 0x02, 10, 0] + [UInt8](repeating: 1, count: 12)))
        #expect(HostAddresses.isPublic([0x2A, 0x00] + [UInt8](repeating: 1, count: 14)))
        #expect(!HostAddresses.isPublic([]))
    }

    @Test func `a private host is not asked`() async {
        await #expect(throws: FetchProblem(text: "it lies in a private network")) {
            try await HostAddresses.checkPublic("127.0.0.1")
        }
    }

    @Test func `an answer comes in bounds, and redirections are not followed`() async throws {
        let router = Router()
        router.get("features") { _, _ in "{\"features\":[]}" }
        router.get("large") { _, _ in String(repeating: "x", count: 5_000) }
        router.get("moved") { _, _ in Response.redirect(to: "/features", type: .found) }
        try await Application(router: router).test(.live) { client in
            let port = try #require(client.port)
            var download = WebDownload()
            download.maximumBytes = 1_000
            func get(_ path: String) async throws -> [UInt8] {
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/\(path)"))
                return try await download.download(url, reachesPrivate: true)
            }
            #expect(try await get("features") == Array("{\"features\":[]}".utf8))
            for (path, words) in [
                ("large", "more than 1000 bytes"), ("moved", "redirects"),
                ("nowhere", "status 404"),
            ] {
                let problem = await #expect(throws: FetchProblem.self) { try await get(path) }
                #expect(problem?.text.contains(words) == true, "\(path)")
            }
        }
    }
}
