// A store of layers in a PostgreSQL database: opening, closing, and one access at a time.
//
// PostGISStore+Reading has the queries, +Editing the edits, +Layers the layers themselves.

import Foundation
import Geo
package import PostgreSQL
import Synchronization

/// The layers of a schema of a PostgreSQL database with PostGIS.
///
/// ```swift
/// let store = try PostGISStore(url: "postgres://editor@db.example/town", access: .readWrite)
/// let stops = try store.features(LayerQuery(layer: "deliveries", limit: 500)).features
/// ```
///
/// Layers are the schema's tables and views with a column of shapes and a whole number as key,
/// whatever program has made them, and the tables without shapes that a store has made. Other
/// programs may read and edit them meanwhile. A query reads one snapshot; an edit that has returned
/// is durable; a write waits for another program's for five seconds.
///
/// The schema is the first of the account's search path, usually `public`, or the one that the URL
/// names: `postgres://db.example/town?schema=routing`. What else a URL leaves out is found as by
/// every program of PostgreSQL: in `PGHOST`, `PGUSER`, `PGPASSWORD`, `~/.pgpass` and so on.
/// Messages contain no passwords.
///
/// PostgreSQL 14 or newer, in UTF-8.
public final class PostGISStore: BulkStore {
    /// The database and the schema, without passwords.
    public let name: String
    /// What the store was opened for.
    public let access: StoreAccess

    let schema: PostGISSchema
    private let pool: Mutex<PostgresPool?>
    /// When it may be tried again to make the counters of tables that have none.
    let nextTries = Mutex<[Int64: ContinuousClock.Instant]>([:])

    private static let connections = 8
    /// The longest time of a statement; a caller may end it before.
    private static let statementSeconds = 600.0
    /// How long a statement waits for a lock of another program.
    private static let lockSeconds = 5
    private static let oldestVersion: Int64 = 140_000

    /// Opens the schema of a database.
    ///
    /// - Parameter url: `postgres://user@host:port/database?schema=name`.
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` for a URL that cannot be read, a
    ///   database that does not answer, or one that is too old or not in UTF-8.
    public convenience init(url: String, access: StoreAccess) throws(FeatureStoreError) {
        let place = PostGISPlace(url)
        let pool: PostgresPool
        do throws(PostgresError) {
            pool = try PostgresPool(
                url: place.url, maximumConnections: Self.connections,
                applicationName: "waypost", statementSeconds: Self.statementSeconds)
        } catch {
            throw .unreadable(store: "the database", reason: error.message)
        }
        try self.init(pool, schema: place.schema, access: access)
    }

    /// Opens the schema of a database through a pool of connections.
    ///
    /// - Parameter schema: The schema's name, or `nil` for the first of the search path.
    package init(
        _ pool: PostgresPool, schema: String?, access: StoreAccess
    ) throws(FeatureStoreError) {
        var name = pool.description
        if let schema { name += "?schema=\(schema.excerpt(64))" }
        self.name = name
        self.access = access
        do {
            self.schema = try pool.withConnection { connection in
                try Self.check(connection, store: name)
                return try Self.schema(schema, access, on: connection, store: name)
            }
            self.pool = Mutex(pool)
        } catch {
            throw Self.storeError(error, store: name, isWriting: access != .readOnly)
        }
    }

    /// Ends the use of the store; later calls fail.
    public func close() throws(FeatureStoreError) { pool.withLock { $0 = nil } }

    private static func check(_ connection: PostgresConnection, store: String) throws {
        let row = try connection.query(
            "SELECT current_setting('server_version_num')::int8, "
                + "current_setting('server_encoding'), current_setting('server_version')"
        ).first
        guard let version = row?.integer(0), version >= oldestVersion else {
            throw FeatureStoreError.unreadable(
                store: store,
                reason: "it is PostgreSQL \(row?.text(2) ?? ""); version 14 or newer is needed")
        }
        guard row?.text(1) == "UTF8" else {
            throw FeatureStoreError.unreadable(
                store: store,
                reason: "its encoding is \(row?.text(1) ?? "unknown"); UTF8 is needed "
                    + "(CREATE DATABASE … ENCODING 'UTF8')")
        }
    }

    /// The schema of the layers, which is made if it may be.
    private static func schema(
        _ wanted: String?, _ access: StoreAccess, on connection: PostgresConnection, store: String
    ) throws -> PostGISSchema {
        let current = try connection.query("SELECT current_schema()::text").first?.text(0)
        guard let name = wanted ?? current else {
            throw FeatureStoreError.unreadable(
                store: store,
                reason: "no schema of the account's search path exists; name one with ?schema=")
        }
        let exists =
            try connection.query(
                "SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1", [.text(name)]
            ).count > 0
        if !exists {
            guard access == .create else {
                let known = try connection.query(
                    "SELECT nspname::text FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_' "
                        + "AND nspname <> 'information_schema' ORDER BY 1 LIMIT 40"
                ).compactMap { $0.text(0) }
                throw FeatureStoreError.unreadable(
                    store: store,
                    reason: "there is no schema \"\(name.excerpt(64))\"; the schemas are "
                        + known.map { "\"\($0)\"" }.joined(separator: ", "))
            }
            try connection.execute("CREATE SCHEMA IF NOT EXISTS \(name.sqlName)")
        }
        let spatial = try connection.query(
            """
            SELECT n.nspname::text FROM pg_catalog.pg_extension e
            JOIN pg_catalog.pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'postgis'
            """
        ).first?.text(0)
        return PostGISSchema(name: name, spatial: spatial)
    }
}

// MARK: - Accesses

/// A transaction of a store, for the length of one access of a thread.
final class PostGISAccess: @unchecked Sendable {
    let connection: PostgresConnection
    let isWriting: Bool
    /// The cursors opened so far.
    private var cursors = 0
    /// The number of open parts of the transaction.
    fileprivate var depth = 0

    /// The transactions of the thread, by store. One thread alone uses a transaction: the value is
    /// bound for the length of a synchronous call.
    @TaskLocal fileprivate static var current: [ObjectIdentifier: PostGISAccess] = [:]

    init(_ connection: PostgresConnection, isWriting: Bool) {
        (self.connection, self.isWriting) = (connection, isWriting)
    }

    /// A name for another cursor.
    func nextCursor() -> String {
        cursors += 1
        return "waypost_rows_\(cursors)"
    }
}

extension PostGISStore {
    private func opened() throws(FeatureStoreError) -> PostgresPool {
        if let pool = pool.withLock({ $0 }) { return pool }
        throw .unreadable(store: name, reason: "it was closed")
    }

    /// Runs one statement on a connection of its own: an error ends no transaction of the thread.
    func asking<Result>(
        _ body: (PostgresConnection) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            return try opened().withConnection(body)
        } catch {
            throw Self.storeError(error, store: name, isWriting: false)
        }
    }

    /// Reads in one snapshot; within another access of the same thread, in its own.
    func reading<Result>(
        _ isCancelled: () -> Bool = { false },
        _ body: (PostGISAccess, _ isCancelled: @escaping () -> Bool) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            return try withoutActuallyEscaping(isCancelled) { isCancelled in
                if let access = PostGISAccess.current[ObjectIdentifier(self)] {
                    return try body(access, isCancelled)
                }
                return try opened().withConnection { connection in
                    try connection.transaction(.snapshot) {
                        // A caller may use the rows of a batch for longer than transactions may be
                        // idle; cursors are read to their end.
                        try connection.execute(
                            "SET LOCAL lock_timeout = '\(Self.lockSeconds)s'; "
                                + "SET LOCAL idle_in_transaction_session_timeout = 0; "
                                + "SET LOCAL cursor_tuple_fraction = 1")
                        return try bound(PostGISAccess(connection, isWriting: false)) {
                            try body($0, isCancelled)
                        }
                    }
                }
            }
        } catch {
            if (error as? PostgresError)?.isCancelled == true, isCancelled() { throw .cancelled }
            throw Self.storeError(error, store: name, isWriting: false)
        }
    }

    /// Writes in one transaction, which is undone when `body` throws; within another write of the
    /// same thread, in a part of its transaction.
    ///
    /// - Parameter isKept: Whether a result is committed, or undone and returned all the same.
    func writing<Result>(
        keeping isKept: (Result) -> Bool = { _ in true },
        _ body: (PostGISAccess) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        guard access != .readOnly else { throw .readOnly(store: name) }
        do {
            if let access = PostGISAccess.current[ObjectIdentifier(self)], access.isWriting {
                return try part(of: access, isKept, body)
            }
            return try opened().withConnection { connection in
                var undone: Result?
                do {
                    return try connection.transaction {
                        try connection.execute(
                            "SET LOCAL lock_timeout = '\(Self.lockSeconds)s'; "
                                + "SET LOCAL idle_in_transaction_session_timeout = 0; "
                                + "SET LOCAL synchronous_commit = on")
                        let result = try bound(PostGISAccess(connection, isWriting: true), body)
                        if isKept(result) { return result }
                        undone = result
                        throw Undone()
                    }
                } catch is Undone {
                    guard let undone else { preconditionFailure("what is undone has a result") }
                    return undone
                }
            }
        } catch {
            throw Self.storeError(error, store: name, isWriting: true)
        }
    }

    /// Ends a transaction whose result is returned all the same.
    private struct Undone: Error {}

    private func bound<Result>(
        _ access: PostGISAccess, _ body: (PostGISAccess) throws -> Result
    ) throws -> Result {
        var all = PostGISAccess.current
        all[ObjectIdentifier(self)] = access
        return try PostGISAccess.$current.withValue(all) { try body(access) }
    }

    private func part<Result>(
        of access: PostGISAccess, _ isKept: (Result) -> Bool,
        _ body: (PostGISAccess) throws -> Result
    ) throws -> Result {
        access.depth += 1
        defer { access.depth -= 1 }
        let point = "waypost_part_\(access.depth)"
        let undo = "ROLLBACK TO SAVEPOINT \(point); RELEASE SAVEPOINT \(point)"
        try access.connection.execute("SAVEPOINT \(point)")
        let result: Result
        do {
            result = try body(access)
        } catch {
            try access.connection.execute(undo)
            throw error
        }
        try access.connection.execute(isKept(result) ? "RELEASE SAVEPOINT \(point)" : undo)
        return result
    }

    /// The catalogue as an access sees it.
    func catalog(_ access: PostGISAccess) -> PostGISCatalog {
        PostGISCatalog(connection: access.connection, schema: schema, store: name)
    }
}

// MARK: - Errors

extension PostGISStore {
    /// The error of the store for one of the database.
    static func storeError(
        _ error: any Error, store: String, isWriting: Bool
    ) -> FeatureStoreError {
        if let error = error as? FeatureStoreError { return error }
        guard let failure = error as? PostgresError else {
            return .unreadable(store: store, reason: "\(error)")
        }
        if failure.isOutcomeUnknown {
            return .unwritable(
                store: store,
                reason: "the connection ended while the edits were stored, and it is not known "
                    + "whether they are; look for the rows before the request is sent again")
        }
        switch failure.sqlState ?? "" {
        // A lock that is not free, a conflict of two transactions, a deadlock.
        case "55P03", "40001", "40P01": return .locked(store: store)
        case "42501", "25006":
            return isWriting
                ? .readOnly(store: store) : .unreadable(store: store, reason: failure.message)
        case "57014":
            return .unreadable(
                store: store, reason: "a statement took longer than \(Int(statementSeconds)) s")
        case "2BP01": return .badRequest(failure.message)
        // Sizes of rows, texts and names beyond those of the database.
        case let code where code.hasPrefix("54"): return .badRequest(failure.message)
        case let code where code.hasPrefix("53"):
            return isWriting
                ? .unwritable(store: store, reason: failure.message)
                : .unreadable(store: store, reason: failure.message)
        default:
            // The message of a lost connection begins with the database.
            let start = failure.isConnectionLost ? "the connection failed: " : ""
            return .unreadable(store: store, reason: start + failure.message)
        }
    }
}

/// The parts of a URL: what libpq reads, and the schema.
struct PostGISPlace: Hashable, Sendable {
    /// The URL without the schema.
    var url: String
    /// The schema that the URL names.
    var schema: String?

    /// Takes `schema=name` out of the settings of a URL.
    init(_ url: String) {
        guard let mark = url.firstIndex(of: "?") else {
            self.url = url
            return
        }
        var kept: [Substring] = []
        for setting in url[url.index(after: mark)...].split(separator: "&") {
            if setting.hasPrefix("schema=") {
                let text = setting.dropFirst("schema=".count)
                schema = text.removingPercentEncoding ?? String(text)
            } else {
                kept.append(setting)
            }
        }
        self.url =
            String(url[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}
