// A connection to a database: statements and transactions. Rows in batches, COPY and notifications
// are in the files beside this one.

import CPQ
import Glibc

/// A connection to a database.
///
/// A connection serves one thread at a time; ``PostgresPool`` lends it so, which is why it may pass
/// from one thread to another. Calls block the thread.
///
/// ```swift
/// try pool.withConnection { connection in
///     let rows = try connection.query("SELECT name FROM towns WHERE id = $1", [.integer(7)])
///     return rows.first?.text(0)
/// }
/// ```
package final class PostgresConnection: @unchecked Sendable {
    let handle: OpaquePointer
    private let address: PostgresAddress
    private var statements: [Statement: StatementUse] = [:]
    private var statementCount = 0

    /// A text with the types of its parameters, which are part of what the server plans.
    private struct Statement: Hashable {
        let sql: String
        let types: [UInt32]
    }

    private enum StatementUse {
        /// Used once; prepared when it is used again.
        case seen
        case prepared(name: String)
    }

    private static let maximumStatements = 256

    /// Connects.
    ///
    /// - Throws: ``PostgresError`` with ``PostgresError/isConnectionLost`` set.
    init(
        to address: PostgresAddress, applicationName: String, statementSeconds: Double,
        lockSeconds: Double
    ) throws(PostgresError) {
        self.address = address
        // A later name counts, so that the URL changes all but the last ones.
        let parameters = [
            ("fallback_application_name", applicationName), ("connect_timeout", "5"),
            ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "30000"),
            ("dbname", address.url), ("client_encoding", "UTF8"),
        ]
        let names: [UnsafeMutablePointer<CChar>?] = parameters.map { strdup($0.0) } + [nil]
        let values: [UnsafeMutablePointer<CChar>?] = parameters.map { strdup($0.1) } + [nil]
        defer { (names + values).forEach { free($0) } }
        let connection = PQconnectdbParams(
            names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        guard let made = connection else { throw PostgresError("no memory for a connection") }
        handle = made
        guard PQstatus(made) == CONNECTION_OK else {
            throw failure(nil, isConnectionLost: true)
        }
        // Remarks of the server are not printed.
        _ = PQsetNoticeProcessor(made, { _, _ in }, nil)
        _ = try query(
            """
            SELECT set_config('statement_timeout', $1, false),
                set_config('lock_timeout', $2, false),
                set_config('idle_in_transaction_session_timeout', '60000', false),
                set_config('DateStyle', 'ISO', false), set_config('TimeZone', 'UTC', false)
            """,
            [statementSeconds, lockSeconds].map { seconds in
                .text(String(Int(max(0, seconds) * 1_000)))
            })
    }

    deinit { PQfinish(handle) }

    // MARK: - Statements

    /// Runs one statement and returns all its rows.
    ///
    /// A statement that is used again is prepared; it is known by its text, so that texts should be
    /// constant and values be parameters: `$1` for the first.
    ///
    /// - Throws: ``PostgresError``.
    package func query(
        _ sql: String, _ parameters: [PostgresValue] = []
    ) throws(PostgresError) -> PostgresRows {
        let encoded = try PostgresParameters(parameters)
        let statement = Statement(sql: sql, types: encoded.types)
        do throws(PostgresError) {
            return PostgresRows(try rows(of: statement, encoded))
        } catch {
            // A column of a prepared statement has another type since the table was changed.
            guard error.sqlState == "0A000", case .prepared? = statements[statement] else {
                throw error
            }
            statements[statement] = nil
            guard PQtransactionStatus(handle) == PQTRANS_IDLE else { throw error }
            return PostgresRows(try rows(of: statement, encoded))
        }
    }

    /// Runs statements without parameters and rows, separated by semicolons; all of them or none,
    /// unless they say otherwise.
    ///
    /// - Throws: ``PostgresError``.
    package func execute(_ sql: String) throws(PostgresError) {
        _ = try checked(PQexec(handle, sql))
    }

    private func rows(
        of statement: Statement, _ parameters: PostgresParameters
    ) throws(PostgresError) -> PostgresResult {
        guard let name = try preparedName(of: statement) else {
            return try checked(
                parameters.withArrays { count, types, values, lengths, formats in
                    PQexecParams(
                        handle, statement.sql, count, types, values, lengths, formats, 1)
                })
        }
        return try checked(
            parameters.withArrays { count, _, values, lengths, formats in
                PQexecPrepared(handle, name, count, values, lengths, formats, 1)
            })
    }

    /// The name of a prepared statement; `nil` for one that is used for the first time.
    private func preparedName(of statement: Statement) throws(PostgresError) -> String? {
        switch statements[statement] {
        case .prepared(let name)?: return name
        case .seen?: break
        case nil:
            if statements.count >= Self.maximumStatements { try forgetStatements() }
            statements[statement] = .seen
            return nil
        }
        statementCount += 1
        let name = "waypost \(statementCount)"
        _ = try checked(
            statement.types.withUnsafeBufferPointer { types in
                PQprepare(handle, name, statement.sql, Int32(types.count), types.baseAddress)
            })
        statements[statement] = .prepared(name: name)
        return name
    }

    private func forgetStatements() throws(PostgresError) {
        // In a failed transaction nothing is possible but its end.
        guard PQtransactionStatus(handle) != PQTRANS_INERROR else { return }
        _ = try checked(PQexec(handle, "DEALLOCATE ALL"))
        statements = [:]
    }

    // MARK: - Transactions

    /// How a transaction sees the changes of others.
    package enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it.
        case readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED"
        /// All statements see what was committed before the first; nothing can be written.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs `body` in a transaction, which is rolled back when `body` throws.
    ///
    /// A conflict with another transaction is thrown (``PostgresError/isRetryable``).
    ///
    /// - Throws: The error of `body`; ``PostgresError``, with ``PostgresError/isOutcomeUnknown``
    ///   set when the connection ended while the transaction was committed.
    package func transaction<Value>(
        _ isolation: Isolation = .readCommitted, _ body: () throws -> Value
    ) throws -> Value {
        _ = try checked(PQexec(handle, isolation.rawValue))
        let value: Value
        do { value = try body() } catch {
            rollBack()
            throw error
        }
        try commit()
        return value
    }

    private func commit() throws(PostgresError) {
        let rows: PostgresRows
        do throws(PostgresError) {
            rows = PostgresRows(try checked(PQexec(handle, "COMMIT")))
        } catch {
            var failure = error
            failure.isOutcomeUnknown = error.isConnectionLost
            throw failure
        }
        // The answer to the end of a transaction of which a statement has failed.
        guard rows.command == "COMMIT" else {
            throw PostgresError("the transaction was rolled back: one of its statements failed")
        }
    }

    /// Ends a transaction after an error. A connection on which this fails is not used again.
    private func rollBack() {
        guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        PQclear(PQexec(handle, "ROLLBACK"))
    }

    // MARK: - State

    /// Whether a statement can be run outside of any transaction.
    var isIdle: Bool {
        PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Whether the server has sent something while nothing was requested: in most cases, that it
    /// ends the connection.
    var hasUnreadBytes: Bool { isReadable(within: 0) }

    /// Waits for bytes of the server.
    func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard entry.fd >= 0 else { return true }
        return poll(&entry, 1, milliseconds) > 0
    }

    /// A result that is not an error.
    func checked(_ result: OpaquePointer?) throws(PostgresError) -> PostgresResult {
        guard let result else { throw failure(nil) }
        return try checked(PostgresResult(result))
    }

    /// A result that is not an error.
    func checked(_ result: PostgresResult) throws(PostgresError) -> PostgresResult {
        switch PQresultStatus(result.handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COPY_IN,
            PGRES_EMPTY_QUERY:
            return result
        default: throw failure(result)
        }
    }

    /// The error of a result, or of the connection.
    func failure(_ result: PostgresResult?, isConnectionLost: Bool = false) -> PostgresError {
        func field(_ code: UInt8) -> String? {
            result.flatMap { PQresultErrorField($0.handle, Int32(code)) }
                .map { String(cString: $0) }
        }
        let sqlState = field(UInt8(ascii: "C"))
        let ofConnection = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        let text = field(UInt8(ascii: "M")) ?? ofConnection
        let isLost =
            isConnectionLost || PQstatus(handle) != CONNECTION_OK
            || PostgresError.endsConnection(sqlState)
        let shown = address.shown(text)
        return PostgresError(
            isLost
                ? "\(address.description): \(shown.isEmpty ? "the connection ended" : shown)"
                : shown,
            sqlState: sqlState, isConnectionLost: isLost)
    }
}
