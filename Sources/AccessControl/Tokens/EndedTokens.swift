// The log-ins and tokens that were ended before their time.

import DataStructures
package import Foundation
package import Logging
import Synchronization

/// What was ended, by what it is known by.
///
/// The latest 65,536 are known, each until it would have expired: every one took a right password
/// and the cost of its check, so that nobody fills the table in passing. With a key in a file they
/// stand in a file beside it, `KEY.ended`, a line `ID EXPIRES` for each, so that they are over
/// after a restart too; without one no token outlasts the process. What ends every token of a user
/// for good is a new password.
///
/// Servers that share a key share the file: each adds to what the others wrote, under the lock of
/// the file, and learns of that when it writes or starts.
package final class EndedTokens: Sendable {
    private static let capacity = 65_536
    /// The longest line that is read: what ids are, and a date.
    private static let longestLine = 256

    /// When each expires, in milliseconds since 1970.
    private let ends: Mutex<BoundedCache<String, Int64>>
    private let path: String?
    private let logger: Logger?

    /// Knows nothing, and forgets with the process.
    package init() {
        ends = Mutex(BoundedCache(budget: Self.capacity))
        path = nil
        logger = nil
    }

    /// Knows what a file says, which need not be there yet.
    ///
    /// - Throws: ``InvalidUserFile`` for a file that cannot be read or says something else: to go
    ///   on without it would let in whom it keeps out.
    package init(path: String, logger: Logger, at now: Date = Date()) throws(InvalidUserFile) {
        var table = BoundedCache<String, Int64>(budget: Self.capacity)
        for (id, end) in try Self.read(path) where end > Self.milliseconds(now) { table[id] = end }
        ends = Mutex(table)
        self.path = path
        self.logger = logger
    }

    /// Ends a log-in, or a token that hangs on none.
    ///
    /// - Parameter end: Milliseconds since 1970 from which on it is over anyway.
    package func insert(_ id: String, until end: Int64, at now: Date = Date()) {
        ends.withLock { $0[id] = end }
        guard let path else { return }
        do {
            try write(to: path, at: Self.milliseconds(now))
        } catch {
            // It is ended all the same, as long as this process runs.
            logger?.error(
                "the file of ended log-ins is not written", metadata: ["error": "\(error)"])
        }
    }

    /// Whether a log-in or a token was ended.
    package func contains(_ id: String) -> Bool { ends.withLock { $0[id] != nil } }

    /// Whether none was.
    package var isEmpty: Bool { ends.withLock { $0.count == 0 } }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970 * 1_000)
    }

    /// Writes what is known, and learns what another server with the same key ended since. The file
    /// is locked meanwhile, so that of two servers neither writes over what the other has added.
    private func write(to path: String, at now: Int64) throws {
        try PrivateFile.change(path) {
            let others = try Self.read(path)
            let known = ends.withLock { table in
                for (id, end) in others where end > now && table[id] == nil { table[id] = end }
                return table
            }
            // Sorted aside: every request with a token takes the lock of the table.
            let latest = known.all
            let over = latest.filter { $0.value <= now }.map(\.key)
            if !over.isEmpty {
                ends.withLock { table in
                    for id in over { table[id] = nil }
                }
            }
            let lines = latest.filter { $0.value > now }.map { "\($0.key) \($0.value)\n" }
            let head = "# Log-ins and tokens that were ended; written by a Waypost server.\n"
            return (head + lines.joined(), ())
        }
    }

    private static func read(_ path: String) throws(InvalidUserFile) -> [(String, Int64)] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let text: String
        do {
            text = try String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8)
        } catch {
            throw InvalidUserFile(file: path, line: nil, text: "cannot be read as UTF-8 text")
        }
        var ended: [(String, Int64)] = []
        for (place, line) in text.split(separator: "\n").enumerated() where line.first != "#" {
            let parts = line.split(separator: " ")
            guard line.utf8.count <= longestLine, parts.count == 2, let end = Int64(parts[1]) else {
                throw InvalidUserFile(
                    file: path, line: place + 1,
                    text: "is not a line of ended log-ins, \"ID EXPIRES\"; without the file all of "
                        + "them are accepted again")
            }
            ended.append((String(parts[0]), end))
        }
        return ended
    }
}
