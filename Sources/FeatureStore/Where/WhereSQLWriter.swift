// SQL of conditions. What SQL cannot say just as the evaluator does is left to the evaluator.

import Geo

/// Writes predicates as SQL over the columns of one table.
///
/// The only texts that enter a statement are the columns' names, from the file's schema, and the
/// words written here; every value of a condition is bound. A piece that is not exact selects more
/// rows than the condition holds for, never fewer.
///
/// Where SQLite and the evaluator differ, and what is done about it:
/// - SQLite orders numbers before texts before bytes; the evaluator compares no two kinds. A column
///   of numbers may hold texts all the same, so `>`, `>=` and `<>` test the kind of the cell.
/// - The evaluator's numbers are doubles: whole numbers beyond 2⁵³ are rounded before they are
///   compared.
/// - LIKE of SQLite does not distinguish the case of ASCII letters, and a connection may change
///   that; GLOB does, always.
/// - Dates are texts in several forms and zones; days round a date bound them from both sides.
///   Columns of days alone are texts in the order of days.
/// - Arithmetic and functions differ in overflow, division and Unicode.
struct WhereSQLWriter {
    /// The columns by the names in the condition, in lower case.
    let columns: [String: LayerColumn]

    /// A predicate in SQL.
    struct Piece {
        /// The SQL, or `nil` when it says nothing about the rows.
        var sql: SQLCondition?
        /// Whether the predicate holds for just the rows that the SQL selects.
        var isExact: Bool
        /// Whether an index of the table finds the rows.
        var isIndexed = false

        static let unknown = Piece(sql: nil, isExact: false)
        static let none = Piece(sql: SQLCondition("0"), isExact: true)
    }

    /// The SQL of a predicate.
    func condition(_ predicate: WherePredicate) -> Piece {
        switch predicate {
        case .always(let holds): return Piece(sql: SQLCondition(holds ? "1" : "0"), isExact: true)
        case .leaf(let leaf): return condition(leaf)
        case .all(let parts):
            let pieces = parts.map(condition)
            return Piece(
                sql: SQLCondition(joining: pieces.compactMap(\.sql), by: "AND"),
                isExact: pieces.allSatisfy(\.isExact),
                isIndexed: pieces.contains(where: \.isIndexed))
        case .any(let parts):
            let (lists, others) = choices(among: parts)
            let pieces = lists + others.map(condition)
            guard pieces.allSatisfy({ $0.sql != nil }) else { return .unknown }
            return Piece(
                sql: SQLCondition(joining: pieces.compactMap(\.sql), by: "OR"),
                isExact: pieces.allSatisfy(\.isExact),
                isIndexed: pieces.allSatisfy(\.isIndexed))
        }
    }

    private func condition(_ leaf: WhereExpression) -> Piece {
        switch leaf {
        case .compare(.field(let name), let comparison, .literal(let value)):
            columns[name.lowercased()].map { compare($0, comparison, value) } ?? .unknown
        case .compare(.literal(let value), let comparison, .field(let name)):
            columns[name.lowercased()].map { compare($0, comparison.flipped, value) } ?? .unknown
        case .compare(.field(let left), let comparison, .field(let right)):
            compare(columns[left.lowercased()], comparison, columns[right.lowercased()])
        case .like(.field(let name), .literal(let pattern), let escape):
            like(columns[name.lowercased()], pattern, escape, isNegated: false)
        case .not(.like(.field(let name), .literal(let pattern), let escape)):
            like(columns[name.lowercased()], pattern, escape, isNegated: true)
        case .isNull(.field(let name)): isNull(columns[name.lowercased()], isNegated: false)
        case .not(.isNull(.field(let name))): isNull(columns[name.lowercased()], isNegated: true)
        default: .unknown
        }
    }
}

// MARK: - Comparisons

extension WhereSQLWriter {
    /// Doubles hold all whole numbers below it.
    private static let exactIntegers = 9_007_199_254_740_992.0

    private func compare(
        _ column: LayerColumn, _ comparison: WhereComparison, _ value: WhereValue
    ) -> Piece {
        switch (column.valueKind, value) {
        case (_, .null), (_, .coded): return .none
        case (.number, .text), (.date, .text), (.text, .number), (.convertedText, .number):
            return .none
        case (.number, .number(let number)): return compare(column, comparison, number)
        case (.text, .text(let text)):
            let sql = "\(column.sql) \(comparison.rawValue) ? COLLATE BINARY"
            return Piece(
                sql: SQLCondition(column.guarded(sql, comparison), [.text(text)]), isExact: true,
                isIndexed: column.isIndexed && comparison != .other)
        case (.date, .number(let date)): return compareDate(column, comparison, date)
        case (.convertedText, .text): return .unknown
        }
    }

    private func compare(
        _ column: LayerColumn, _ comparison: WhereComparison, _ number: Double
    ) -> Piece {
        let isSmall = number.magnitude < Self.exactIntegers
        let bound = isSmall ? Int64(exactly: number).map(SQLValue.integer) : nil
        let operand = isSmall ? column.sql : "CAST(\(column.sql) AS REAL)"
        let sql = "\(operand) \(comparison.rawValue) ?"
        return Piece(
            sql: SQLCondition(column.guarded(sql, comparison), [bound ?? .double(number)]),
            isExact: true, isIndexed: isSmall && column.isIndexed && comparison != .other)
    }

    /// Days that bound the date; the evaluator reads the text of each row.
    private func compareDate(
        _ column: LayerColumn, _ comparison: WhereComparison, _ date: Double
    ) -> Piece {
        if column.kind.isDayOnly { return compareDay(column, comparison, date) }
        let (from, below) = StoredDate.bounds(of: date)
        var parts: [SQLCondition] = []
        if [.equal, .above, .atLeast].contains(comparison), let from {
            parts.append(SQLCondition("\(column.sql) >= ?", [.text(from)]))
        }
        if [.equal, .below, .atMost].contains(comparison), let below {
            parts.append(SQLCondition("\(column.sql) < ?", [.text(below)]))
        }
        guard !parts.isEmpty else { return .unknown }
        return Piece(
            sql: SQLCondition(joining: parts, by: "AND"), isExact: false,
            isIndexed: column.isIndexed)
    }

    /// Days as texts are in the order of days; only texts that are no days are left to the
    /// evaluator, and there are none between a day and the next.
    private func compareDay(
        _ column: LayerColumn, _ comparison: WhereComparison, _ date: Double
    ) -> Piece {
        let days = date / StoredDate.millisecondsOfDay
        let (floor, ceiling) = (days.rounded(.down), days.rounded(.up))
        let bounds: (from: Double?, below: Double?)
        switch comparison {
        case .equal:
            if floor != ceiling { return .none }
            bounds = (floor, floor + 1)
        case .other: return .unknown
        case .below: bounds = (nil, ceiling)
        case .atMost: bounds = (nil, floor + 1)
        case .above: bounds = (floor + 1, nil)
        case .atLeast: bounds = (ceiling, nil)
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
            isExact: comparison == .equal && parts.count == 2, isIndexed: column.isIndexed)
    }

    private func compare(
        _ left: LayerColumn?, _ comparison: WhereComparison, _ right: LayerColumn?
    ) -> Piece {
        guard let left, let right else { return .unknown }
        switch (left.valueKind, right.valueKind) {
        case (.number, .number):
            let sql = "CAST(\(left.sql) AS REAL) \(comparison.rawValue) CAST(\(right.sql) AS REAL)"
            return Piece(
                sql: SQLCondition("(\(sql) AND \(left.isOfKind) AND \(right.isOfKind))"),
                isExact: true)
        case (.text, .text):
            let sql = "\(left.sql) \(comparison.rawValue) \(right.sql) COLLATE BINARY"
            return Piece(
                sql: SQLCondition("(\(sql) AND \(left.isOfKind) AND \(right.isOfKind))"),
                isExact: true)
        case (.text, .number), (.number, .text), (.text, .date), (.date, .text),
            (.convertedText, .number), (.number, .convertedText), (.convertedText, .date),
            (.date, .convertedText):
            return .none
        case (.date, .date), (.date, .number), (.number, .date), (.convertedText, .text),
            (.text, .convertedText), (.convertedText, .convertedText):
            return .unknown
        }
    }

    /// Lists of equal comparisons of one column as `IN`, and the parts that are none.
    private func choices(
        among parts: [WherePredicate]
    ) -> (lists: [Piece], others: [WherePredicate]) {
        var order: [String] = []
        var groups: [String: (column: LayerColumn, values: [SQLValue], parts: [WherePredicate])] =
            [:]
        var others: [WherePredicate] = []
        for part in parts {
            guard case .leaf(.compare(.field(let name), .equal, .literal(let literal))) = part,
                let column = columns[name.lowercased()], let value = choice(literal, of: column)
            else {
                others.append(part)
                continue
            }
            if groups[column.sql] == nil { order.append(column.sql) }
            groups[column.sql, default: (column, [], [])].values.append(value)
            groups[column.sql]?.parts.append(part)
        }
        var lists: [Piece] = []
        for key in order {
            guard let group = groups[key] else { continue }
            if group.values.count == 1 {
                others.append(contentsOf: group.parts)
                continue
            }
            let marks = repeatElement("?", count: group.values.count).joined(separator: ", ")
            let collation = group.column.valueKind == .text ? " COLLATE BINARY" : ""
            lists.append(
                Piece(
                    sql: SQLCondition(
                        "\(group.column.sql)\(collation) IN (\(marks))", group.values),
                    isExact: true, isIndexed: group.column.isIndexed))
        }
        return (lists, others)
    }

    /// The value of a list, or `nil` where the comparison is not that of SQL.
    private func choice(_ literal: WhereValue, of column: LayerColumn) -> SQLValue? {
        switch (column.valueKind, literal) {
        case (.number, .number(let number)) where number.magnitude < Self.exactIntegers:
            Int64(exactly: number).map(SQLValue.integer) ?? .double(number)
        case (.text, .text(let text)): .text(text)
        default: nil
        }
    }
}

// MARK: - LIKE and IS NULL

extension WhereSQLWriter {
    private func like(
        _ column: LayerColumn?, _ pattern: WhereValue, _ escape: Unicode.Scalar?, isNegated: Bool
    ) -> Piece {
        guard let column, case .text(let pattern) = pattern else { return .none }
        switch column.valueKind {
        case .number, .date: return .none
        case .convertedText: return .unknown
        case .text: break
        }
        let parts = WherePattern(pattern, escape: escape).parts
        // SQLite's patterns end at a zero byte, and so do the texts that it matches.
        guard !parts.contains(.one("\0")) else { return .unknown }
        let sql = "\(column.sql) \(isNegated ? "NOT GLOB" : "GLOB") ?"
        let beginsPlainly = if case .one = parts.first { true } else { false }
        return Piece(
            sql: SQLCondition(
                "(\(sql) AND \(column.isOfKind))", [.text(Self.glob(parts))]), isExact: true,
            isIndexed: !isNegated && column.isIndexed && beginsPlainly)
    }

    /// The pattern of GLOB for one of LIKE.
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

    /// A cell that holds another kind of value than the column's type counts as null.
    private func isNull(_ column: LayerColumn?, isNegated: Bool) -> Piece {
        guard let column else { return .unknown }
        if column.isObjectID {
            return Piece(sql: SQLCondition(isNegated ? "1" : "0"), isExact: true)
        }
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
}

extension LayerColumn {
    /// How the values of a column compare.
    enum ValueKind: Hashable {
        case number
        /// Texts that SQLite stores as they are.
        case text
        /// Texts that SQLite may store as numbers.
        case convertedText
        case date
    }

    /// How the values of the column compare.
    var valueKind: ValueKind {
        switch field.type {
        case .objectID, .integer, .double: .number
        case .date: .date
        case .string: kind.affinity == .text ? .text : .convertedText
        }
    }

    /// Whether an index, or the key of the table, finds values of the column.
    var isIndexed: Bool { isObjectID || field.hasIndex }

    /// SQL that is true where the cell holds a value of the column's kind.
    fileprivate var isOfKind: String {
        if isObjectID { return "1" }
        return valueKind == .number
            ? "typeof(\(sql)) IN ('integer', 'real')" : "typeof(\(sql)) = 'text'"
    }

    /// A comparison that is true for cells of the column's kind only.
    ///
    /// SQLite finds texts and bytes greater than, and different from, numbers.
    fileprivate func guarded(_ comparison: String, _ sign: WhereComparison) -> String {
        switch sign {
        case .equal, .below, .atMost: comparison
        case .other, .above, .atLeast:
            isObjectID ? comparison : "(\(comparison) AND \(isOfKind))"
        }
    }
}
