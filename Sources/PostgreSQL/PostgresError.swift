// What PostgreSQL and the connections to it answer instead of rows.

/// An error of the database or of the connection to it.
///
/// The message is for logs; it never contains the password of the connection.
package struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence.
    package var message: String
    /// The code of the database, of five characters; `nil` for an error of the connection.
    package var sqlState: String?
    /// Whether the connection is unusable; a statement on a new one may succeed.
    package var isConnectionLost: Bool
    /// Whether it is unknown if a transaction was committed: the connection ended after COMMIT was
    /// sent.
    package var isOutcomeUnknown = false
    /// Whether all connections of a pool were in use for too long.
    package var isPoolBusy = false

    /// Describes an error.
    package init(_ message: String, sqlState: String? = nil, isConnectionLost: Bool = false) {
        self.message = message
        self.sqlState = sqlState
        self.isConnectionLost = isConnectionLost
    }

    /// Whether the same transaction may succeed when it is run again: it conflicted with another
    /// one (a serialization failure or a deadlock).
    package var isRetryable: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether the statement was cancelled: by a request, or after the longest time allowed.
    package var isCancelled: Bool { sqlState == "57014" }

    /// Whether others held a lock for longer than a statement waits.
    package var isLockTimeout: Bool { sqlState == "55P03" }

    /// Whether the account lacks a right, or the transaction is read-only.
    package var isForbidden: Bool { sqlState == "42501" || sqlState == "25006" }

    /// Whether a table, a view or a schema is missing.
    package var isMissingTable: Bool { sqlState == "42P01" || sqlState == "3F000" }

    /// The message, with the code of the database.
    package var description: String {
        sqlState.map { "\(message) (SQLSTATE \($0))" } ?? message
    }

    /// Codes after which the server closes the connection or accepts none: it shuts down, crashed
    /// or starts.
    static func endsConnection(_ sqlState: String?) -> Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState)
    }
}
