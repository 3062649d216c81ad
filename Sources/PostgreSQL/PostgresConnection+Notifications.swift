// Notifications between the sessions of a database: LISTEN and the wait for them.

import CPQ

extension PostgresConnection {
    /// Receives the notifications of a channel from now on (`pg_notify(channel, …)`).
    ///
    /// - Parameter channel: Its name, of at most 63 bytes.
    /// - Throws: ``PostgresError``.
    package func listen(_ channel: String) throws(PostgresError) {
        try execute("LISTEN \(try quoted(channel))")
    }

    /// Waits for a notification of any channel that this connection listens to.
    ///
    /// - Parameter seconds: The longest wait.
    /// - Returns: The channel, or `nil` after the wait.
    /// - Throws: ``PostgresError`` when the connection ends.
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

    /// A name as it stands in a statement, in double quotes.
    ///
    /// Names of tables and columns come from the catalogue of the database, never from a request;
    /// this makes any name of it safe.
    ///
    /// - Throws: ``PostgresError`` for a name with the character U+0000.
    package func quoted(_ name: String) throws(PostgresError) -> String {
        guard !name.utf8.contains(0),
            let text = PQescapeIdentifier(handle, name, name.utf8.count)
        else { throw PostgresError("a name has a character that a database cannot have") }
        defer { PQfreemem(text) }
        return String(cString: text)
    }
}
