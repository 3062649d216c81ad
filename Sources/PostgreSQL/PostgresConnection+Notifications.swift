// Notifications between sessions: LISTEN, and waiting for a notification.

import CPQ

extension PostgresConnection {
    /// Subscribes to a channel, that is to notifications sent by `pg_notify(channel, …)` from now
    /// on.
    ///
    /// - Parameter channel: The channel's name, at most 63 bytes.
    /// - Throws: ``PostgresError``.
    package func listen(_ channel: String) throws(PostgresError) {
        try execute("LISTEN \(try quoted(channel))")
    }

    /// Waits for a notification on any channel this connection listens to.
    ///
    /// - Parameter seconds: The longest wait.
    /// - Returns: The channel, or `nil` if the wait ends first.
    /// - Throws: ``PostgresError`` if the connection ends.
    package func waitForNotification(upTo seconds: Double) throws(PostgresError) -> String? {
        let end = ContinuousClock.now + .seconds(max(0, seconds))
        while true {
            guard PQconsumeInput(handle) == 1 else { throw failure(nil, isConnectionLost: true) }
            if let notification = PQnotifies(handle) {
                defer { PQfreemem(notification) }
                return String(cString: notification.pointee.relname)
            }
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return nil }
            _ = isReadable(within: Int32(min(left, 60_000)) + 1)
        }
    }

    /// Returns a name in double quotes, ready for a statement.
    ///
    /// Take table and column names from the database catalogue, never from a request; quoting makes
    /// any of them safe.
    ///
    /// - Throws: ``PostgresError`` if the name contains U+0000.
    package func quoted(_ name: String) throws(PostgresError) -> String {
        guard !name.utf8.contains(0),
            let text = PQescapeIdentifier(handle, name, name.utf8.count)
        else { throw PostgresError("a name has a character that a database cannot have") }
        defer { PQfreemem(text) }
        return String(cString: text)
    }
}
