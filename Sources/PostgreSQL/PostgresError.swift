// Errors from PostgreSQL and from connections to it.

/// An error from the database or from the connection to it.
///
/// The message is for logs. It never contains the connection's password.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What happened, in one sentence.
    package var message: String
    /// The database's five-character SQLSTATE code; `nil` for connection errors.
    package var sqlState: String?
    /// Whether the connection is unusable. The statement may succeed on a new connection.
    package var isConnectionLost: Bool
    /// Whether the transaction may or may not be committed, because the connection ended after
    /// COMMIT was sent.
    package var isOutcomeUnknown = false
    /// Whether all of the pool's connections stayed in use for too long.
    package var isPoolBusy = false

    package init(_ message: String, sqlState: String? = nil, isConnectionLost: Bool = false) {
        self.message = message
        self.sqlState = sqlState
        self.isConnectionLost = isConnectionLost
    }

    /// Whether running the same transaction again may succeed: it conflicted with another one (a
    /// serialization failure or a deadlock).
    package var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether the statement was cancelled, by request or by the statement timeout.
    package var isCancelled: Bool { sqlState == "57014" }

    /// Whether the statement waited too long for a lock.
    package var isLockTimeout: Bool { sqlState == "55P03" }

    /// Whether the account lacks a right, or the transaction is read-only.
    package var isForbidden: Bool { sqlState == "42501" || sqlState == "25006" }

    /// Whether a table, a view or a schema is missing.
    package var isMissingTable: Bool { sqlState == "42P01" || sqlState == "3F000" }

    /// The message, followed by the SQLSTATE if there is one.
    package var description: String {
        sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
    }

    /// Returns whether the server closes the connection with this code or accepts none: it is
    /// shutting down, has crashed or is starting.
    static func endsConnection(_ sqlState: String?) -> Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState)
    }
}
