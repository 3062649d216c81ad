// Reads rows from PostgreSQL statements, and numbers the parameters in conditions.

import Geo
import PostgreSQL

extension SQLCondition {
    /// The statement with numbered parameters, and their values.
    ///
    /// Question marks within names stay as they are: names are in double quotes, and quotes within
    /// them are doubled.
    var numbered: (text: String, values: [PostgresValue]) {
        var text = String.UnicodeScalarView()
        var isName = false
        var number = 0
        for scalar in self.text.unicodeScalars {
            if scalar == "\"" { isName.toggle() }
            if scalar == "?", !isName {
                number += 1
                text.append(contentsOf: "$\(number)".unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return (String(text), values.map(PostgresValue.init))
    }
}

extension PostgresValue {
    init(_ value: SQLValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .double(let number): .double(number)
            case .text(let text): .text(text)
            case .blob(let bytes): .bytes(bytes)
            }
    }
}

/// Reads a statement's rows in portions, so that others may use the connection in between.
final class PostGISRows: LayerRows {
    private let connection: PostgresConnection
    private let isCancelled: () -> Bool
    /// The statement that reads the next portion.
    private let portion: (text: String, values: [PostgresValue])
    /// Whether the first portion holds all rows.
    private let isWhole: Bool
    private var isAtEnd = false
    private var rows: [[PostgresValue]] = []
    private var row = -1

    /// Rows per portion.
    static let portionRows = 1_000
    /// Up to this many rows are read at once, without a cursor.
    private static let directRows = 5_000

    /// Prepares to read a statement.
    ///
    /// - Parameters:
    ///   - limit: The statement's own row limit, or `nil` if it has none.
    ///   - cursor: A name no other open cursor on the connection has.
    init(
        _ statement: SQLCondition, limit: Int?, on connection: PostgresConnection, cursor: String,
        isCancelled: @escaping () -> Bool
    ) throws {
        (self.connection, self.isCancelled) = (connection, isCancelled)
        let (text, values) = statement.numbered
        if let limit, limit <= Self.directRows {
            (portion, isWhole) = ((text, values), true)
        } else {
            _ = try connection.query("DECLARE \(cursor) NO SCROLL CURSOR FOR \(text)", values)
            (portion, isWhole) = (("FETCH \(Self.portionRows) FROM \(cursor)", []), false)
        }
    }

    func step() throws -> Bool {
        row += 1
        if row < rows.count { return true }
        if isAtEnd { return false }
        if isCancelled() { throw FeatureStoreError.cancelled }
        rows.removeAll(keepingCapacity: true)
        row = 0
        try connection.forEachRow(portion.text, portion.values, isCancelled: isCancelled) { row in
            rows.append((0..<row.count).map { row[$0] })
        }
        isAtEnd = isWhole || rows.count < Self.portionRows
        return !rows.isEmpty
    }

    private func cell(_ place: Int32) -> PostgresValue { rows[row][Int(place)] }

    func integer(at place: Int32) -> Int64 {
        if case .integer(let number) = cell(place) { number } else { 0 }
    }

    func value(of column: LayerColumn, at place: Int32) -> AttributeValue {
        switch (column.field.type, cell(place)) {
        case (.integer, .integer(let number)), (.objectID, .integer(let number)):
            .integer(Int(number))
        case (.double, .double(let number)) where number.isFinite: .double(number)
        case (.string, .text(let text)): .string(text)
        case (.date, .integer(let milliseconds)): .date(milliseconds)
        default: .null
        }
    }

    func withShape<Result>(
        at place: Int32, _ body: (UnsafeRawBufferPointer) throws(FeatureReadError) -> Result
    ) throws(FeatureReadError) -> Result? {
        guard case .bytes(let bytes) = cell(place) else { return nil }
        let result = bytes.withUnsafeBytes { buffer -> Swift.Result<Result, FeatureReadError> in
            do throws(FeatureReadError) {
                return .success(try body(buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
