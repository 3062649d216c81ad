// Replays real clients' recorded requests without the clients.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NetworkBuilder
import ServerTesting
import Testing
import RouteTesting

@testable import AccessControl
@testable import RouteService

/// A folder of recorded requests, one file for each test of a client: each request with its answer,
/// as the keys of the body or the code of the error envelope.
///
/// `scripts/test-clients --record` and `scripts/record-rest-js` write the folder; `ReplayTests`
/// sends its requests to a server like theirs. Answers are compared by status and keys, and what
/// arcgis-rest-js reads from them by ``RESTJSReading``, so a change of values needs no new
/// recording. Tokens and codes differ between runs: the recorder writes words in their place, and
/// the replay fills in what this server gave (`Secrets`).
struct ClientReplay {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

    /// The file names: the names of the clients' tests.
    let names: [String]
    /// Each file's requests.
    let files: [[Exchange]]

    /// Reads a folder beside this file.
    init(of folder: String) throws {
        let folder = Self.here.appendingPathComponent(folder)
        let suffix = ".json"
        names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
        files = try names.map { name in
            let data = try Data(contentsOf: folder.appendingPathComponent(name + suffix))
            let list = try #require(JSONValue.parse([UInt8](data))["exchanges"]?.array)
            return try list.map { try Exchange($0, name: name) }
        }
    }

    /// A client's request and its outcome.
    struct Exchange {
        let name: String
        let method: HTTPRequest.Method
        let path: String
        let body: String
        let headers: [(name: String, value: String)]
        let status: Int
        let keys: [String]
        let code: Int?
        /// The content type, if the answer is not JSON.
        let type: String?
        /// The values that arcgis-rest-js read from a solve's answer.
        let reading: JSONValue?

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
            reading = json["read"]
        }
    }

    /// Secrets handed out by the server; later requests of the same test contain these words
    /// instead.
    private struct Secrets {
        private var values: [String: String] = [:]

        func filled(_ text: String) -> String {
            values.reduce(text) { $0.replacing($1.key, with: $1.value) }
        }

        /// - Parameter asked: The request's body. A new refresh token from a renewal is ignored,
        ///   since both clients keep using the first.
        mutating func learn(from answer: TestResponse, _ json: JSONValue?, asked: String) {
            let page = String(buffer: answer.body)
            let target = answer.headers[.location] ?? ""
            let found = [
                "TOKEN": json?["token"]?.string ?? json?["access_token"]?.string,
                "=REFRESH": asked.contains("grant_type=refresh_token")
                    ? nil : json?["refresh_token"]?.string.map { "=\($0)" },
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
                text[range.upperBound...].prefix {
                    $0.isLetter || $0.isNumber || "-_.".contains($0)
                })
        }
    }

    /// Runs `body` with the network, services and users of scripts/test-clients, in a temporary
    /// folder.
    private static func withServices(
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
        let services = here.appendingPathComponent("Services")
        for file in try FileManager.default.contentsOfDirectory(atPath: services.path) {
            try FileManager.default.copyItem(
                at: services.appendingPathComponent(file), to: folder.appendingPathComponent(file))
        }
        _ = try await BuildPipeline.run(
            inputs: [root.appendingPathComponent("SampleData/monaco.osm.pbf").path],
            output: folder.appendingPathComponent("monaco").path)
        // Cheaper hashes than in a real file: otherwise each log-in would take a second.
        let cost = PasswordHash.Cost(logRounds: 4, blockSize: 1, parallelism: 1)
        var users = UserFile()
        users.set("ann", try PasswordHash(of: "correct horse", cost: cost))
        users.set("ben", try PasswordHash(of: "battery staple", cost: cost))
        let usersPath = folder.appendingPathComponent("users.txt").path
        try users.write(to: usersPath)
        var configuration = RouteServiceConfiguration.definitions(
            folder: folder.path, analyses: .all)
        configuration.usersPath = usersPath
        configuration.answersSharing = true
        // The URL in the client's answers, which the recorder keeps without the port.
        configuration.publicURL = "https://127.0.0.1"
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await body(configuration)
    }

    /// Sends every request to a server like that in scripts/test-clients.
    func run() async throws {
        try await Self.withServices { configuration in
            try await buildApplication(configuration: configuration).test { client in
                for file in files { try await replay(file, client) }
            }
        }
    }

    private func replay(_ file: [Exchange], _ client: TestClient) async throws {
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
                secrets.learn(from: answer, nil, asked: exchange.body)
                continue
            }
            #expect(type.hasPrefix("application/json"), "\(exchange.name)")
            let found = try JSONValue.parse(answer.body.readableBytesView)
            check(found, against: exchange)
            if let reading = exchange.reading {
                let read = try RESTJSReading(of: found, from: exchange.path)
                #expect(read.json == reading, "\(exchange.name)")
            }
            secrets.learn(from: answer, found, asked: exchange.body)
        }
    }

    /// Compares an answer's error code and keys with the recording.
    private func check(_ found: JSONValue, against exchange: Exchange) {
        let error = found["error"]
        #expect(error?["code"]?.integer == exchange.code, "\(exchange.name)")
        if let error {
            // Clients show this text for a failure.
            #expect(error["message"]?.string?.isEmpty == false, "\(exchange.name)")
            #expect(error["details"]?.array != nil, "\(exchange.name)")
        }
        let keys = Set(found.object?.members.map(\.key) ?? [])
        let missing = exchange.keys.filter { !keys.contains($0) }
        #expect(missing.isEmpty, "\(exchange.name)")
    }
}
