// Bulk loading with COPY.

import CPQ

/// Receives the rows of a bulk load.
///
/// Rows are sent in COPY's text format, which can load every column type. Pass dates as text, and
/// geometries as well-known binary in hexadecimal.
package struct PostgresCopy {
    private let connection: PostgresConnection
    private var buffer: [UInt8] = []
    private static let flushBytes = 1 << 16

    /// The number of rows added so far.
    package private(set) var count = 0

    init(on connection: PostgresConnection) { self.connection = connection }

    /// Adds a row with one value for each column.
    ///
    /// - Throws: ``PostgresError`` if a text contains U+0000 or the server stops reading. The
    ///   server reports rows it refuses only at the end.
    package mutating func add(_ values: [PostgresValue]) throws(PostgresError) {
        for (place, value) in values.enumerated() {
            if place > 0 { buffer.append(UInt8(ascii: "\t")) }
            try append(value)
        }
        buffer.append(UInt8(ascii: "\n"))
        count += 1
        if buffer.count >= Self.flushBytes { try flush() }
    }

    private mutating func append(_ value: PostgresValue) throws(PostgresError) {
        switch value {
        case .null: buffer.append(contentsOf: "\\N".utf8)
        case .integer(let number): buffer.append(contentsOf: String(number).utf8)
        case .double(let number): buffer.append(contentsOf: "\(number)".utf8)
        case .bool(let value): buffer.append(UInt8(ascii: value ? "t" : "f"))
        case .bytes(let bytes):
            buffer.append(contentsOf: "\\\\x".utf8)
            for byte in bytes {
                buffer.append(Self.digits[Int(byte >> 4)])
                buffer.append(Self.digits[Int(byte & 15)])
            }
        case .text(let text): try append(text)
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private mutating func append(_ text: String) throws(PostgresError) {
        for byte in text.utf8 {
            switch byte {
            case 0:
                throw PostgresError(
                    "a text has the character U+0000, which cannot be stored", sqlState: "22021")
            case UInt8(ascii: "\\"): buffer.append(contentsOf: "\\\\".utf8)
            case UInt8(ascii: "\t"): buffer.append(contentsOf: "\\t".utf8)
            case UInt8(ascii: "\n"): buffer.append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\r"): buffer.append(contentsOf: "\\r".utf8)
            default: buffer.append(byte)
            }
        }
    }

    mutating func flush() throws(PostgresError) {
        guard !buffer.isEmpty else { return }
        let isSent = buffer.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                PQputCopyData(
                    connection.handle, $0.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
            }
        }
        buffer.removeAll(keepingCapacity: true)
        guard isSent == 1 else { throw connection.failure(nil) }
    }
}

extension PostgresConnection {
    /// Loads rows: all of them, or none if `body` throws or the server refuses a row.
    ///
    /// The statement timeout applies to the whole load. To lift it, run `SET LOCAL
    /// statement_timeout = 0` within the same transaction.
    ///
    /// ```swift
    /// try connection.copyIn("COPY towns (name, inhabitants) FROM STDIN") { rows in
    ///     try rows.add([.text("Porto"), .integer(230_000)])
    /// }
    /// ```
    ///
    /// - Parameter sql: `COPY table (columns) FROM STDIN`, in its text format.
    /// - Returns: The number of rows.
    /// - Throws: ``PostgresError``, or the error thrown by `body`.
    @discardableResult
    package func copyIn(
        _ sql: String, _ body: (inout PostgresCopy) throws -> Void
    ) throws -> Int {
        let begun = try checked(PQexec(handle, sql))
        guard PQresultStatus(begun.handle) == PGRES_COPY_IN else {
            throw PostgresError("not a statement that loads rows: COPY … FROM STDIN is needed")
        }
        var copy = PostgresCopy(on: self)
        do {
            try body(&copy)
            try copy.flush()
        } catch {
            // The server's answer is an error too, caused by this one.
            if PQputCopyEnd(handle, "stopped") == 1 { dropResults() }
            throw error
        }
        guard PQputCopyEnd(handle, nil) == 1 else { throw failure(nil) }
        defer { dropResults() }
        return PostgresRows(try checked(PQgetResult(handle))).affectedCount
    }
}
