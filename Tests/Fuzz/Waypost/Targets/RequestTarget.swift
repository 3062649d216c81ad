// Fuzz target for whole requests to a whole server, over a local connection.

import AccessControl
import Foundation
import Geo
import Logging
import RouteService
import RouteTesting

extension FuzzTarget {
    static let request = FuzzTarget(
        name: "request",
        words: [
            "GET ", "POST ", "HEAD ", "OPTIONS ", "/arcgis/rest/services/", "NAServer/", "/solve",
            "/locate", "?f=json", "&f=html", "&f=geojson", "&callback=a", "Content-Type: ",
            "application/json", "multipart/form-data; boundary=x", "Accept-Encoding: gzip\n",
            "Transfer-Encoding: chunked\n", "Cookie: agstoken=", "Authorization: Bearer TOKEN\n",
            "token=TOKEN", "TOKEN", "..", "%2F", "%2e%2e", "Host: ", "Origin: https://a.example\n",
            "Expect: 100-continue\n", "X-Forwarded-For: ", "Referer: ", "Range: bytes=0-1\n",
            " HTTP/1.0", "Content-Length: 5\n", "If-None-Match: *\n",
        ] + SolveWords.names.map { "&\($0)=" }
    ) { bench in
        let server = try TownServer(bench)
        return { try server.isAnswered($0) }
    }
}

/// A server over the town: one layer for all, and one for token holders.
private final class TownServer {
    private static let patienceSeconds = 60.0

    private let port: Int
    private var connection: ServerConnection?
    private var token: [UInt8] = []

    init(_ bench: FuzzBench) throws {
        let folder = "\(bench.scratch)/server"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        func write(_ bytes: [UInt8], _ name: String) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        try write(try Town(bench).dataset(), "town.waypost")
        try write(
            Array("service: Town\nnetwork: town.waypost\n".utf8), "open.service.yaml")
        try write(
            Array("service: Depot\nnetwork: town.waypost\naccess:\n  token: required\n".utf8),
            "secured.service.yaml")
        var users = UserFile()
        users.set("ann", try PasswordHash(of: "correct horse"))
        try users.write(to: "\(folder)/users.txt")

        let (ports, port) = (DispatchSemaphore(value: 0), ListeningPort())
        var configuration = RouteServiceConfiguration.definitions(folder: folder, analyses: .all)
        configuration.port = 0
        configuration.usersPath = "\(folder)/users.txt"
        configuration.answersSharing = true
        configuration.logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
        configuration.onListening = { number in
            port.number = number
            ports.signal()
        }
        let settled = configuration
        Task.detached {
            do {
                try await runRouteService(configuration: settled)
            } catch {
                print("the server did not start: \(error)")
            }
            ports.signal()
        }
        ports.wait()
        guard let number = port.number else { throw Violation("no server listens") }
        self.port = number
        try logIn()
    }

    private func logIn() throws {
        let answer = try ask(
            WrittenRequest(
                Array(
                    """
                    POST /arcgis/tokens/generateToken HTTP/1.1
                    Content-Type: application/x-www-form-urlencoded

                    f=json&client=requestip&username=ann&password=correct+horse
                    """.utf8)))
        guard let text = try JSONValue.parse(answer?.body ?? [])["token"]?.string else {
            throw Violation("the server gives no token")
        }
        token = Array(text.utf8)
    }

    /// Sends a request and checks the answer.
    ///
    /// - Throws: ``Violation`` if no request may cause such an answer.
    func isAnswered(_ input: [UInt8]) throws -> Bool {
        guard let answer = try ask(WrittenRequest(input, token: token)) else { return false }
        guard answer.status != 500 else {
            throw Violation("500: \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
        }
        guard answer.header("content-type")?.hasPrefix("application/json") == true,
            answer.header("content-encoding") == nil, !answer.body.isEmpty
        else { return answer.status == 200 }
        let value: JSONValue
        do {
            value = try JSONValue.parse(answer.body)
        } catch {
            throw Violation("the answer is not the JSON that it says it is: \(error)")
        }
        let code = value["error"]?["code"]?.integer
        guard code != 500 else {
            throw Violation("code 500: \(value.text.prefix(300))")
        }
        return answer.status == 200 && code == nil
    }

    /// Sends a request, once more if the server has closed an idle connection.
    private func ask(_ request: WrittenRequest) throws -> ServerConnection.Answer? {
        // Writing to a connection that the server just closed shows that it is closed.
        let isOld = connection != nil
        let now = try connection ?? ServerConnection(port: port)
        connection = nil
        let patience = request.isWhole ? Self.patienceSeconds : 0.05
        let answer = try now.answer(to: request, patienceSeconds: patience)
        if let answer, answer.staysOpen, request.isPlain { connection = now }
        if answer == nil, isOld { return try ask(request) }
        return answer
    }
}

/// The server's port, once it listens. Unchecked: the semaphore orders writing before reading.
private final class ListeningPort: @unchecked Sendable {
    var number: Int?
}
