// Start here: a process's connections to one database.

import Dispatch
import Synchronization

/// Lends connections to one database, each to one caller at a time.
///
/// Connections are made on demand, up to a maximum; callers beyond it wait, then fail with
/// ``PostgresError/isPoolBusy``. If the server restarts, running calls fail with
/// ``PostgresError/isConnectionLost``; the pool drops dead connections and makes a new one for the
/// next caller. After a failed attempt to connect, callers get the same error at once for as long
/// as the attempt took, so a server that does not answer cannot block one thread after another.
///
/// ```swift
/// let pool = try PostgresPool(
///     url: "postgres://waypost@db.example/routing", maximumConnections: 8,
///     applicationName: "waypost")
/// let count = try pool.withConnection {
///     try $0.query("SELECT count(*) FROM towns").first?.integer(0)
/// }
/// ```
package final class PostgresPool: Sendable {
    private struct State {
        var idle: [PostgresConnection] = []
        /// The last error of connecting, and until when it is thrown again without another attempt:
        /// a server that does not answer would block one thread after another.
        var refusal: (end: ContinuousClock.Instant, error: PostgresError)?
    }

    private let address: PostgresAddress
    private let applicationName: String
    private let statementSeconds: Double
    private let lockSeconds: Double
    private let waitSeconds: Double
    private let state = Mutex(State())
    /// Counts how many more connections may be in use.
    private let permits = DispatchSemaphore(value: 0)

    /// Makes a pool without connections.
    ///
    /// - Parameters:
    ///   - url: `postgres://user@host:port/database?…`; libpq finds what it leaves out in its
    ///     environment variables and files, a password in `PGPASSWORD` or `~/.pgpass`.
    ///   - maximumConnections: How many connections may be in use at once.
    ///   - applicationName: The name that the server shows for the connections.
    ///   - statementSeconds: The statement timeout; 0 for none.
    ///   - lockSeconds: How long a statement waits for a lock; 0 for no limit.
    ///   - waitSeconds: How long a caller waits for a free connection.
    /// - Throws: ``PostgresError`` if the text is not a database URL.
    package init(
        url: String, maximumConnections: Int, applicationName: String,
        statementSeconds: Double = 60, lockSeconds: Double = 0, waitSeconds: Double = 10
    ) throws(PostgresError) {
        precondition(maximumConnections > 0, "a pool has at least one connection")
        address = try PostgresAddress(url)
        self.applicationName = applicationName
        self.statementSeconds = statementSeconds
        self.lockSeconds = lockSeconds
        self.waitSeconds = waitSeconds
        for _ in 0..<maximumConnections { permits.signal() }
    }

    /// The URL without passwords and settings, for messages.
    package var description: String { address.description }

    /// Returns whether a text is meant as a database URL rather than a path.
    package static func isURL(_ text: String) -> Bool { PostgresAddress.isURL(text) }

    /// Lends a connection for the duration of a call.
    ///
    /// If `body` leaves a transaction open, it is rolled back.
    ///
    /// - Throws: The error thrown by `body`; ``PostgresError`` if no connection can be made, or
    ///   none becomes free in time (``PostgresError/isPoolBusy``).
    package func withConnection<Value>(
        _ body: (PostgresConnection) throws -> Value
    ) throws -> Value {
        guard permits.wait(timeout: .now() + waitSeconds) == .success else {
            var error = PostgresError(
                "\(description): all connections were in use for \(waitSeconds) s")
            error.isPoolBusy = true
            throw error
        }
        defer { permits.signal() }
        let connection = try idleConnection() ?? newConnection()
        defer {
            if connection.isIdle { state.withLock { $0.idle.append(connection) } }
        }
        return try body(connection)
    }

    /// Returns the most recently used connection that is still good.
    private func idleConnection() -> PostgresConnection? {
        while let connection = state.withLock({ $0.idle.popLast() }) {
            if connection.isIdle, !connection.hasUnreadBytes { return connection }
        }
        return nil
    }

    private func newConnection() throws(PostgresError) -> PostgresConnection {
        let refusal = state.withLock { $0.refusal }
        if let refusal, refusal.end > .now { throw refusal.error }
        let start = ContinuousClock.now
        do throws(PostgresError) {
            let connection = try makeConnection()
            state.withLock { $0.refusal = nil }
            return connection
        } catch {
            // Fail fast for as long as the attempt took, and at least 100 ms, so that retry loops
            // stay cheap.
            let pause = max(ContinuousClock.now - start, .milliseconds(100))
            state.withLock { $0.refusal = (.now + pause, error) }
            throw error
        }
    }

    /// Makes a connection outside the pool, for example to listen for notifications.
    ///
    /// - Throws: ``PostgresError``.
    package func makeConnection() throws(PostgresError) -> PostgresConnection {
        try PostgresConnection(
            to: address, applicationName: applicationName, statementSeconds: statementSeconds,
            lockSeconds: lockSeconds)
    }
}
