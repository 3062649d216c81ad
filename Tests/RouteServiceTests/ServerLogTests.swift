// Tests the server's log lines against the library's handler.

import Foundation
import Logging
import Synchronization
import Testing

@testable import RouteService

@Suite struct ServerLogTests {
    /// Collects lines.
    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])

        var all: [String] { kept.withLock { $0 } }

        func add(_ line: String) { kept.withLock { $0.append(line) } }
    }

    /// A stream for the library's handler.
    private struct Stream: TextOutputStream, Sendable {
        let lines: Lines

        mutating func write(_ string: String) { lines.add(string) }
    }

    private struct Broken: Error, CustomStringConvertible {
        let description = "the disk is full"
    }

    /// The lines that the server's and the library's handler write for the same events.
    private func lines(
        _ level: Logger.Level = .trace, _ log: (inout Logger) -> Void
    ) -> (own: [String], library: [String]) {
        let (own, library) = (Lines(), Lines())
        for logger in [
            Logger(label: "waypost") { label in
                ServerLog(label: label) { own.add(String(decoding: $0, as: UTF8.self)) }
            },
            Logger(label: "waypost") { label in
                StreamLogHandler(label: label, stream: Stream(lines: library))
            },
        ] {
            var logger = logger
            logger.logLevel = level
            log(&logger)
        }
        return (own.all, library.all)
    }

    private func withoutTimes(_ lines: [String]) -> [Substring] {
        lines.map { $0.drop { $0 != " " } }
    }

    @Test func `lines are those of the library's handler`() {
        let (own, library) = lines { logger in
            logger.info("no metadata")
            logger.warning("one value", metadata: ["path": "/arcgis/rest"])
            logger[metadataKey: "hb.request.id"] = "f00d"
            logger.info(
                "POST /solve", metadata: ["status": "200", "bytes": "-", "ms": "0.4"])
            logger.error("failed", metadata: ["hb.request.id": "replaced"])
            logger.notice(
                "nested", metadata: ["list": ["a", "b"], "object": ["key": "value"], "n": "\(7)"])
            logger.critical("with an error", error: Broken())
            logger[metadataKey: "hb.request.id"] = nil
            logger.debug("ä line\\nof two")
        }
        #expect(own.count == 7)
        #expect(withoutTimes(own) == withoutTimes(library))
    }

    @Test func `levels below that of the logger are left out`() {
        let (own, library) = lines(.warning) { logger in
            logger.info("too detailed")
            logger.error("failed")
        }
        #expect(own.count == 1)
        #expect(withoutTimes(own) == withoutTimes(library))
    }

    @Test func `times are those of the second, in the zone of the system`() throws {
        // The system gives the second of its last tick, some milliseconds late.
        let before = (Date().timeIntervalSince1970 - 0.1).rounded(.down)
        let (own, _) = lines { $0.info("now") }
        let stamp = try #require(own.first?.split(separator: " ").first)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssZ"
        let time = try #require(formatter.date(from: String(stamp))).timeIntervalSince1970
        #expect((before...Date().timeIntervalSince1970).contains(time))
        formatter.timeZone = .current
        #expect(formatter.string(from: Date(timeIntervalSince1970: time)) == stamp)
    }
}
