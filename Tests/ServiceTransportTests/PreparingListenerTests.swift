// Tests what the server's address answers while networks are being opened.

import Fixtures
import Geo
import NIOPosix
@testable import ServiceTransport
import Testing

@Suite struct PreparingListenerTests {
    @Test func `requests are answered with 503 and what the server does, then the port is free`()
        async throws
    {
        @Sendable func listen(_ port: Int) async throws -> PreparingListener {
            try await PreparingListener(
                host: "127.0.0.1", port: port, isPlain: true,
                on: MultiThreadedEventLoopGroup.singleton)
        }
        let listener = try await listen(0)
        let port = try #require(listener.port)
        for _ in 0..<3 {
            let connection = try RawConnection(port: port)
            try connection.send("GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = try await connection.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 503 "))
            #expect(answer.contains("Retry-After: ") && answer.contains("Networks are opened"))
            let body = try #require(answer.split(separator: "\r\n\r\n").last)
            #expect(try JSONValue.parse(String(body))["error"]?["code"] == 503)
        }
        await #expect(throws: (any Error).self) { try await listen(port) }
        try await listener.close()
        try await listen(port).close()
    }
}
