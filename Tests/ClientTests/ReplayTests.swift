// What the ArcGIS API for Python asked, asked again without it.
//
// `scripts/test-clients --record` keeps the client's requests in Golden/, one file for each of its
// tests, with what the answer was: the keys of the body or the code of the envelope.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NetworkBuilder
import Testing

@testable import RouteService

@Suite struct ReplayTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

    /// A request of the client's, with what became of it.
    private struct Exchange {
        let name: String
        let method: HTTPRequest.Method
        let path: String
        let body: String
        let headers: [(name: String, value: String)]
        let status: Int
        let keys: [String]
        let code: Int?
        /// The type of an answer that is no JSON.
        let type: String?

        init(_ json: JSONValue, name: String) throws {
            path = try #require(json["path"]?.string)
            self.name = "\(name): \(path)"
            method = try #require(HTTPRequest.Method(json["method"]?.string ?? ""))
            body = json["body"]?.string ?? ""
            headers = try #require(json["headers"]?.object).members.compactMap { member in
                member.value.string.map { (member.key, $0) }
            }
            status = try #require(json["status"]?.integer)
            keys = json["answer"]?["keys"]?.array?.compactMap(\.string) ?? []
            code = json["answer"]?["code"]?.integer
            type = json["answer"]?["type"]?.string
        }
    }

    /// What was handed out, which later requests of the same test bring back under these words.
    private struct Secrets {
        private var values: [String: String] = [:]

        func filled(_ text: String) -> String {
            values.reduce(text) { $0.replacing($1.key, with: $1.value) }
        }

        mutating func learn(from answer: TestResponse, _ json: JSONValue?) {
            let page = String(buffer: answer.body)
            let target = answer.headers[.location] ?? ""
            let found = [
                "TOKEN": json?["token"]?.string ?? json?["access_token"]?.string,
                "=REFRESH": json?["refresh_token"]?.string.map { "=\($0)" },
                "=STATE": value(after: "\"oauth_state\":\"", in: page).map { "=\($0)" },
                "=CODE":
                    (value(after: "<title>SUCCESS code=", in: page)
                    ?? value(after: "code=", in: target)).map { "=\($0)" },
            ]
            values.merge(found.compactMapValues { $0 }) { $1 }
        }

        private func value(after mark: String, in text: String) -> String? {
            guard let range = text.firstRange(of: mark) else { return nil }
            return String(
                text[range.upperBound...].prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
            )
        }
    }

    private static func exchanges() throws -> [[Exchange]] {
        let folder = here.appendingPathComponent("Golden")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try files.filter { $0.hasSuffix(".json") }.sorted().map { file in
            let data = try Data(contentsOf: folder.appendingPathComponent(file))
            let list = try #require(JSONValue.parse([UInt8](data))["exchanges"]?.array)
            return try list.map { try Exchange($0, name: file) }
        }
    }

    /// A folder with the network, the services and the users of scripts/test-clients.
    private func withServices(
        _ body: (RouteServiceConfiguration) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(at: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        let services = Self.here.appendingPathComponent("Services")
        for file in try FileManager.default.contentsOfDirectory(atPath: services.path) {
            try FileManager.default.copyItem(
                at: services.appendingPathComponent(file), to: folder.appendingPathComponent(file))
        }
        _ = try await BuildPipeline.run(
            inputs: [Self.root.appendingPathComponent("SampleData/monaco.osm.pbf").path],
            output: folder.appendingPathComponent("monaco").path)
        // Cheaper hashes than those of a real file: each log-in would take a second here.
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 1, parallelism: 1)
        var users = UserFile()
        users.set("ann", try PasswordHash(of: "correct horse", cost: cost))
        users.set("ben", try PasswordHash(of: "battery staple", cost: cost))
        let usersPath = folder.appendingPathComponent("users.txt").path
        try users.write(to: usersPath)
        var configuration = RouteServiceConfiguration.definitions(folder: folder.path)
        configuration.usersPath = usersPath
        configuration.answersSharing = true
        // As the client was told, which the recorder keeps without the port.
        configuration.publicURL = "https://127.0.0.1"
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await body(configuration)
    }

    @Test func `every request of the Python client is answered as it was`() async throws {
        let files = try Self.exchanges()
        #expect(files.count > 30)
        try await withServices { configuration in
            try await buildApplication(configuration: configuration).test(.router) { client in
                for file in files { try await replay(file, client) }
            }
        }
    }

    private func replay(_ file: [Exchange], _ client: some TestClientProtocol) async throws {
        var secrets = Secrets()
        for exchange in file {
            var headers: HTTPFields = [:]
            for header in exchange.headers {
                let name = try #require(HTTPField.Name(header.name))
                headers[name] = secrets.filled(header.value)
            }
            let answer = try await client.execute(
                uri: secrets.filled(exchange.path), method: exchange.method, headers: headers,
                body: ByteBuffer(string: secrets.filled(exchange.body)))
            #expect(answer.status.code == exchange.status, "\(exchange.name)")
            let type = answer.headers[.contentType] ?? ""
            guard exchange.type == nil else {
                #expect(type == exchange.type, "\(exchange.name)")
                secrets.learn(from: answer, nil)
                continue
            }
            #expect(type.hasPrefix("application/json"), "\(exchange.name)")
            let found = try JSONValue.parse(answer.body.readableBytesView)
            #expect(found["error"]?["code"]?.integer == exchange.code, "\(exchange.name)")
            let keys = Set(found.object?.members.map(\.key) ?? [])
            let missing = exchange.keys.filter { !keys.contains($0) }
            #expect(missing.isEmpty, "\(exchange.name)")
            secrets.learn(from: answer, found)
        }
    }
}
