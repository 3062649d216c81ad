// Writes the server's log to standard error.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
import Geo
import Logging
import Synchronization

/// Writes each event as a line in the format of swift-log's `StreamLogHandler`, or as JSON:
///
///     2026-11-25T10:00:00+0000 info waypost: bytes=512 ms=0.4 status=200 [RouteService] POST /…
///     {"time":"2026-11-25T10:00:00+0000","level":"info","source":"RouteService",
///      "message":"POST /…","bytes":512,"ms":0.4,"status":200}        (in one line)
///
/// A server logs a line for each request. `StreamLogHandler` makes a system call for each line to
/// read the time zone, and sorts metadata that are never written. Here the time is formatted once a
/// second, and a line is a single system call.
package struct ServerLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let form: LogForm
    private let write: @Sendable ([UInt8]) -> Void

    /// Writes to standard error.
    package init(label: String, form: LogForm = .text) {
        self.init(label: label, form: form) { Self.writeToStandardError($0) }
    }

    /// Passes lines to a closure.
    init(
        label: String, form: LogForm = .text, write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.label = label
        self.form = form
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        switch form {
        case .text: write(text(of: event))
        case .json: write(json(of: event))
        }
    }

    private func text(of event: LogEvent) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line += SecondStamp.now()
        line += " \(event.level) \(label):".utf8
        for (key, value) in values(of: event) {
            line.append(UInt8(ascii: " "))
            line += key.utf8
            line.append(UInt8(ascii: "="))
            if case .string(let text) = value { line += text.utf8 } else { line += "\(value)".utf8 }
        }
        line += " [\(event.source)] \(event.message)\n".utf8
        return line
    }

    private func json(of event: LogEvent) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", String(decoding: SecondStamp.now(), as: UTF8.self))
        writer.member("level", "\(event.level)")
        writer.member("source", event.source)
        writer.member("message", "\(event.message)")
        for (key, value) in values(of: event) {
            // No name stands twice in an object.
            writer.key(Self.ownNames.contains(key) ? "metadata.\(key)" : key)
            Self.write(value, to: &writer)
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private static let ownNames: Set = ["time", "level", "source", "message"]

    /// Writes numbers as numbers, and lists and dictionaries with what they hold.
    private static func write(_ value: Logger.Metadata.Value, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let number as Int): writer.integer(number)
        case .stringConvertible(let number as Double): writer.number(number)
        case .stringConvertible(let other): writer.string("\(other)")
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        case .dictionary(let members):
            writer.beginObject()
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                write(value, to: &writer)
            }
            writer.endObject()
        }
    }

    /// Returns an event's metadata sorted by name; its own values replace the logger's.
    private func values(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var own = event.metadata ?? [:]
        if let error = event.error {
            own["error.message"] = "\(error)"
            own["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        if let provided = metadataProvider?.get() { own.merge(provided) { own, _ in own } }
        var all = metadata.filter { own[$0.key] == nil } + Array(own)
        all.sort { $0.key < $1.key }
        return all.map { ($0.key, $0.value) }
    }

    /// Writes a whole line; if writing fails, the rest is lost.
    private static func writeToStandardError(_ line: [UInt8]) {
        line.withUnsafeBytes { bytes in
            var left = bytes[...]
            while !left.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: left)
                #if canImport(Glibc)
                let count = Glibc.write(STDERR_FILENO, part.baseAddress, part.count)
                #elseif canImport(Musl)
                let count = Musl.write(STDERR_FILENO, part.baseAddress, part.count)
                #else
                let count = Darwin.write(STDERR_FILENO, part.baseAddress, part.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                left = left.dropFirst(count)
            }
        }
    }
}

/// The current second as text, in the system's time zone.
private enum SecondStamp {
    private struct Stamp: Sendable {
        var second: time_t
        var text: [UInt8]
    }

    private static let last = Mutex(Stamp(second: -1, text: []))

    /// Returns the current second, such as `2026-11-25T10:00:00+0000`.
    static func now() -> [UInt8] {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = Stamp(second: second, text: text(of: second)) }
            return last.text
        }
    }

    private static func text(of second: time_t) -> [UInt8] {
        var (second, parts) = (second, tm())
        guard localtime_r(&second, &parts) != nil else { return Array("<unknown>".utf8) }
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return text[..<count].map { UInt8(bitPattern: $0) }
    }
}
