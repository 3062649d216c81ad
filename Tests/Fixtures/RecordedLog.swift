// A log for tests to read.

package import Logging
import Synchronization

/// Keeps the warnings and errors that are logged.
package final class RecordedLog: Sendable {
    private let texts = Mutex<[String]>([])

    package init() {}

    /// The warnings and errors so far.
    package var lines: [String] { texts.withLock { $0 } }

    /// A logger that writes here.
    package var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    /// Forgets what was logged.
    package func clear() { texts.withLock { $0 = [] } }

    fileprivate func add(_ text: String) { texts.withLock { $0.append(text) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var logLevel = Logger.Level.warning
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { log.add("\(event.message)") }
    }
}
