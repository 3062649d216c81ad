// Tests the line that the log has for each request.

import Fixtures
import Foundation
import HTTPTypes
import Logging
import NIOCore
import RouteAPI
import ServerTesting
import Synchronization
import Testing

@testable import RouteService

@Suite struct RequestLogTests {
    /// Keeps the lines of a log with their metadata.
    private final class KeptLines: Sendable {
        struct Line: Sendable {
            var message: String
            var metadata: [String: String]
        }

        private let kept = Mutex<[Line]>([])

        var all: [Line] { kept.withLock { $0 } }

        var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

        private struct Handler: LogHandler {
            let lines: KeptLines
            var metadata: Logger.Metadata = [:]
            var logLevel = Logger.Level.info

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                let all = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { "\($0)" }
                lines.kept.withLock { $0.append(Line(message: "\(event.message)", metadata: all)) }
            }
        }
    }

    private let files = TestFiles()
    private let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private let parent = "00f067aa0ba902b7"

    @Test func `a request's line has the caller, the outcome, the time and the trace`()
        async throws
    {
        let lines = KeptLines()
        let traced: HTTPFields = [
            try #require(HTTPField.Name("traceparent")): "00-\(trace)-\(parent)-01"
        ]
        let identifier = try #require(HTTPField.Name("X-Request-ID"))
        let solve = "\(SecuredPath.depot)/solve"
        let layer = FakeLayer(.fail(RouteRequestError(.noSolution, details: ["why"])))
        let server = try makeSecuredServer(securedCatalog(layer), files: files) {
            $0.logger = lines.logger
        }
        let (answered, refused, token) = try await server.test { client in
            let token = try await client.token()
            var headers = traced
            headers[.authorization] = "Bearer \(token)"
            let answered = try await client.execute(
                uri: "\(SecuredPath.depot)?f=json&secret=7", method: .get, headers: headers)
            #expect(try answered.errorCode() == nil)
            let failed = try await client.post(
                solve, "f=json&\(FixturePath.twoStops)&token=\(token)")
            #expect(try failed.errorCode() == 400)
            let refused = try await client.execute(
                uri: "\(solve)?f=json", method: .get, headers: traced)
            #expect(try refused.errorCode() == 499)
            return (answered, refused, token)
        }
        let good = try #require(lines.all.first { $0.message == "GET \(SecuredPath.depot)" })
        #expect(good.metadata["client"] == "127.0.0.1")
        #expect(good.metadata["user"] == "ann")
        #expect(good.metadata["status"] == "200")
        #expect(good.metadata["code"] == nil)
        #expect(good.metadata["bytes"] == "\(answered.body.readableBytes)")
        #expect(try #require(good.metadata["ms"].flatMap(Double.init)) >= 0)
        #expect(good.metadata["hb.request.id"] == answered.headers[identifier])
        #expect(good.metadata["trace"] == trace && good.metadata["parent"] == parent)
        let wrong = try #require(lines.all.first { $0.message == "POST \(solve)" })
        #expect(wrong.metadata["user"] == "ann")
        #expect(wrong.metadata["code"] == "400")
        #expect(wrong.metadata["trace"] == nil && wrong.metadata["parent"] == nil)
        let anonymous = try #require(lines.all.first { $0.message == "GET \(solve)" })
        #expect(anonymous.metadata["client"] == "127.0.0.1")
        #expect(anonymous.metadata["user"] == nil)
        #expect(anonymous.metadata["code"] == "499")
        #expect(anonymous.metadata["trace"] == trace)
        let ids = [answered, refused].map { $0.headers[identifier] }
        #expect(ids[0] != ids[1] && ids[1] == anonymous.metadata["hb.request.id"])
        // Neither a query nor a token is in the log.
        let written = lines.all.map { "\($0)" }.joined()
        #expect(!written.contains(token) && !written.contains("secret"))
    }
}
