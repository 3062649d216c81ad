// Feeds that servers on several machines share: rows of a database, which notifies them.

import Foundation
import PostgreSQL
import Synchronization

/// A log of feeds in a PostgreSQL database: the table `waypost_traffic` in the first schema of the
/// search path. `LISTEN` tells processes about new entries.
package final class PostgresFeedLog: FeedLog {
    private let pool: PostgresPool
    /// The schema's channel, once the table is known to exist.
    private let channel = Mutex<String?>(nil)
    private let listening = Mutex<PostgresConnection?>(nil)

    /// A reader looks for new entries after this many seconds even without a notification, because
    /// one sent while it was disconnected is lost.
    private static let silentSeconds = 5.0
    private let heard = Mutex(ContinuousClock.now)

    /// Creates a log. Connects only when needed.
    ///
    /// - Parameter url: `postgres://user@host/database`.
    /// - Throws: ``FeedLogError`` if the URL is malformed.
    package init(url: String) throws(FeedLogError) {
        do {
            pool = try PostgresPool(
                url: url, maximumConnections: 2, applicationName: "waypost traffic")
        } catch {
            throw FeedLogError("\(error)")
        }
    }

    package var place: String { pool.description }

    package func numbers() throws(FeedLogError) -> [Int64] {
        try call { connection in
            try connection.query("SELECT number FROM waypost_traffic ORDER BY number")
                .compactMap { $0.integer(0) }
        }
    }

    package func entry(_ number: Int64) throws(FeedLogError) -> [UInt8]? {
        try call { connection in
            try connection.query(
                "SELECT content FROM waypost_traffic WHERE number = $1", [.integer(number)]
            ).first?.bytes(0)
        }
    }

    package func append(
        _ bytes: [UInt8], as number: Int64, dropping replaced: [Int64]
    ) throws(FeedLogError) -> Bool {
        try call { [self] connection in
            let channel = channel.withLock(\.self) ?? ""
            return try connection.transaction {
                _ = try connection.query(
                    "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(channel)])
                let newest = try connection.query("SELECT max(number) FROM waypost_traffic")
                guard (newest.first?.integer(0) ?? 0) < number else { return false }
                _ = try connection.query(
                    "INSERT INTO waypost_traffic (number, content) VALUES ($1, $2)",
                    [.integer(number), .bytes(bytes)])
                for old in replaced where old < number {
                    _ = try connection.query(
                        "DELETE FROM waypost_traffic WHERE number = $1", [.integer(old)])
                }
                _ = try connection.query("SELECT pg_notify($1, '')", [.text(channel)])
                return true
            }
        }
    }

    package func awaitChange(upTo seconds: Double) -> Bool {
        do {
            let (connection, isNew) = try listeningConnection()
            let isHeard = try connection.waitForNotification(upTo: seconds) != nil
            return heard.withLock { last in
                let now = ContinuousClock.now
                guard isHeard || isNew || now - last > .seconds(Self.silentSeconds) else {
                    return false
                }
                last = now
                return true
            }
        } catch {
            // Wake the reader once after a loss, to report it; failed reconnects do not wake it.
            let wasConnected = listening.withLock { connection in
                defer { connection = nil }
                return connection != nil
            }
            Thread.sleep(forTimeInterval: min(seconds, 0.5))
            return wasConnected
        }
    }

    private func listeningConnection() throws -> (PostgresConnection, isNew: Bool) {
        if let connection = listening.withLock(\.self) { return (connection, false) }
        try call { _ in }
        let connection = try pool.makeConnection()
        try connection.listen(channel.withLock(\.self) ?? "")
        listening.withLock { $0 = connection }
        return (connection, true)
    }

    /// Runs statements. Creates the table before the first ones.
    private func call<Value>(
        _ body: (PostgresConnection) throws -> Value
    ) throws(FeedLogError) -> Value {
        do {
            return try pool.withConnection { connection in
                if channel.withLock({ $0 == nil }) { try prepare(connection) }
                return try body(connection)
            }
        } catch {
            throw FeedLogError("the database of shared feeds: \(error)")
        }
    }

    /// Creates the table if there is none. Processes that start at once take turns.
    private func prepare(_ connection: PostgresConnection) throws {
        let facts = try connection.query(
            "SELECT (SELECT oid::bigint FROM pg_namespace WHERE nspname = current_schema())")
        guard let schema = facts.first?.integer(0) else {
            throw PostgresError(
                "none of the schemas in the account's search_path exists; create one")
        }
        let name = "waypost_traffic_\(schema)"
        try connection.transaction {
            _ = try connection.query(
                "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [.text(name)])
            try connection.execute(
                """
                CREATE TABLE IF NOT EXISTS waypost_traffic (
                    number bigint PRIMARY KEY, content bytea NOT NULL)
                """)
        }
        channel.withLock { $0 = name }
    }
}
