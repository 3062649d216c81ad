// Tests what a server reads before it knows the caller: large, slow, broken and many bodies.

import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct BodyReadingTests {
    private let files = TestFiles()

    private func head(
        _ path: String, _ lines: [String], method: String = "POST"
    ) -> String {
        ([
            "\(method) \(path) HTTP/1.1", "Host: localhost",
            "Content-Type: application/x-www-form-urlencoded",
        ] + lines).joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func `a bad token in the head ends a request before its body is read`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(
                head(
                    "\(SecuredPath.depot)/solve?f=json",
                    ["Authorization: Bearer abc", "Content-Length: 15000000"]))
            // The client has not sent a byte of the body.
            #expect(try await connection.read(until: "}}").contains("\"code\":498"))
        }
    }

    /// Sends a head which announces a body, and no body.
    private func askWithoutBody(
        _ path: String, _ lines: [String], of port: Int?
    ) async throws -> String {
        let connection = try RawConnection(port: #require(port))
        try connection.send(head(path, lines + ["Content-Length: 30"]))
        return try await connection.read(until: "}}")
    }

    @Test func `a request beyond the limit of its address is refused before its body is read`()
        async throws
    {
        var usage = UsageLimits()
        usage.requestsPerMinute = 2
        let catalog = ServiceCatalog([
            PublishedLayer(service: "Harbor", usage: usage, answering: FakeLayer())
        ])
        try await makeServer(catalog) { _ in }.test { client in
            // A request with a body counts once.
            for _ in 0..<2 {
                let answer = try await client.post(
                    FixturePath.solve, "f=json&\(FixturePath.twoStops)")
                #expect(try answer.errorCode() == nil)
            }
            let refused = try await askWithoutBody(
                "\(FixturePath.solve)?f=json", [], of: client.port)
            #expect(refused.contains("\"code\":429"))
            #expect(refused.contains("requestsPerMinute"))
        }
    }

    @Test func `a token in the head counts before the body is read, one in the body afterwards`()
        async throws
    {
        var usage = UsageLimits()
        usage.requestsPerMinute = 2
        let catalog = securedCatalog(usage: usage)
        try await makeSecuredServer(catalog, files: files).test { client in
            let path = "/arcgis/rest/services/Harbor/NAServer/Route"
            let ann = try await client.token()
            let ben = try await client.token("ben", "battery+staple")
            for _ in 0..<2 {
                let answer = try await client.post(path, "f=json&token=\(ann)")
                #expect(try answer.errorCode() == nil)
            }
            let refused = try await askWithoutBody(
                "\(path)?f=json", ["Authorization: Bearer \(ann)"], of: client.port)
            #expect(refused.contains("\"code\":429"))
            // The address and a user named only in the body count separately.
            #expect(try await client.post(path, "f=json").errorCode() == nil)
            #expect(try await client.post(path, "f=json&token=\(ben)").errorCode() == nil)
            // If the body names another user than the head, both count.
            let both = try await client.execute(
                uri: path, method: .post,
                headers: [
                    .contentType: "application/x-www-form-urlencoded",
                    .authorization: "Bearer \(ben)",
                ], body: ByteBuffer(string: "f=json&token=\(ann)"))
            #expect(try both.errorCode() == 429)
        }
    }

    @Test func `a client that is refused is not asked to send its body`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(
                head(
                    "\(SecuredPath.depot)/solve?f=json",
                    [
                        "Authorization: Bearer abc", "Content-Length: 15000000",
                        "Expect: 100-continue",
                    ]))
            let answer = try await connection.read(until: "}}")
            #expect(answer.contains("\"code\":498"))
            #expect(!answer.contains("100 Continue"))
        }
    }

    @Test func `a large body is let in by the token at its end, and by none without it`()
        async throws
    {
        let layer = FakeLayer()
        try await makeSecuredServer(securedCatalog(layer), files: files).test { client in
            let token = try await client.token()
            let path = "\(SecuredPath.depot)/solve"
            let body =
                "f=json&stops=7.41,43.73;7.42,43.74"
                + String(repeating: "+", count: 500_000)
            let refused = try await client.post(path, body)
            #expect(try refused.errorCode() == 499)
            #expect(layer.started == 0)
            let bad = try await client.post(path, "\(body)&token=abc")
            #expect(try bad.errorCode() == 498)
            #expect(layer.started == 0)
            let good = try await client.post(path, "\(body)&token=\(token)")
            #expect(good.text.contains("messages"))
            #expect(layer.started == 1)
        }
    }

    @Test func `bodies of unknown clients to a secured service have a budget of their own`()
        async throws
    {
        let server = try makeSecuredServer(files: files) { configuration in
            configuration.bodyBounds.uncheckedBytes = 100_000
        }
        try await server.test { client in
            let token = try await client.token()
            let stops = "stops=7.41,43.73;7.42,43.74" + String(repeating: "+", count: 200_000)
            let path = "\(SecuredPath.depot)/solve"
            let unknown = try await client.post(path, "f=json&\(stops)&token=\(token)")
            #expect(unknown.status == .serviceUnavailable)
            #expect(unknown.headers[.retryAfter] == "2")
            // A caller identified by the head is exempt.
            let known = try await client.execute(
                uri: path, method: .post,
                headers: [
                    .contentType: "application/x-www-form-urlencoded",
                    .authorization: "Bearer \(token)",
                ], body: ByteBuffer(string: "f=json&\(stops)"))
            #expect(known.text.contains("messages"))
            // The refused body no longer counts.
            let small = try await client.post(
                path, "f=json&\(FixturePath.twoStops)&token=\(token)")
            #expect(small.text.contains("messages"))
        }
    }

    @Test(arguments: [
        ("xyz\r\nabc\r\n0\r\n\r\n", "no number"),
        ("5\r\nabcdefgh\r\n0\r\n\r\n", "longer than it says"),
        ("-1\r\nabc\r\n", "below nothing"),
        ("FFFFFFFFFFFFFFFFFF\r\nabc\r\n", "more than there is"),
    ])
    func `broken chunks are a bad request that says so`(chunks: String, case: String) async throws {
        let lines = ["Transfer-Encoding: chunked"]
        try await makeServer().test { client in
            for path in [FixturePath.solve, FixturePath.layer, "/arcgis/rest/info"] {
                let connection = try RawConnection(port: client.port)
                try connection.send(head("\(path)?f=json", lines) + "6\r\nf=json\r\n" + chunks)
                let answer = try await connection.read(until: "}}")
                #expect(answer.hasPrefix("HTTP/1.1 400"))
                #expect(answer.contains("The request body could not be read"))
            }
        }
    }

    @Test(arguments: ["Content-Length: 1000", "Transfer-Encoding: chunked"])
    func `a body that stops coming is broken off with a reason`(length: String) async throws {
        let server = try makeServer(fixtureCatalog()) { configuration in
            configuration.bodyPace = BodyPace(
                longestSeconds: 60, graceSeconds: 0.02, leastBytesPerSecond: 1_000_000)
        }
        try await server.test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(
                head("\(FixturePath.solve)?f=json", ["\(length)"]) + "3\r\nf=j\r\n")
            let answer = try await connection.read(until: "}}")
            #expect(answer.hasPrefix("HTTP/1.1 408"))
            #expect(answer.contains("1000000 bytes a second"))
        }
    }

    @Test func `a body of a resource that takes short forms has a mebibyte`() async throws {
        try await makeServer().test { client in
            let lines = ["Content-Length: \((1 << 20) + 1)"]
            for path in [FixturePath.layer, "/arcgis/rest/info", SecuredPath.generateToken] {
                let connection = try RawConnection(port: client.port)
                try connection.send(head("\(path)?f=json", lines))
                let answer = try await connection.read(until: "}}")
                #expect(answer.hasPrefix("HTTP/1.1 413"), "\(path)")
            }
            let most = "f=json&a=" + String(repeating: "+", count: 100_000)
            #expect(try await client.post("/arcgis/rest/info", most).status == .ok)
        }
    }

    @Test func `a pace has a grace, a rate and an end`() {
        let pace = BodyPace(longestSeconds: 100, graceSeconds: 10, leastBytesPerSecond: 1_000)
        #expect(pace.admits(0, after: 10))
        #expect(!pace.admits(10_000, after: 10.5))
        #expect(pace.admits(20_000_000, after: 100))
        #expect(!pace.admits(20_000_000, after: 100.5))
    }

    @Test func `connections beyond the limit wait for one to close`() async throws {
        let server = try makeServer(fixtureCatalog()) { $0.maximumConnections = 8 }
        let request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
        try await server.test { client in
            let port = client.port
            // A server accepts several connections at a time.
            var open: [RawConnection] = []
            for _ in 0..<64 { open.append(try RawConnection(port: port)) }
            for connection in open { try connection.send(request) }
            _ = try await open[0].read(until: "ok")
            for connection in open.dropLast() { connection.close() }
            _ = try await #require(open.last).read(until: "ok")
        }
    }
}

@Suite struct BodyBudgetTests {
    private let budget = BodyBudget(
        bounds: BodyBudget.Bounds(bytes: 1_000, bodies: 4, networkShare: 0.5, uncheckedBytes: 100))

    @Test func `one network takes no more than its share`() throws {
        let lease = try budget.lease(for: "a", isChecked: true)
        try lease.grow(by: 500)
        #expect(throws: ServiceError.self) { try lease.grow(by: 1) }
        let other = try budget.lease(for: "b", isChecked: true)
        try other.grow(by: 500)
        _ = try budget.lease(for: "a", isChecked: true)
        #expect(budget.held.bytes == 1_000)
    }

    @Test func `all together take no more than there is`() throws {
        let leases = try ["a", "b", "c"].map { try budget.lease(for: $0, isChecked: true) }
        try leases[0].grow(by: 400)
        try leases[1].grow(by: 400)
        #expect(throws: ServiceError.self) { try leases[2].grow(by: 201) }
        try leases[2].grow(by: 200)
        let refused = #expect(throws: ServiceError.self) { try leases[2].grow(by: 1) }
        #expect(refused?.status == .serviceUnavailable)
        withExtendedLifetime(leases) {}
    }

    @Test func `bodies are counted as well as bytes`() throws {
        var leases = [
            try budget.lease(for: "a", isChecked: true),
            try budget.lease(for: "a", isChecked: true),
        ]
        #expect(throws: ServiceError.self) { try budget.lease(for: "a", isChecked: true) }
        leases.append(try budget.lease(for: "b", isChecked: true))
        leases.append(try budget.lease(for: "c", isChecked: true))
        #expect(throws: ServiceError.self) { try budget.lease(for: "d", isChecked: true) }
        leases.removeAll()
        #expect(budget.held == (0, 0))
        _ = try budget.lease(for: "d", isChecked: true)
    }

    @Test func `bytes of unknown callers are counted apart until they are known`() throws {
        let first = try budget.lease(for: "a", isChecked: false)
        try first.grow(by: 100)
        let second = try budget.lease(for: "b", isChecked: false)
        #expect(throws: ServiceError.self) { try second.grow(by: 1) }
        first.becomeChecked()
        try second.grow(by: 100)
        try first.grow(by: 100)
        #expect(budget.held.bytes == 300)
    }
}
