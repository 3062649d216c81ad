// Tests what only a live connection shows: hanging up, `Expect`, overload, time limits, stopping.

import Fixtures
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import RouteAPI
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct ConnectionTests {
    private let solveRequest =
        "GET \(FixturePath.solve)?f=json&\(FixturePath.twoStops) HTTP/1.1\r\n"
        + "Host: localhost\r\n\r\n"

    @Test func `a solve stops when its client hangs up`() async throws {
        let layer = FakeLayer(.busy)
        try await makeServer(layer).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(solveRequest)
            try await eventually { layer.started == 1 }
            connection.close()
            try await eventually { layer.stopped == 1 }
        }
    }

    @Test func `a client that has closed its sending side is answered`() async throws {
        let layer = FakeLayer(.busy)
        try await makeServer(layer).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(solveRequest)
            connection.finishSending()
            try await eventually { layer.started == 1 }
            // Waits until the server asks whether the client is still there.
            _ = try await connection.read(until: "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(layer.stopped == 0)
            layer.release()
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK"))
            #expect(answer.contains("\"messages\""))
        }
    }

    @Test(arguments: ["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: a\r\n"])
    func `what is answered soon after the sending side was closed is the answer alone`(
        version: String
    ) async throws {
        try await makeServer(FakeLayer()).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(
                "GET \(FixturePath.solve)?f=json&\(FixturePath.twoStops) \(version)\r\n")
            connection.finishSending()
            var answer = try await connection.readToEnd()
            // On a busy machine the answer may be late, and the server asks first.
            let asked = "HTTP/1.1 100 Continue\r\n\r\n"
            if answer.hasPrefix(asked), version.hasPrefix("HTTP/1.1") {
                answer.removeFirst(asked.count)
            }
            #expect(answer.dropFirst(8).hasPrefix(" 200 OK"))
            #expect(answer.contains("\"messages\""))
        }
    }

    @Test(arguments: [
        ("GET /livez HTTP/1.1\r\n\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
        ("GET /livez HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET /livez HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET /livez HTTP/1.0\r\n\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost: [::1]:6080\r\n\r\n", 200),
        ("GET /livez HTTP/1.1\r\nHost: a\r\nX-Waypost-Head-Fault: missing-host\r\n\r\n", 200),
        (
            "POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            501
        ),
        (
            "POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501
        ),
        ("POST /livez HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n", 200),
    ])
    func `a head that HTTP does not allow is refused, and ends its connection`(
        request: String, status: Int
    ) async throws {
        try await makeServer(FakeLayer()).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(request)
            let head = try await connection.read(until: "\r\n\r\n").lowercased()
            #expect(head.dropFirst(8).hasPrefix(" \(status) "), "\(head)")
            #expect(status == 200 || head.contains("\r\nconnection: close\r\n"))
        }
    }

    @Test func `a solve that waits never starts when its client hangs up`() async throws {
        let layer = FakeLayer(.busy)
        try await makeServer(layer, running: 1, waiting: 1).test { client in
            let port = client.port
            let first = try RawConnection(port: port)
            try first.send(solveRequest)
            try await eventually { layer.started == 1 }
            let second = try RawConnection(port: port)
            try second.send(solveRequest)
            try await waitForLoad(running: 1, waiting: 1, client)
            second.close()
            try await waitForLoad(running: 1, waiting: 0, client)
            layer.release()
            _ = try await first.read(until: "\"messages\"")
            #expect(layer.started == 1)
        }
    }

    @Test func `an overload is answered at once, and pages go on`() async throws {
        let layer = FakeLayer(.busy)
        try await makeServer(layer, running: 1, waiting: 0).test { client in
            let busy = try RawConnection(port: client.port)
            try busy.send(solveRequest)
            try await eventually { layer.started == 1 }
            let refused = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(refused.status == .serviceUnavailable)
            #expect(try refused.errorCode() == 503)
            #expect(refused.headers[.retryAfter] != nil)
            let page = try await client.execute(uri: FixturePath.layer, method: .get)
            #expect(page.status == .ok)
            layer.release()
            _ = try await busy.read(until: "\"messages\"")
        }
    }

    @Test func `readiness says that the server is overloaded, and liveness does not`()
        async throws
    {
        let layer = FakeLayer(.busy)
        try await makeServer(layer, running: 1, waiting: 1).test { client in
            let port = client.port
            let connections = [try RawConnection(port: port), try RawConnection(port: port)]
            for connection in connections { try connection.send(solveRequest) }
            try await waitForLoad(running: 1, waiting: 1, client)
            let ready = try await client.execute(uri: "/readyz?f=json", method: .get)
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.headers[.retryAfter] != nil)
            #expect(try ready.json()["status"] == "overloaded")
            let live = try await client.execute(uri: "/livez?f=json", method: .get)
            #expect(live.status == .ok)
            layer.release()
            for connection in connections { _ = try await connection.read(until: "\"messages\"") }
            try await waitForLoad(running: 0, waiting: 0, client)
            let calm = try await client.execute(uri: "/readyz?f=json", method: .get)
            #expect(calm.status == .ok)
            #expect(try calm.json()["status"] == "ok")
        }
    }

    @Test func `a solve past its time limit is an envelope`() async throws {
        var limits = ServiceLimits()
        limits.maximumSolveSeconds = 0.05
        let layer = FakeLayer(.busy, limits: limits)
        try await makeServer(layer).test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(response.status == .ok)
            #expect(try response.errorCode() == 500)
            #expect(try response.json()["error"]?["extendedCode"] == -2_147_200_727)
            #expect(response.text.contains("maximumSolveSeconds"))
        }
    }

    @Test func `a stopping server stops its solves and still answers them`() async throws {
        let layer = FakeLayer(.busy)
        let connection = try await makeServer(layer).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(solveRequest)
            try await eventually { layer.started == 1 }
            return connection
        }
        #expect(layer.stopped == 1)
        #expect(try await connection.read(until: "}}").contains("the server is stopping"))
    }

    @Test func `the answer of a stopping server says that the connection closes`() throws {
        let channel = EmbeddedChannel(handler: makeHandler())
        func lastAnswer() throws -> HTTPResponse? {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
            try channel.writeInbound(HTTPRequestPart.head(request))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self)
            else { return nil }
            _ = try channel.readOutbound(as: HTTPResponsePart.self)
            return head
        }
        #expect(try lastAnswer()?.headerFields[.connection] == nil)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        #expect(try lastAnswer()?.headerFields[.connection] == "close")
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `a last answer is read to its end, however long that takes`() async throws {
        let client = SlowReader()
        let channel = try await connected(client)
        try askAndAnswer(channel, closing: true)
        channel.embeddedEventLoop.advanceTime(by: .minutes(1))
        #expect(channel.isActive)
        client.readAll()
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_900))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `a stopping server waits for slow readers for so long`() async throws {
        let channel = try await connected(SlowReader())
        try askAndAnswer(channel, closing: false)
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `a client that asks before sending is asked to continue`() async throws {
        try await makeServer().test { client in
            let connection = try RawConnection(port: client.port)
            let body = "f=json"
            try connection.send(
                "POST /arcgis/rest/info HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: \(body.utf8.count)\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 100 Continue"))
            try connection.send(body)
            #expect(try await connection.read(until: "currentVersion").hasPrefix("HTTP/1.1 200 OK"))
        }
    }

    @Test func `a client that asks to send too much is refused before it sends`() async throws {
        var limits = ServiceLimits()
        limits.maximumRequestBytes = 1_000
        try await makeServer(FakeLayer(limits: limits)).test { client in
            let connection = try RawConnection(port: client.port)
            try connection.send(
                "POST \(FixturePath.solve)?f=json HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n")
            let answer = try await connection.read(until: "}}")
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(!answer.contains("100 Continue"))
        }
    }

    @Test func `a chunked body above the cap is refused`() async throws {
        var limits = ServiceLimits()
        limits.maximumRequestBytes = 1_000
        try await makeServer(FakeLayer(limits: limits)).test { client in
            let connection = try RawConnection(port: client.port)
            let chunk = "200\r\n\(String(repeating: "x", count: 512))\r\n"
            try connection.send(
                "POST \(FixturePath.solve)?f=json HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: chunk, count: 4) + "0\r\n\r\n")
            #expect(try await connection.read(until: "}}").hasPrefix("HTTP/1.1 413"))
        }
    }

    @Test func `one connection carries several requests`() async throws {
        let layer = FakeLayer()
        try await makeServer(layer).test { client in
            let connection = try RawConnection(port: client.port)
            for _ in 0..<3 {
                try connection.send(solveRequest)
                #expect(
                    try await connection.read(until: "\"messages\"").hasPrefix("HTTP/1.1 200 OK"))
            }
            #expect(layer.started == 3)
        }
    }

    private func makeHandler() -> ConnectionHandler {
        ConnectionHandler(
            clients: ConnectedClients(), maximumBodyBytes: { 1_000 }, pace: BodyPace(),
            stopTime: .seconds(30))
    }

    /// A channel whose answers `client` receives.
    private func connected(_ client: SlowReader) async throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [client, makeHandler()])
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).get()
        return channel
    }

    /// Sends a request and has the server write its answer, whether or not the client reads it.
    private func askAndAnswer(_ channel: EmbeddedChannel, closing: Bool) throws {
        var head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/")
        if closing { head.headerFields[.connection] = "close" }
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        var answer = HTTPResponse(status: .ok)
        if closing { answer.headerFields[.connection] = "close" }
        channel.write(HTTPResponsePart.head(answer), promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(string: "rows")), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
    }

    /// Waits until the queue has this load.
    private func waitForLoad(
        running: Int, waiting: Int, _ client: TestClient
    ) async throws {
        // Counts checks, not seconds: beside busy tests a check can be slow.
        for _ in 0..<10_000 {
            let health = try await client.execute(uri: "/readyz?f=json", method: .get).json()
            if health["solvesRunning"]?.integer == running,
                health["solvesWaiting"]?.integer == waiting
            {
                return
            }
            try await Task.sleep(for: .milliseconds(2))
        }
        Issue.record("the load never came about")
    }
}

/// Holds back writes until ``readAll()``.
private final class SlowReader: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private var unread: [EventLoopPromise<Void>] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if let promise { unread.append(promise) }
    }

    /// Ignores the closing of the output, which an `EmbeddedChannel` mistakes for the connection's
    /// end.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output { return promise?.succeed() ?? () }
        context.close(mode: mode, promise: promise)
    }

    func readAll() {
        for promise in unread { promise.succeed() }
        unread = []
    }

    func handlerRemoved(context: ChannelHandlerContext) { readAll() }
}
