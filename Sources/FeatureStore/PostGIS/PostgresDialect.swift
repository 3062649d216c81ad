// Comparisons on single columns in PostgreSQL's SQL.

import Geo

/// PostgreSQL's SQL.
///
/// These are the places where PostgreSQL and the evaluator differ, and how each is handled:
/// - Texts compare by code points, so the collation `C` is added if a column has another one.
///   Equality compares bytes under every deterministic collation; there the column's own collation
///   stays, so that its indexes serve.
/// - Infinite and undefined numbers and dates, which sort before or after all others, do not count
///   as values.
/// - `numeric` holds numbers beyond doubles, whose conversion is an error; they do not count as
///   values.
/// - Dates are read in whole milliseconds, so a comparison uses the first microsecond of a
///   millisecond.
/// - Whole numbers beyond 2⁵³ are rounded to doubles before they are compared.
/// - No expression may fail on any row, because SQL does not define the order of tests within a
///   condition.
struct PostgresDialect: SQLDialect {
    /// PostGIS's schema with a trailing point; `nil` without PostGIS.
    var functions: String?

    func comparison(
        ofText column: LayerColumn, _ sign: WhereComparison, _ text: String
    ) -> Piece {
        // Neither texts nor parameters can contain a zero byte.
        guard !text.utf8.contains(0) else { return .unknown }
        if column.storage == .uuid, sign == .equal {
            guard Self.isCanonicalUUID(text) else { return .none }
            return exact(SQLCondition("\(column.sql) = ?::uuid", [.text(text)]), of: column, sign)
        }
        let operand = [.equal, .other].contains(sign) ? column.bytewise : column.byCodePoints
        return exact(
            SQLCondition("\(operand) \(sign.rawValue) ?", [.text(text)]), of: column, sign)
    }

    func comparison(
        ofNumber column: LayerColumn, _ sign: WhereComparison, _ number: Double
    ) -> Piece {
        switch column.storage {
        case .smallInteger, .integer, .bigInteger:
            return comparison(ofInteger: column, sign, number)
        case .single, .double:
            var text = "\(column.sql) \(sign.rawValue) ?"
            if [.other, .above, .atLeast].contains(sign) {
                text += " AND \(column.isBelowInfinity)"
            }
            if [.other, .below, .atMost].contains(sign) {
                text += " AND \(column.isAboveInfinity)"
            }
            return exact(SQLCondition("(\(text))", [.double(number)]), of: column, sign)
        default:
            let sql = "\(column.number) \(sign.rawValue) ?"
            return Piece(sql: SQLCondition(sql, [.double(number)]), isExact: true)
        }
    }

    private func comparison(
        ofInteger column: LayerColumn, _ sign: WhereComparison, _ number: Double
    ) -> Piece {
        guard number.magnitude < Self.exactIntegers else {
            return Piece(
                sql: SQLCondition("\(column.number) \(sign.rawValue) ?", [.double(number)]),
                isExact: true)
        }
        let floor = Int64(number.rounded(.down))
        if Double(floor) == number {
            return exact(
                SQLCondition("\(column.sql) \(sign.rawValue) ?", [.integer(floor)]), of: column,
                sign)
        }
        let text: String
        switch sign {
        case .equal: return .none
        case .other: return isNull(column, isNegated: true)
        case .below, .atMost: text = "\(column.sql) <= ?"
        case .above, .atLeast: text = "\(column.sql) > ?"
        }
        return exact(SQLCondition(text, [.integer(floor)]), of: column, sign)
    }

    func comparison(
        ofDate column: LayerColumn, _ sign: WhereComparison, _ date: Double
    ) -> Piece {
        let isDay = column.storage == .day
        guard date.magnitude < Self.exactIntegers,
            let steps = Self.steps(sign, date, of: isDay ? StoredDate.millisecondsOfDay : 1)
        else {
            guard date.magnitude < Self.exactIntegers else { return .unknown }
            return sign == .equal ? .none : isNull(column, isNegated: true)
        }
        func bound(_ step: Double) -> SQLValue? {
            let text =
                isDay
                ? StoredDate.text(ofDay: step) : StoredDate.text(Int64(step), isDayOnly: false)
            return text.map(SQLValue.text)
        }
        let cast = isDay ? "date" : column.storage == .instant ? "timestamptz" : "timestamp"
        let isFinite = SQLCondition(column.isFinite)
        var from: SQLCondition?
        var below: SQLCondition?
        if let step = steps.from {
            // Years with more or fewer than four digits are left to the evaluator.
            guard let value = bound(step) else { return .unknown }
            let comparison = sign == .other ? "<" : ">="
            from = SQLCondition("\(column.sql) \(comparison) ?::\(cast)", [value])
        }
        if let step = steps.below {
            guard let value = bound(step) else { return .unknown }
            let comparison = sign == .other ? ">=" : "<"
            below = SQLCondition("\(column.sql) \(comparison) ?::\(cast)", [value])
        }
        var parts = [from, below].compactMap { $0 }
        if sign == .other {
            parts = [SQLCondition(joining: parts, by: "OR"), isFinite]
        } else if parts.count == 1 {
            parts.append(isFinite)
        }
        return exact(SQLCondition(joining: parts, by: "AND"), of: column, sign)
    }

    func comparison(
        of left: LayerColumn, _ sign: WhereComparison, with right: LayerColumn
    ) -> Piece {
        let areTexts = left.valueKind == .text
        let (a, b) =
            areTexts ? (left.byCodePoints, right.byCodePoints) : (left.number, right.number)
        return Piece(sql: SQLCondition("\(a) \(sign.rawValue) \(b)"), isExact: true)
    }

    func choice(_ literal: WhereValue, of column: LayerColumn) -> SQLValue? {
        switch (column.storage, literal) {
        case (.smallInteger, .number(let number)), (.integer, .number(let number)),
            (.bigInteger, .number(let number)):
            return number.magnitude < Self.exactIntegers
                ? Int64(exactly: number).map(SQLValue.integer) : nil
        case (.single, .number(let number)), (.double, .number(let number)):
            return .double(number)
        case (.text, .text(let text)) where !text.utf8.contains(0): return .text(text)
        default: return nil
        }
    }

    func listOperand(_ column: LayerColumn) -> String {
        column.storage == .text ? column.bytewise : column.sql
    }

    func like(_ column: LayerColumn, _ parts: [WherePattern.Part], isNegated: Bool) -> Piece {
        let sign = isNegated ? "NOT LIKE" : "LIKE"
        return Piece(
            sql: SQLCondition(
                "\(column.byCodePoints) \(sign) ? ESCAPE '~'", [.text(Self.pattern(parts))]),
            isExact: true)
    }

    private static func pattern(_ parts: [WherePattern.Part]) -> String {
        var pattern = String.UnicodeScalarView()
        for part in parts {
            switch part {
            case .run: pattern.append("%")
            case .any: pattern.append("_")
            case .one(let scalar):
                if ["%", "_", "~"].contains(scalar) { pattern.append("~") }
                pattern.append(scalar)
            }
        }
        return String(pattern)
    }

    func isNull(_ column: LayerColumn, isNegated: Bool) -> Piece {
        let text =
            switch column.storage {
            case .single, .double, .numeric:
                "\(column.number) IS \(isNegated ? "NOT NULL" : "NULL")"
            case .day, .localTime, .instant:
                isNegated
                    ? column.isFinite : "(\(column.sql) IS NULL OR NOT \(column.isFinite))"
            default: "\(column.sql) IS \(isNegated ? "NOT NULL" : "NULL")"
            }
        return Piece(sql: SQLCondition(text), isExact: true)
    }

    /// Makes a condition that agrees exactly with the evaluator.
    private func exact(
        _ sql: SQLCondition, of column: LayerColumn, _ sign: WhereComparison
    ) -> Piece {
        Piece(sql: sql, isExact: true, isIndexed: column.isIndexed && sign != .other)
    }

    /// Returns whether a text is a UUID as PostgreSQL writes it.
    private static func isCanonicalUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 36
            && bytes.indices.allSatisfy { place in
                if [8, 13, 18, 23].contains(place) { return bytes[place] == UInt8(ascii: "-") }
                return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place])
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(bytes[place])
            }
    }
}

// MARK: - Reading

extension PostgresDialect {
    func selected(_ column: LayerColumn) -> String {
        switch column.storage {
        case .smallInteger, .integer, .bigInteger, .single, .double, .text: column.sql
        case .boolean: "\(column.sql)::int4"
        case .numeric: column.number
        case .uuid, .asText: "\(column.sql)::text"
        case .day, .localTime, .instant: column.milliseconds
        }
    }

    func distinct(_ column: LayerColumn) -> String {
        column.valueKind == .text ? column.byCodePoints : selected(column)
    }

    func selected(_ shapes: LayerTable.Shapes) -> String {
        "\(functions ?? "")ST_AsBinary(\(shapes.sql), 'NDR')"
    }

    func order(_ column: LayerColumn, isAscending: Bool) -> String {
        let key =
            switch column.storage {
            case .single, .double, .numeric: column.number
            case .text, .uuid, .asText: column.byCodePoints
            case .day, .localTime, .instant:
                "CASE WHEN \(column.isFinite) THEN \(column.sql) END"
            case .smallInteger, .integer, .bigInteger, .boolean: column.sql
            }
        let direction = isAscending ? "ASC" : "DESC"
        // The order an index has by default.
        if column.isObjectID { return "\(key) \(direction)" }
        return "\(key) \(direction) NULLS \(isAscending ? "FIRST" : "LAST")"
    }
}

extension LayerColumn {
    /// How the column stores its values.
    var storage: PostgresColumnType.Storage { kind.postgres?.storage ?? .asText }

    /// The column as a text whose equality compares bytes.
    fileprivate var bytewise: String {
        storage == .text && kind.postgres?.foldsTexts != true ? sql : byCodePoints
    }

    /// The column as a text that compares by code points.
    fileprivate var byCodePoints: String {
        storage == .text ? "\(sql) COLLATE \"C\"" : "\(sql)::text COLLATE \"C\""
    }

    fileprivate var isAboveInfinity: String { "\(sql) > '-Infinity'::float8" }
    fileprivate var isBelowInfinity: String { "\(sql) < 'Infinity'::float8" }
    fileprivate var isFinite: String { "isfinite(\(sql))" }

    /// A number or date as the double the evaluator compares; null if it does not count as a value.
    fileprivate var number: String {
        switch storage {
        case .smallInteger, .integer, .bigInteger: "\(sql)::float8"
        case .boolean: "\(sql)::int4::float8"
        case .single, .double:
            "CASE WHEN \(isAboveInfinity) AND \(isBelowInfinity) THEN \(sql)::float8 END"
        case .numeric:
            "CASE WHEN abs(\(sql)) < 1e-300 THEN 0::float8 "
                + "WHEN abs(\(sql)) < 1e300 THEN \(sql)::float8 END"
        case .day, .localTime, .instant: "(\(milliseconds))::float8"
        case .text, .uuid, .asText: "NULL::float8"
        }
    }

    /// A date as whole milliseconds since 1970; null if it is not a date.
    fileprivate var milliseconds: String {
        let number =
            storage == .day
            ? "(\(sql) - date '1970-01-01')::int8 * 86400000"
            : "floor(extract(epoch FROM \(sql)) * 1000)::int8"
        return "CASE WHEN \(isFinite) THEN \(number) END"
    }
}
