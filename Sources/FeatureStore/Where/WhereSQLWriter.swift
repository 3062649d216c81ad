// Writes conditions as SQL; what SQL cannot express exactly is left to the evaluator.

import Geo

/// Writes predicates as SQL over one table's columns.
///
/// Only column names, from the database's schema, and words written here or by the dialect become
/// part of a statement; every value in a condition is bound. A piece that is not exact selects too
/// many rows, never too few.
struct WhereSQLWriter {
    /// The columns by their names in the condition, in lower case.
    let columns: [String: LayerColumn]
    /// The database's dialect.
    let dialect: any SQLDialect

    typealias Piece = SQLPiece

    /// Returns a predicate in SQL.
    func condition(_ predicate: WherePredicate) -> Piece {
        switch predicate {
        case .always(let holds): return Piece(sql: holds ? .all : SQLCondition.none, isExact: true)
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

// MARK: - Leaves

extension WhereSQLWriter {
    private func compare(
        _ column: LayerColumn, _ comparison: WhereComparison, _ value: WhereValue
    ) -> Piece {
        switch (column.valueKind, value) {
        case (_, .null), (_, .coded): .none
        case (.number, .text), (.date, .text), (.text, .number), (.convertedText, .number): .none
        case (.number, .number(let number)):
            dialect.comparison(ofNumber: column, comparison, number)
        case (.text, .text(let text)): dialect.comparison(ofText: column, comparison, text)
        case (.date, .number(let date)): dialect.comparison(ofDate: column, comparison, date)
        case (.convertedText, .text): .unknown
        }
    }

    private func compare(
        _ left: LayerColumn?, _ comparison: WhereComparison, _ right: LayerColumn?
    ) -> Piece {
        guard let left, let right else { return .unknown }
        switch (left.valueKind, right.valueKind) {
        case (.number, .number), (.text, .text), (.date, .date), (.date, .number),
            (.number, .date):
            return dialect.comparison(of: left, comparison, with: right)
        case (.text, .number), (.number, .text), (.text, .date), (.date, .text),
            (.convertedText, .number), (.number, .convertedText), (.convertedText, .date),
            (.date, .convertedText):
            return .none
        case (.convertedText, .text), (.text, .convertedText), (.convertedText, .convertedText):
            return .unknown
        }
    }

    /// Groups equality comparisons on the same column into `IN` lists, and returns the remaining
    /// parts.
    private func choices(
        among parts: [WherePredicate]
    ) -> (lists: [Piece], others: [WherePredicate]) {
        var order: [String] = []
        var groups: [String: (column: LayerColumn, values: [SQLValue], parts: [WherePredicate])] =
            [:]
        var others: [WherePredicate] = []
        for part in parts {
            guard case .leaf(.compare(.field(let name), .equal, .literal(let literal))) = part,
                let column = columns[name.lowercased()],
                let value = dialect.choice(literal, of: column)
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
            lists.append(
                Piece(
                    sql: SQLCondition(
                        "\(dialect.listOperand(group.column)) IN (\(marks))", group.values),
                    isExact: true, isIndexed: group.column.isIndexed))
        }
        return (lists, others)
    }

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
        // Database patterns cannot contain zero bytes.
        guard !parts.contains(.one("\0")) else { return .unknown }
        var piece = dialect.like(column, parts, isNegated: isNegated)
        let beginsPlainly = if case .one = parts.first { true } else { false }
        piece.isIndexed = !isNegated && column.isIndexed && beginsPlainly
        return piece
    }

    private func isNull(_ column: LayerColumn?, isNegated: Bool) -> Piece {
        guard let column else { return .unknown }
        if column.isObjectID {
            return Piece(sql: isNegated ? .all : SQLCondition.none, isExact: true)
        }
        return dialect.isNull(column, isNegated: isNegated)
    }
}

extension LayerColumn {
    /// How a column's values compare.
    enum ValueKind: Hashable {
        case number
        /// Texts stored unchanged.
        case text
        /// Texts that SQLite may convert to numbers.
        case convertedText
        case date
    }

    /// How the column's values compare.
    var valueKind: ValueKind {
        switch field.type {
        case .objectID, .integer, .double: .number
        case .date: .date
        case .string: kind.affinity == .text ? .text : .convertedText
        }
    }

    /// Whether an index or the table's key finds values in the column.
    var isIndexed: Bool { isObjectID || field.hasIndex }
}
