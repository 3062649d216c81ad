// Log-ins and tokens that were ended before they expire.

import DataStructures
package import Foundation
package import Logging
import Synchronization

/// The ids of log-ins and tokens that were ended before they expire.
///
/// The latest 65,536 are held, each until it would have expired. Each needed a correct password and
/// the cost of checking it, so the table cannot be filled cheaply. If the signing key is in a file,
/// the ids are also written to a file beside it, `KEY.ended`, one line `ID EXPIRES` each, so they
/// stay ended after a restart; if not, no token outlasts the process anyway. A new password ends
/// all of a user's tokens for good.
///
/// Servers that share a key share this file. Each merges its ids with the others' under the file's
/// lock, and reads theirs whenever it writes or starts.
package final class EndedTokens: Sendable {
    private static let capacity = 65_536
    /// The longest line to read, in bytes: an id and a time.
    private static let longestLine = 256

    /// When each id would expire, in milliseconds since 1970.
    private let ends: Mutex<BoundedCache<String, Int64>>
    private let path: String?
    private let logger: Logger?

    /// Makes an empty table without a file.
    package init() {
        ends = Mutex(BoundedCache(budget: Self.capacity))
        path = nil
        logger = nil
    }

    /// Reads the table from a file, which need not exist yet.
    ///
    /// - Throws: ``InvalidUserFile`` if the file cannot be read or holds something else; ignoring
    ///   it would make ended tokens valid again.
    package init(path: String, logger: Logger, at now: Date = Date()) throws(InvalidUserFile) {
        var table = BoundedCache<String, Int64>(budget: Self.capacity)
        for (id, end) in try Self.read(path) where end > Self.milliseconds(now) { table[id] = end }
        ends = Mutex(table)
        self.path = path
        self.logger = logger
    }

    /// Adds a log-in, or a token without one.
    ///
    /// - Parameter end: When it expires anyway, in milliseconds since 1970.
    package func insert(_ id: String, until end: Int64, at now: Date = Date()) {
        ends.withLock { $0[id] = end }
        guard let path else { return }
        do {
            try write(to: path, at: Self.milliseconds(now))
        } catch {
            // It stays ended as long as this process runs.
            logger?.error(
                """
                cannot write the file of ended log-ins: after a restart, these log-ins would be \
                valid again; make the file writable
                """,
                metadata: ["error": "\(error)"])
        }
    }

    /// Returns whether a log-in or token has been ended.
    package func contains(_ id: String) -> Bool { ends.withLock { $0[id] != nil } }

    /// Whether nothing has been ended.
    package var isEmpty: Bool { ends.withLock { $0.count == 0 } }

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64(date.timeIntervalSince1970 * 1_000)
    }

    /// Merges in what other servers with the same key have written, and writes the table. The file
    /// is locked meanwhile, so no server overwrites another's additions.
    private func write(to path: String, at now: Int64) throws {
        try PrivateFile.change(path) {
            let others = try Self.read(path)
            let known = ends.withLock { table in
                for (id, end) in others where end > now && table[id] == nil { table[id] = end }
                return table
            }
            // Sort outside the lock, which every request with a token takes.
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
