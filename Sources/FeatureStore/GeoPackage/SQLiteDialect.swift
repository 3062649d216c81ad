// Comparisons on single columns in SQLite's SQL.

import Geo

/// SQLite's SQL.
///
/// These are the places where SQLite and the evaluator differ, and how each is handled:
/// - SQLite orders numbers before texts before bytes, while the evaluator never compares two kinds.
///   A number column may still hold texts, so `>`, `>=` and `<>` also test the cell's kind.
/// - The evaluator's numbers are doubles: whole numbers beyond 2⁵³ are rounded before they are
///   compared.
/// - SQLite's LIKE ignores the case of ASCII letters, and a connection may change that; GLOB always
///   distinguishes case.
/// - Dates are texts in several forms and zones, so a comparison uses the days around the date as
///   bounds. In columns that hold days only, the order of texts is the order of days.
/// - Arithmetic and functions differ in overflow, division and Unicode.
struct SQLiteDialect: SQLDialect {
    func comparison(
        ofText column: LayerColumn, _ sign: WhereComparison, _ text: String
    ) -> Piece {
        let sql = "\(column.sql) \(sign.rawValue) ? COLLATE BINARY"
        return Piece(
            sql: SQLCondition(column.guarded(sql, sign), [.text(text)]), isExact: true,
            isIndexed: column.isIndexed && sign != .other)
    }

    func comparison(
        ofNumber column: LayerColumn, _ sign: WhereComparison, _ number: Double
    ) -> Piece {
        let isSmall = number.magnitude < Self.exactIntegers
        let bound = isSmall ? Int64(exactly: number).map(SQLValue.integer) : nil
        let operand = isSmall ? column.sql : "CAST(\(column.sql) AS REAL)"
        let sql = "\(operand) \(sign.rawValue) ?"
        return Piece(
            sql: SQLCondition(column.guarded(sql, sign), [bound ?? .double(number)]),
            isExact: true, isIndexed: isSmall && column.isIndexed && sign != .other)
    }

    /// Selects by the days around the date; the evaluator then reads each row's text.
    func comparison(
        ofDate column: LayerColumn, _ sign: WhereComparison, _ date: Double
    ) -> Piece {
        if column.kind.isDayOnly { return compareDay(column, sign, date) }
        let (from, below) = StoredDate.bounds(of: date)
        var parts: [SQLCondition] = []
        if [.equal, .above, .atLeast].contains(sign), let from {
            parts.append(SQLCondition("\(column.sql) >= ?", [.text(from)]))
        }
        if [.equal, .below, .atMost].contains(sign), let below {
            parts.append(SQLCondition("\(column.sql) < ?", [.text(below)]))
        }
        guard !parts.isEmpty else { return .unknown }
        return Piece(
            sql: SQLCondition(joining: parts, by: "AND"), isExact: false,
            isIndexed: column.isIndexed)
    }

    /// Texts that are days sort like days. Texts that are not are left to the evaluator; none sorts
    /// between two consecutive days.
    private func compareDay(
        _ column: LayerColumn, _ sign: WhereComparison, _ date: Double
    ) -> Piece {
        if sign == .other { return .unknown }
        guard let bounds = Self.steps(sign, date, of: StoredDate.millisecondsOfDay) else {
            return .none
        }
        var parts: [SQLCondition] = []
        if let from = bounds.from.flatMap(StoredDate.text(ofDay:)) {
            parts.append(SQLCondition("\(column.sql) >= ?", [.text(from)]))
        }
        if let below = bounds.below.flatMap(StoredDate.text(ofDay:)) {
            parts.append(SQLCondition("\(column.sql) < ?", [.text(below)]))
        }
        guard !parts.isEmpty else { return .unknown }
        return Piece(
            sql: SQLCondition(joining: parts, by: "AND"),
            isExact: sign == .equal && parts.count == 2, isIndexed: column.isIndexed)
    }

    func comparison(
        of left: LayerColumn, _ sign: WhereComparison, with right: LayerColumn
    ) -> Piece {
        switch (left.valueKind, right.valueKind) {
        case (.number, .number):
            let sql = "CAST(\(left.sql) AS REAL) \(sign.rawValue) CAST(\(right.sql) AS REAL)"
            return Piece(
                sql: SQLCondition("(\(sql) AND \(left.isOfKind) AND \(right.isOfKind))"),
                isExact: true)
        case (.text, .text):
            let sql = "\(left.sql) \(sign.rawValue) \(right.sql) COLLATE BINARY"
            return Piece(
                sql: SQLCondition("(\(sql) AND \(left.isOfKind) AND \(right.isOfKind))"),
                isExact: true)
        default: return .unknown
        }
    }

    func choice(_ literal: WhereValue, of column: LayerColumn) -> SQLValue? {
        switch (column.valueKind, literal) {
        case (.number, .number(let number)) where number.magnitude < Self.exactIntegers:
            Int64(exactly: number).map(SQLValue.integer) ?? .double(number)
        case (.text, .text(let text)): .text(text)
        default: nil
        }
    }

    func listOperand(_ column: LayerColumn) -> String {
        column.sql + (column.valueKind == .text ? " COLLATE BINARY" : "")
    }

    func like(_ column: LayerColumn, _ parts: [WherePattern.Part], isNegated: Bool) -> Piece {
        // SQLite tries the piece after a run at every place in a text, and cannot be interrupted
        // meanwhile.
        guard Self.longestPiece(parts) <= Self.mostInPiece else { return .unknown }
        let sql = "\(column.sql) \(isNegated ? "NOT GLOB" : "GLOB") ?"
        return Piece(
            sql: SQLCondition(
                "(\(sql) AND \(column.isOfKind))", [.text(Self.glob(parts))]), isExact: true)
    }

    private static let mostInPiece = 32

    /// Returns the most characters between two runs, or after the last.
    private static func longestPiece(_ parts: [WherePattern.Part]) -> Int {
        var (longest, count) = (0, 0)
        for part in parts.drop(while: { $0 != .run }) {
            count = part == .run ? 0 : count + 1
            longest = max(longest, count)
        }
        return longest
    }

    /// Converts a LIKE pattern to a GLOB pattern.
    private static func glob(_ parts: [WherePattern.Part]) -> String {
        var glob = String.UnicodeScalarView()
        for part in parts {
            switch part {
            case .run: glob.append("*")
            case .any: glob.append("?")
            case .one(let scalar) where ["*", "?", "["].contains(scalar):
                glob.append(contentsOf: ["[", scalar, "]"])
            case .one(let scalar): glob.append(scalar)
            }
        }
        return String(glob)
    }

    func isNull(_ column: LayerColumn, isNegated: Bool) -> Piece {
        switch column.valueKind {
        case .date, .convertedText:
            let sql = SQLCondition("\(column.sql) IS NOT NULL")
            return isNegated ? Piece(sql: sql, isExact: false) : .unknown
        case .number, .text:
            let sql =
                isNegated
                ? column.isOfKind : "(\(column.sql) IS NULL OR NOT \(column.isOfKind))"
            return Piece(sql: SQLCondition(sql), isExact: true)
        }
    }

    func selected(_ column: LayerColumn) -> String { column.sql }

    func distinct(_ column: LayerColumn) -> String { column.sql }

    func selected(_ shapes: LayerTable.Shapes) -> String { shapes.sql }

    func order(_ column: LayerColumn, isAscending: Bool) -> String {
        let key =
            switch column.valueKind {
            case .number: column.sql
            case .text: "\(column.sql) COLLATE BINARY"
            case .convertedText: "CAST(\(column.sql) AS TEXT) COLLATE BINARY"
            // Texts for the same instant differ in form and zone.
            case .date: "julianday(\(column.sql))"
            }
        return "\(key) \(isAscending ? "ASC" : "DESC")"
    }
}

extension LayerColumn {
    /// SQL that is true if the cell holds a value of the column's kind.
    fileprivate var isOfKind: String {
        if isObjectID { return "1" }
        return valueKind == .number
            ? "typeof(\(sql)) IN ('integer', 'real')" : "typeof(\(sql)) = 'text'"
    }

    /// Restricts a comparison to cells of the column's kind.
    ///
    /// SQLite considers texts and bytes greater than, and different from, numbers.
    fileprivate func guarded(_ comparison: String, _ sign: WhereComparison) -> String {
        switch sign {
        case .equal, .below, .atMost: comparison
        case .other, .above, .atLeast:
            isObjectID ? comparison : "(\(comparison) AND \(isOfKind))"
        }
    }
}
