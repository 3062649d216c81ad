// Tests inputs named by url: only from allowed hosts, within limits, never from private networks.

import AccessControl
import Foundation
import Geo
import RouteAPI
import Testing

@testable import ServiceTransport

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
