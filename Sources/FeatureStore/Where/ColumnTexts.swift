// Reads texts that a condition compares with columns of numbers or dates.

package import Geo

extension WhereClause {
    /// Returns the condition with texts read as what the columns beside them hold: `minutes > '3'`
    /// compares numbers, `day = '2026-03-02 08:00'` dates.
    ///
    /// A text that is neither would silently match no row, so it is refused, as are operations on
    /// what is not of their kind (``KindMistake``) and LIKE on numbers and dates.
    ///
    /// - Parameter type: Returns a column's type; `nil` leaves its texts alone.
    /// - Throws: `FeatureStoreError.badWhere` with the column's position.
    package func readingTexts(
        _ type: (String) -> FieldType?
    ) throws(FeatureStoreError) -> WhereExpression {
        if let mistake = root.kindMistake(type) {
            throw .badWhere(
                text, problem: mistake.problem, position: position(of: mistake.operand) ?? 0)
        }
        return try reading(root, type)
    }

    private func reading(
        _ expression: WhereExpression, _ type: (String) -> FieldType?
    ) throws(FeatureStoreError) -> WhereExpression {
        switch expression {
        case .compare(.field(let name), let sign, .literal(.text(let text))):
            let value = try value(text, beside: name, type(name), sign)
            return .compare(.field(name), sign, .literal(value))
        case .compare(.literal(.text(let text)), let sign, .field(let name)):
            let value = try value(text, beside: name, type(name), sign)
            return .compare(.literal(value), sign, .field(name))
        case .like(.field(let name), _, _):
            try checkText(name, type(name))
            return expression
        case .not(let inner): return .not(try reading(inner, type))
        case .and(let parts): return .and(try reading(parts, type))
        case .or(let parts): return .or(try reading(parts, type))
        case .literal, .field, .arithmetic, .call, .compare, .like, .isNull: return expression
        }
    }

    /// Throws if LIKE is to search in numbers or dates, which have no one spelling.
    private func checkText(_ name: String, _ type: FieldType?) throws(FeatureStoreError) {
        let (kind, remedy): (String, String)
        switch type {
        case .string, nil: return
        case .objectID, .integer, .double:
            (kind, remedy) = ("numbers", "CAST(\(name) AS VARCHAR(20)) LIKE '…'")
        case .date:
            (kind, remedy) = (
                "dates", "\(name) >= DATE '2026-01-01', or EXTRACT(YEAR FROM \(name))"
            )
        }
        throw .badWhere(
            text,
            problem: "\(name) is a column of \(kind), and LIKE searches in texts; write \(remedy)",
            position: position(of: name) ?? 0)
    }

    private func reading(
        _ parts: [WhereExpression], _ type: (String) -> FieldType?
    ) throws(FeatureStoreError) -> [WhereExpression] {
        var read: [WhereExpression] = []
        read.reserveCapacity(parts.count)
        for part in parts { read.append(try reading(part, type)) }
        return read
    }

    private func value(
        _ text: String, beside column: String, _ type: FieldType?, _ sign: WhereComparison
    ) throws(FeatureStoreError) -> WhereValue {
        let (found, kind, example): (Double?, String, String)
        switch type {
        case .string, nil: return .text(text)
        case .objectID, .integer, .double:
            (found, kind, example) = (Self.number(text), "numbers", "4")
        case .date:
            found = WhereDate.milliseconds(of: text)
            (kind, example) = ("dates", "'2026-03-02' or a time such as '2026-03-02 08:00'")
        }
        if let found { return .number(found) }
        throw .badWhere(
            self.text,
            problem: "\(column) is a column of \(kind), and '\(text.excerpt(40))' is none; write "
                + "\(column) \(sign.rawValue) \(example)",
            position: position(of: column) ?? 0)
    }

    /// Reads a decimal number.
    private static func number(_ text: String) -> Double? {
        let word = text.trimmingBlanks
        guard word.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let number = Double(word),
            number.isFinite
        else { return nil }
        return number
    }
}

extension LayerSchema {
    /// The names of the columns with dates, in lower case.
    package var dateFields: Set<String> {
        Set(fields.filter { $0.type == .date }.map { $0.name.lowercased() })
    }

    /// Returns a column's type; `nil` if there is none.
    package func type(of name: String) -> FieldType? {
        isObjectID(name) ? .objectID : field(named: name)?.type
    }
}
