// A connection to a database: statements and transactions. Row batches, COPY and notifications are
// in the files beside this one.

import CPQ
import Glibc

/// A connection to a database.
///
/// Use a connection on one thread at a time. ``PostgresPool`` lends it to one caller after another,
/// so it may move between threads. Every call blocks its thread; all waits are bounded: 5 s to
/// connect, then the pool's statement and lock timeouts.
///
/// Statements are text with parameters `$1`, `$2` and so on; answers are read in binary form. A
/// statement is prepared on its second use and known by its text and parameter types, so keep texts
/// constant and pass values as parameters. At most 256 statements are remembered; then all are
/// forgotten at once.
///
/// If the server restarts, the running call throws ``PostgresError/isConnectionLost``. It is not
/// retried here, since only the caller knows whether its statement may run twice. Session settings
/// are fixed at connecting: UTF-8, ISO dates, time zone UTC.
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

    /// A statement's text with its parameter types, both of which decide the server's plan.
    private struct Statement: Hashable {
        let sql: String
        let types: [UInt32]
    }

    private enum StatementUse {
        /// Used once; the next use prepares it.
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
        // If a keyword occurs twice, the later value wins: the URL overrides everything but the
        // encoding.
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
        // Keeps libpq from printing the server's notices.
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
    /// The second use of a statement prepares it. Statements are known by their text, so keep texts
    /// constant and pass values as parameters, `$1` for the first.
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
            // A table has changed since the statement was prepared, and with it the type of a
            // result column.
            guard error.sqlState == "0A000", case .prepared? = statements[statement] else {
                throw error
            }
            statements[statement] = nil
            guard PQtransactionStatus(handle) == PQTRANS_IDLE else { throw error }
            return PostgresRows(try rows(of: statement, encoded))
        }
    }

    /// Runs statements without parameters or result rows, separated by semicolons. Either all take
    /// effect or none, unless the statements control transactions themselves.
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

    /// Returns the name of the prepared statement, or `nil` on first use.
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
        // A failed transaction accepts nothing but its end.
        guard PQtransactionStatus(handle) != PQTRANS_INERROR else { return }
        _ = try checked(PQexec(handle, "DEALLOCATE ALL"))
        statements = [:]
    }

    // MARK: - Transactions

    /// Which changes by other transactions a transaction sees.
    package enum Isolation: String, Sendable {
        /// Each statement sees everything committed before it began.
        case readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED"
        /// All statements see what was committed before the first one. Writing is an error.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Runs `body` in a transaction and rolls it back if `body` throws.
    ///
    /// If the transaction conflicts with another one, the error has ``PostgresError/isRetryable``
    /// set; run the whole transaction again.
    ///
    /// - Throws: The error thrown by `body`; ``PostgresError``, with
    ///   ``PostgresError/isOutcomeUnknown`` set if the connection ended during the commit.
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
        // If a statement has failed, the server answers COMMIT with another command.
        guard rows.command == "COMMIT" else {
            throw PostgresError("the transaction was rolled back: one of its statements failed")
        }
    }

    /// Ends a transaction after an error. If this fails, the pool does not use the connection
    /// again.
    private func rollBack() {
        guard PQtransactionStatus(handle) != PQTRANS_IDLE else { return }
        PQclear(PQexec(handle, "ROLLBACK"))
    }

    // MARK: - State

    /// Whether the connection is usable and no transaction is open.
    var isIdle: Bool {
        PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE
    }

    /// Whether the server has sent something unasked, usually a notice that it ends the connection.
    var hasUnreadBytes: Bool { isReadable(within: 0) }

    /// Waits until bytes from the server can be read.
    func isReadable(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        guard entry.fd >= 0 else { return true }
        return poll(&entry, 1, milliseconds) > 0
    }

    /// Takes ownership of a result and throws if it is an error.
    func checked(_ result: OpaquePointer?) throws(PostgresError) -> PostgresResult {
        guard let result else { throw failure(nil) }
        return try checked(PostgresResult(result))
    }

    /// Returns the result, or throws if it is an error.
    func checked(_ result: PostgresResult) throws(PostgresError) -> PostgresResult {
        switch PQresultStatus(result.handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COPY_IN,
            PGRES_EMPTY_QUERY:
            return result
        default: throw failure(result)
        }
    }

    /// Makes an error from a result or, without one, from the connection's state.
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
