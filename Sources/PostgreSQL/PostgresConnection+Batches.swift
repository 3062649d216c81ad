// Reads large answers row by row in bounded memory, and cancels statements.

import CPQ

extension PostgresConnection {
    /// Runs one statement and passes its rows on as they arrive, so memory does not grow with their
    /// number.
    ///
    /// The connection runs no other statement meanwhile. If `body` throws or the statement is
    /// cancelled, the remaining rows are discarded and a surrounding transaction has failed.
    ///
    /// - Parameters:
    ///   - batch: How many rows to read before asking `isCancelled` again; it is also asked ten
    ///     times a second while the first rows are awaited.
    ///   - isCancelled: Returns true to stop.
    ///   - body: Receives each row. Do not keep the row after the call.
    /// - Throws: ``PostgresError`` (with ``PostgresError/isCancelled`` after a cancellation), or
    ///   the error thrown by `body`.
    package func forEachRow(
        _ sql: String, _ parameters: [PostgresValue] = [], batch: Int = 256,
        isCancelled: () -> Bool = { false }, _ body: (PostgresRow) throws -> Void
    ) throws {
        precondition(batch > 0, "a batch has at least one row")
        let isSent = try PostgresParameters(parameters).withArrays {
            count, types, values, lengths, formats in
            PQsendQueryParams(handle, sql, count, types, values, lengths, formats, 1)
        }
        guard isSent == 1, PQsetSingleRowMode(handle) == 1 else { throw failure(nil) }
        var hasFailed = false
        do {
            var count = 0
            while let result = try nextResult(isCancelled) {
                hasFailed = PQresultStatus(result.handle) == PGRES_FATAL_ERROR
                guard PQresultStatus(try checked(result).handle) == PGRES_SINGLE_TUPLE else {
                    continue
                }
                try body(PostgresRow(result: result, row: 0))
                count += 1
                if count % batch == 0, isCancelled() { throw Self.cancelled }
            }
        } catch {
            // If the statement is already over, a cancellation might hit the next one.
            if !hasFailed { cancelStatement() }
            dropResults()
            throw error
        }
    }

    private static var cancelled: PostgresError {
        PostgresError("the statement was cancelled", sqlState: "57014")
    }

    /// Waits for the statement's next result; returns `nil` at its end.
    private func nextResult(_ isCancelled: () -> Bool) throws(PostgresError) -> PostgresResult? {
        while PQisBusy(handle) == 1 {
            if isReadable(within: 100) {
                guard PQconsumeInput(handle) == 1 else { throw failure(nil) }
            } else if isCancelled() {
                throw Self.cancelled
            }
        }
        return PQgetResult(handle).map { PostgresResult($0) }
    }

    /// Asks the server to stop the running statement.
    private func cancelStatement() {
        guard PQstatus(handle) == CONNECTION_OK, let request = PQgetCancel(handle) else { return }
        defer { PQfreeCancel(request) }
        var reason = [CChar](repeating: 0, count: 256)
        // If this fails, the rows are read to their end.
        _ = PQcancel(request, &reason, Int32(reason.count))
    }

    /// Reads and discards everything the statement still returns.
    func dropResults() {
        while PQstatus(handle) == CONNECTION_OK, let result = PQgetResult(handle) {
            let isCopying = PQresultStatus(result) == PGRES_COPY_IN
            PQclear(result)
            if isCopying, PQputCopyEnd(handle, "stopped") != 1 { return }
        }
    }
}
