// A store in a PostgreSQL database: opening, closing, and one access at a time.
//
// PostGISStore+Reading has the queries, +Editing the edits, +Layers the layers themselves.

import Foundation
import Geo
package import PostgreSQL
import Synchronization

/// The layers in one schema of a PostgreSQL database with PostGIS.
///
/// ```swift
/// let store = try PostGISStore(url: "postgres://editor@db.example/town", access: .readWrite)
/// let stops = try store.features(LayerQuery(layer: "deliveries", limit: 500)).features
/// ```
///
/// A layer is any table or view in the schema with a geometry column and a whole-number key,
/// whichever program made it, or a table without shapes made by a store. Other programs may read
/// and edit layers at the same time. Each query reads one snapshot, edits are durable once the call
/// has returned, and a write waits up to five seconds for another program's write.
///
/// If the URL names a schema (`postgres://db.example/town?schema=routing`), that one is used,
/// otherwise the first in the account's search path, usually `public`. libpq looks up whatever else
/// the URL leaves out: in `PGHOST`, `PGUSER`, `PGPASSWORD`, `~/.pgpass` and so on. Messages never
/// contain passwords.
///
/// Up to eight connections are used, each by one access at a time. Within one thread, nested
/// accesses share the outer one's transaction. Changes are counted by triggers, which the store
/// installs on tables it may edit (``version(of:)``).
///
/// Requires PostgreSQL 14 or newer, in UTF-8.
package final class PostGISStore: BulkStore {
    /// The database and the schema, without passwords.
    package let name: String
    /// What you opened the store for.
    package let access: StoreAccess

    let schema: PostGISSchema
    private let pool: Mutex<PostgresPool?>
    /// When to try again to install counters, by table.
    let nextTries = Mutex<[Int64: ContinuousClock.Instant]>([:])

    private static let connections = 8
    /// The statement timeout. A caller may cancel earlier.
    private static let statementSeconds = 600.0
    /// How long a statement waits for another program's lock.
    private static let lockSeconds = 5
    private static let oldestVersion: Int64 = 140_000

    /// Opens a schema in a database.
    ///
    /// - Parameter url: `postgres://user@host:port/database?schema=name`.
    /// - Throws: ``FeatureStoreError/unreadable(store:reason:)`` if the URL cannot be read, or the
    ///   database does not answer, is too old or is not in UTF-8.
    package convenience init(url: String, access: StoreAccess) throws(FeatureStoreError) {
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

    /// Opens a schema through a connection pool.
    ///
    /// - Parameter schema: The schema's name, or `nil` for the first in the search path.
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
    package func close() throws(FeatureStoreError) { pool.withLock { $0 = nil } }

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

    /// Finds the schema, and makes it if it is missing and may be made.
    private static func schema(
        _ wanted: String?, _ access: StoreAccess, on connection: PostgresConnection, store: String
    ) throws -> PostGISSchema {
        let current = try connection.query("SELECT current_schema()::text").first?.text(0)
        guard let name = wanted ?? current else {
            throw FeatureStoreError.unreadable(
                store: store,
                reason: "none of the schemas in the account's search_path exists; add ?schema=NAME "
                    + "to the URL")
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

/// A thread's transaction for the duration of one access.
final class PostGISAccess: @unchecked Sendable {
    let connection: PostgresConnection
    let isWriting: Bool
    /// How many cursors have been opened.
    private var cursors = 0
    /// How many savepoints are open.
    fileprivate var depth = 0

    /// The thread's transactions by store. Each is used by one thread only: the value is bound for
    /// the duration of a synchronous call.
    @TaskLocal fileprivate static var current: [ObjectIdentifier: PostGISAccess] = [:]

    init(_ connection: PostgresConnection, isWriting: Bool) {
        (self.connection, self.isWriting) = (connection, isWriting)
    }

    /// Returns an unused cursor name.
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

    /// Runs `body` on a separate connection, so that an error does not end the thread's
    /// transaction.
    func asking<Result>(
        _ body: (PostgresConnection) throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            return try opened().withConnection(body)
        } catch {
            throw Self.storeError(error, store: name, isWriting: false)
        }
    }

    /// Reads in one snapshot; within another access on the same thread, in that access's snapshot.
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
                        // A caller may work on a batch for longer than a transaction may be idle,
                        // and cursors are read to their end.
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

    /// Writes in one transaction and undoes it if `body` throws. Within another write on the same
    /// thread, uses a savepoint in that transaction.
    ///
    /// - Parameter isKept: Returns whether to commit; otherwise the changes are undone and the
    ///   result is still returned.
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

    /// Rolls back a transaction whose result is still returned.
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

    /// Returns the catalogue as an access sees it.
    func catalog(_ access: PostGISAccess) -> PostGISCatalog {
        PostGISCatalog(connection: access.connection, schema: schema, store: name)
    }
}

// MARK: - Errors

extension PostGISStore {
    /// Converts an error from the database.
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
        // A lock that is not free, a conflict between two transactions, a deadlock.
        case "55P03", "40001", "40P01": return .locked(store: store)
        case "42501", "25006":
            return isWriting
                ? .readOnly(store: store) : .unreadable(store: store, reason: failure.message)
        case "57014":
            return .unreadable(
                store: store, reason: "a statement took longer than \(Int(statementSeconds)) s")
        case "2BP01": return .badRequest(failure.message)
        // Rows, texts or names too large for the database.
        case let code where code.hasPrefix("54"): return .badRequest(failure.message)
        case let code where code.hasPrefix("53"):
            return isWriting
                ? .unwritable(store: store, reason: failure.message)
                : .unreadable(store: store, reason: failure.message)
        default:
            // A lost connection's message begins with the database.
            let start = failure.isConnectionLost ? "the connection failed: " : ""
            return .unreadable(store: store, reason: start + failure.message)
        }
    }
}

/// A URL split into libpq's part and the schema.
struct PostGISPlace: Hashable, Sendable {
    /// The URL without the schema.
    var url: String
    /// The schema in the URL, if any.
    var schema: String?

    /// Takes `schema=name` out of a URL's settings.
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
