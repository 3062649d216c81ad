// Tests what the server's address answers while networks are being opened.

import Geo
import NIOPosix
import RouteTesting
import Testing

@testable import RouteService

@Suite struct PreparingListenerTests {
    @Test func `requests are answered with 503 and what the server does, then the port is free`()
        async throws
    {
        var configuration = RouteServiceConfiguration.networks([], analyses: .all)
        configuration.port = 0
        let listener = try await PreparingListener(configuration)
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
        configuration.port = port
        let second = configuration
        await #expect(throws: (any Error).self) { try await PreparingListener(second) }
        try await listener.close()
        try await PreparingListener(second).close()
    }
}
