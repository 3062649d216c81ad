// Compares answers with golden files, byte by byte. UPDATE=1 rewrites them; then read the changes.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import ServerTesting
import Testing

@Suite struct GoldenTests {
    @Test(arguments: try GoldenCase.all())
    func `the answer is the golden one`(golden: GoldenCase) async throws {
        let body = try await answer(to: golden)
        if GoldenCase.isUpdating {
            try Data(body.utf8).write(to: golden.responseURL)
        }
        let expected = try String(contentsOf: golden.responseURL, encoding: .utf8)
        #expect(body == expected, "\(golden): \(Self.difference(expected, body))")
    }

    @Test func `every request has an answer and every answer a request`() throws {
        let requests = Set(try GoldenCase.all().map(\.description))
        #expect(try GoldenCase.answers().subtracting(requests).isEmpty)
        #expect(requests.subtracting(try GoldenCase.answers()).isEmpty)
        #expect(requests.count > 60)
    }

    @Test func `every request says what it shows`() throws {
        for golden in try GoldenCase.all() {
            let url = GoldenCase.folder.appendingPathComponent(
                "\(golden)\(GoldenCase.requestSuffix)")
            let text = try String(contentsOf: url, encoding: .utf8)
            #expect(text.hasPrefix("# "), "\(golden)")
        }
    }

    private func answer(to golden: GoldenCase) async throws -> String {
        guard golden.isSecured else {
            return try await ContractNetwork.server().test { client in
                try await ask(client, golden, token: "")
            }
        }
        return try await ContractNetwork.securedServer().test { client in
            try await ask(
                client, golden, token: golden.wantsToken ? try await token(from: client) : "")
        }
    }

    private func ask(
        _ client: TestClient, _ golden: GoldenCase, token: String
    ) async throws -> String {
        let method = try #require(HTTPRequest.Method(golden.method))
        let form = golden.form(token: token, handle: try await handle(for: golden, client))
        var headers: HTTPFields = [:]
        if method == .post { headers[.contentType] = "application/x-www-form-urlencoded" }
        for header in golden.headers {
            headers[try #require(HTTPField.Name(header.name))] = header.value
                .replacing("{token}", with: token)
        }
        let response = try await client.execute(
            uri: method == .post || form.isEmpty ? golden.path : "\(golden.path)?\(form)",
            method: method, headers: headers,
            body: method == .post ? ByteBuffer(string: form) : nil)
        #expect(Int(response.status.code) == golden.status, "\(golden)")
        return Self.masked(String(buffer: response.body))
            .replacing("http://127.0.0.1:\(client.port)/", with: "http://127.0.0.1:6080/")
    }

    /// The handle that a request needs; empty if none.
    private func handle(
        for golden: GoldenCase, _ client: TestClient
    ) async throws -> String {
        guard let name = golden.handleSource else { return "" }
        let source = try #require(try GoldenCase.all().first { $0.description == name })
        let response = try await client.execute(
            uri: source.path, method: .post,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: ByteBuffer(string: source.form()))
        let answer = try JSONValue.parse(Array(buffer: response.body))
        let routes = try #require(answer["routes"]?["features"]?.array)
        return try #require(routes.first?["attributes"]?["RouteHandle"]?.string)
    }

    /// Ann's token for requests from this machine.
    private func token(from client: TestClient) async throws -> String {
        let response = try await client.execute(
            uri: "/arcgis/tokens/generateToken", method: .post,
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: ByteBuffer(
                string: "f=json&username=ann&password=correct+horse&client=requestip"))
        let answer = try JSONValue.parse(Array(buffer: response.body))
        return try #require(answer["token"]?.string)
    }

    /// Masks what differs between two runs, or with a network's stored form.
    private static func masked(_ body: String) -> String {
        body.replacing(/"requestID":\s*"[^"]*"/, with: #""requestID": "…""#)
            .replacing(/"fingerprint":\s*"[0-9a-f]{32}"/, with: #""fingerprint": "…""#)
            .replacing(/"RouteHandle":\s*"[0-9A-Za-z_-]{40,}"/, with: #""RouteHandle": "…""#)
            .replacing(/"token":\s*"[^"]*"/, with: #""token": "…""#)
            .replacing(/"expires":\s*[0-9]+/, with: #""expires": 0"#)
    }

    /// The first lines that differ.
    private static func difference(_ expected: String, _ found: String) -> String {
        let lines = [expected, found].map { $0.split(separator: "\n") }
        for (number, (a, b)) in zip(lines[0], lines[1]).enumerated() where a != b {
            return "line \(number + 1): expected \(a), found \(b)"
        }
        return "\(lines[0].count) lines expected, \(lines[1].count) found"
    }
}
