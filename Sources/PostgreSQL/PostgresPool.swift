// Start here: the connections of a process to one database.

import Dispatch
import Synchronization

/// Connections to one database, lent to one user at a time.
///
/// The first connection is made when it is needed. One that has ended, because the server was
/// restarted, is dropped, and another is made for the next user; what was running on it fails with
/// ``PostgresError/isConnectionLost``.
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
        /// While connecting has failed a moment ago, it is not tried: a server that does not answer
        /// would block one thread after another.
        var refusal: (end: ContinuousClock.Instant, error: PostgresError)?
    }

    private let address: PostgresAddress
    private let applicationName: String
    private let statementSeconds: Double
    private let lockSeconds: Double
    private let waitSeconds: Double
    private let state = Mutex(State())
    /// Has as many permits as there may be further connections in use.
    private let permits = DispatchSemaphore(value: 0)

    /// Makes a pool without connections.
    ///
    /// - Parameters:
    ///   - url: `postgres://user@host:port/database?…`; what it leaves out is found in libpq's
    ///     environment variables and files, a password in `PGPASSWORD` or `~/.pgpass`.
    ///   - maximumConnections: The connections that may be in use at once.
    ///   - applicationName: A name that the server shows for the connections.
    ///   - statementSeconds: The longest time of a statement; 0 for any.
    ///   - lockSeconds: The longest wait of a statement for a lock; 0 for any.
    ///   - waitSeconds: The longest wait for a connection that is in use.
    /// - Throws: ``PostgresError`` for a text that is not such a URL.
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

    /// Whether a text is meant as the URL of a database rather than as a path.
    package static func isURL(_ text: String) -> Bool { PostgresAddress.isURL(text) }

    /// Lends a connection for the length of a call.
    ///
    /// Transactions that `body` leaves open are rolled back.
    ///
    /// - Throws: The error of `body`; ``PostgresError`` when no connection can be made, or when
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

    /// The connection that was used last, if it is still good.
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
            // As long as the attempt took, but not below what makes a loop of attempts cheap.
            let pause = max(ContinuousClock.now - start, .milliseconds(100))
            state.withLock { $0.refusal = (.now + pause, error) }
            throw error
        }
    }

    /// Makes a connection that does not belong to the pool, such as one that listens for
    /// notifications.
    ///
    /// - Throws: ``PostgresError``.
    package func makeConnection() throws(PostgresError) -> PostgresConnection {
        try PostgresConnection(
            to: address, applicationName: applicationName, statementSeconds: statementSeconds,
            lockSeconds: lockSeconds)
    }
}
