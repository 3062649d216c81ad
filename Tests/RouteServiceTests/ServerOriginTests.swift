// Tests the origin that this server states: never an origin that only the client claims.

import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import ServerTesting
@testable import RouteService
@testable import ServiceTransport
import Testing

/// The origin that a server listening on `host` states to a client that reached `address`.
@Suite struct ServerOriginTests {
    private func origin(
        _ host: String, at address: String?, port: Int = 6080, named: String? = nil,
        scheme: String = "http"
    ) throws -> String {
        let server = ServerOrigin(scheme: scheme, host: host, port: 1, publicURL: nil)
        let local = try address.map { try SocketAddress(ipAddress: $0, port: port) }
        return server.origin(reachedAt: local, named: named)
    }

    @Test func `it is the host that the server listens on, and the port that was reached`() throws {
        for named in [nil, "evil.example", "192.0.2.7:6080", "localhost", "127.0.0.1:6081"] {
            #expect(
                try origin("192.0.2.7", at: "192.0.2.7", named: named) == "http://192.0.2.7:6080")
            #expect(
                try origin("Maps.example", at: "192.0.2.7", named: named)
                    == "http://maps.example:6080")
        }
        #expect(try origin("2001:db8::1", at: "2001:db8::1") == "http://[2001:db8::1]:6080")
        #expect(try origin("a.example", at: "192.0.2.7", port: 80) == "http://a.example")
        #expect(
            try origin("a.example", at: "192.0.2.7", port: 443, scheme: "https")
                == "https://a.example")
        #expect(try origin("a.example", at: nil, named: "b.example") == "http://a.example:1")
    }

    @Test func `where it listens everywhere, it is the address that was reached`() throws {
        for host in ["0.0.0.0", "::", "[::]", ""] {
            #expect(
                try origin(host, at: "192.0.2.7", named: "evil.example") == "http://192.0.2.7:6080")
            #expect(try origin(host, at: "::ffff:192.0.2.7") == "http://192.0.2.7:6080")
            #expect(try origin(host, at: "2001:db8::1") == "http://[2001:db8::1]:6080")
            #expect(try origin(host, at: nil, named: "evil.example") == "http://127.0.0.1:1")
        }
    }

    @Test func `on this machine, its own names count, with the very port`() throws {
        for (address, host) in [("127.0.0.1", "127.0.0.1"), ("::1", "0.0.0.0")] {
            for name in ["localhost:6080", "127.0.0.1:6080", "[::1]:6080"] {
                #expect(try origin(host, at: address, named: name) == "http://\(name)")
            }
        }
        #expect(
            try origin("127.0.0.1", at: "127.0.0.1", named: "LocalHost:6080")
                == "http://localhost:6080")
        #expect(
            try origin("127.0.0.1", at: "127.0.0.1", port: 80, named: "localhost")
                == "http://localhost")
        for name in [
            "localhost", "localhost:80", "localhost:06080", "localhost:6080.evil.example",
            "localhost.evil.example:6080", "evil.example:6080", "evil.example", "",
            "me@localhost:6080", "127.0.0.2:6080", "[::1]", "localhost:6080/x",
        ] {
            #expect(
                try origin("127.0.0.1", at: "127.0.0.1", named: name) == "http://127.0.0.1:6080",
                "\(name)")
        }
        // A neighbor that says "localhost" has not reached the loopback.
        #expect(
            try origin("0.0.0.0", at: "192.0.2.7", named: "localhost:6080")
                == "http://192.0.2.7:6080")
    }

    @Test func `a public URL is a scheme, a host and a port, written as browsers do`() {
        for (text, origin) in [
            ("https://maps.example", "https://maps.example"),
            ("HTTPS://Maps.Example:443", "https://maps.example"),
            ("http://maps.example:443", "http://maps.example:443"),
            ("https://[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"),
            ("http://192.0.2.7:80", "http://192.0.2.7"),
        ] {
            #expect(ServerOrigin.publicOrigin(text) == origin)
        }
        for text in [
            "", "maps.example", "//maps.example", "ftp://maps.example", "https://",
            "https://maps.example/", "https://maps.example/arcgis", "https://maps.example?a",
            "https://maps.example#a", "https://me@maps.example", "https://maps.example:",
            "https://maps.example:0", "https://maps.example:65536", "https://maps.example:+80",
            "https://maps.example:0x50", "https://a b", "https://a\r\nX: y", "https://[::1",
            "https://[x]:80", "https://ä.example", "https://https://maps.example",
        ] {
            #expect(ServerOrigin.publicOrigin(text) == nil, "\(text)")
        }
    }

    @Test func `answers do not repeat the name that a client gives the server`() async throws {
        let files = TestFiles()
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let port = client.port
            for path in [
                "/arcgis/rest/info?f=json", "/arcgis/sharing/rest/info?f=json",
                "/arcgis/sharing/rest/portals/self?f=json", "/openapi.json", "/arcgis/tokens/",
            ] {
                for (host, isTaken) in [
                    ("evil.example", false), ("evil.example:\(port)", false),
                    ("localhost:\(port)", true),
                ] {
                    let connection = try RawConnection(port: port)
                    try connection.send(
                        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                    let answer = try await connection.readToEnd()
                    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(path)")
                    #expect(!answer.contains("evil.example"), "\(path)")
                    guard path != "/openapi.json" else { continue }
                    let own = isTaken ? host : "127.0.0.1:\(port)"
                    #expect(answer.contains(own), "\(path) of \(host)")
                }
            }
        }
    }

    @Test func `a code goes to no host that a client gives the server's name to`() async throws {
        let files = TestFiles()
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let port = client.port
            let challenge = String(repeating: "c", count: 43)
            let connection = try RawConnection(port: port)
            try connection.send(
                "GET /arcgis/sharing/rest/oauth2/authorize?client_id=app&response_type=code"
                    + "&code_challenge=\(challenge)&code_challenge_method=S256"
                    + "&redirect_uri=http%3A%2F%2Fevil.example%2Fx&f=json HTTP/1.1\r\n"
                    + "Host: evil.example\r\nConnection: close\r\n\r\n")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400"))
            #expect(answer.contains("Invalid redirect_uri"))
        }
    }
}
