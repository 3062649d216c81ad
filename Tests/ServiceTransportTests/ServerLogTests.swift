// Tests the server's log lines against the library's handler.

import Foundation
import Geo
import Logging
@testable import ServiceTransport
import Synchronization
import Testing

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

extension ServerLogTests {
    private func jsonLine(_ log: (Logger) -> Void) throws -> JSONValue {
        let lines = Lines()
        log(
            Logger(label: "waypost") { label in
                ServerLog(label: label, form: .json) {
                    lines.add(String(decoding: $0, as: UTF8.self))
                }
            })
        let line = try #require(lines.all.first)
        #expect(lines.all.count == 1 && line.hasSuffix("}\n"))
        #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
        return try JSONValue.parse(line)
    }

    @Test func `a line of JSON has numbers as numbers and text escaped`() throws {
        let line = try jsonLine { logger in
            logger.info(
                "POST /a\"b\nc",
                metadata: [
                    "status": .stringConvertible(200), "ms": .stringConvertible(0.4),
                    "user": "ä\\n", "list": ["a", .stringConvertible(2)],
                ])
        }
        #expect(line["level"] == .string("info"))
        #expect(line["message"] == .string("POST /a\"b\nc"))
        #expect(line["status"] == .number(200))
        #expect(line["ms"] == .number(0.4))
        #expect(line["user"] == .string("ä\\n"))
        #expect(line["list"] == .array([.string("a"), .number(2)]))
    }

    @Test func `metadata with a name of the line's own are kept beside it`() throws {
        let line = try jsonLine { $0.info("first", metadata: ["message": "second"]) }
        #expect(line["message"] == .string("first"))
        #expect(line["metadata.message"] == .string("second"))
    }

    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
        ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
        ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false),
        ("", false), ("----", false),
    ])
    func `a trace is taken from a header of its form alone`(header: String, isTrace: Bool) {
        let context = TraceContext(header)
        #expect((context != nil) == isTrace)
        if isTrace {
            #expect(context?.trace == "4bf92f3577b34da6a3ce929d0e0e4736")
            #expect(context?.parent == "00f067aa0ba902b7")
        }
    }
}
