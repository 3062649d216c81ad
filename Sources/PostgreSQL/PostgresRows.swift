// An answer's rows, read in binary form.

import CPQ

/// A libpq result, freed with this object.
final class PostgresResult {
    let handle: OpaquePointer

    /// Takes ownership of a result.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { PQclear(handle) }

    var columnCount: Int { Int(PQnfields(handle)) }

    func value(row: Int, column: Int) -> PostgresValue {
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(handle, row, column) == 0, let base = PQgetvalue(handle, row, column)
        else { return .null }
        let bytes = UnsafeRawBufferPointer(
            start: base, count: Int(PQgetlength(handle, row, column)))
        return PostgresType.value(bytes, of: PQftype(handle, column))
    }
}

/// One row.
///
/// Booleans, integers, floating-point numbers, texts, `json`, `jsonb`, `uuid` (as a text) and
/// `bytea` are decoded. Any other type comes as the bytes of its binary form; cast it in the
/// statement (`::text`, `::double precision`, `ST_AsBinary(…)`).
package struct PostgresRow {
    let result: PostgresResult
    let row: Int

    /// The number of columns.
    package var count: Int { result.columnCount }

    /// The value in a column, counted from 0.
    ///
    /// - Precondition: The column exists.
    package subscript(column: Int) -> PostgresValue {
        precondition(
            (0..<result.columnCount).contains(column),
            "column \(column) of a row with \(result.columnCount) columns")
        return result.value(row: row, column: column)
    }

    /// Returns an integer, or `nil` if the value is NULL or not an integer.
    package func integer(_ column: Int) -> Int64? {
        if case .integer(let value) = self[column] { value } else { nil }
    }

    /// Returns a number, integer or not, or `nil` if the value is NULL or not a number.
    package func double(_ column: Int) -> Double? {
        switch self[column] {
        case .double(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// Returns a text, or `nil` if the value is NULL or not a text.
    package func text(_ column: Int) -> String? {
        if case .text(let value) = self[column] { value } else { nil }
    }

    /// Returns bytes, or `nil` if the value is NULL or decoded as another kind.
    package func bytes(_ column: Int) -> [UInt8]? {
        if case .bytes(let value) = self[column] { value } else { nil }
    }

    /// Returns a truth value, or `nil` if the value is NULL or not a boolean.
    package func bool(_ column: Int) -> Bool? {
        if case .bool(let value) = self[column] { value } else { nil }
    }
}

/// All rows of an answer, held in memory.
package struct PostgresRows: RandomAccessCollection {
    let result: PostgresResult

    package var startIndex: Int { 0 }

    package let endIndex: Int

    init(_ result: PostgresResult) {
        self.result = result
        endIndex = Int(PQntuples(result.handle))
    }

    package subscript(row: Int) -> PostgresRow {
        precondition(indices.contains(row), "row \(row) of \(count)")
        return PostgresRow(result: result, row: row)
    }

    /// The column names.
    package var columns: [String] {
        (0..<result.columnCount).map { column in
            PQfname(result.handle, Int32(column)).map { String(cString: $0) } ?? ""
        }
    }

    /// The number of rows the statement inserted, changed, deleted or found.
    package var affectedCount: Int {
        PQcmdTuples(result.handle).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The command the server completed, such as `COMMIT`.
    var command: String { PQcmdStatus(result.handle).map { String(cString: $0) } ?? "" }
}
