// The rows of an answer, read in binary form.

import CPQ

/// A result of libpq, freed with this object.
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

/// One row of an answer.
///
/// Read are `boolean`, the integer and floating-point types, the text types, `json`, `jsonb`,
/// `uuid` (as a text) and `bytea`. A value of any other type is the bytes of its binary form: cast
/// it in the statement (`::text`, `::double precision`, `ST_AsBinary(…)`).
package struct PostgresRow {
    let result: PostgresResult
    let row: Int

    /// The number of columns.
    package var count: Int { result.columnCount }

    /// The value of a column, counted from 0.
    ///
    /// - Precondition: There is such a column.
    package subscript(column: Int) -> PostgresValue {
        precondition(
            (0..<result.columnCount).contains(column),
            "column \(column) of a row with \(result.columnCount) columns")
        return result.value(row: row, column: column)
    }

    /// An integer; `nil` for NULL and for a value that is none.
    package func integer(_ column: Int) -> Int64? {
        if case .integer(let value) = self[column] { value } else { nil }
    }

    /// A number, integer or not; `nil` for NULL and for a value that is none.
    package func double(_ column: Int) -> Double? {
        switch self[column] {
        case .double(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// A text; `nil` for NULL and for a value that is none.
    package func text(_ column: Int) -> String? {
        if case .text(let value) = self[column] { value } else { nil }
    }

    /// Bytes; `nil` for NULL, and for a value that is read as another kind.
    package func bytes(_ column: Int) -> [UInt8]? {
        if case .bytes(let value) = self[column] { value } else { nil }
    }

    /// A truth value; `nil` for NULL and for a value that is none.
    package func bool(_ column: Int) -> Bool? {
        if case .bool(let value) = self[column] { value } else { nil }
    }
}

/// The rows of an answer, all in memory.
package struct PostgresRows: RandomAccessCollection {
    let result: PostgresResult

    /// The first row.
    package var startIndex: Int { 0 }

    /// The number of rows.
    package let endIndex: Int

    init(_ result: PostgresResult) {
        self.result = result
        endIndex = Int(PQntuples(result.handle))
    }

    /// A row.
    package subscript(row: Int) -> PostgresRow {
        precondition(indices.contains(row), "row \(row) of \(count)")
        return PostgresRow(result: result, row: row)
    }

    /// The names of the columns.
    package var columns: [String] {
        (0..<result.columnCount).map { column in
            PQfname(result.handle, Int32(column)).map { String(cString: $0) } ?? ""
        }
    }

    /// The number of rows that a statement inserted, changed, deleted or found.
    package var affectedCount: Int {
        PQcmdTuples(result.handle).flatMap { Int(String(cString: $0)) } ?? 0
    }

    /// The name of the statement that was done, such as `COMMIT`.
    var command: String { PQcmdStatus(result.handle).map { String(cString: $0) } ?? "" }
}
