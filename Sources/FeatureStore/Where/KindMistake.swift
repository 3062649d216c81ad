// Finds operations that are null for every row, because a value has the wrong kind.

import Geo

/// An operand that an operation or a function cannot take, such as a text in a sum.
struct KindMistake {
    /// What messages call the operand: a column, a value in quotes, or a function.
    let operand: String
    let problem: String

    fileprivate static func text(_ operand: String, in operation: String) -> Self {
        let joining = operation == WhereExpression.sums ? "join texts by ||, or " : ""
        return Self(
            operand: operand,
            problem: "\(operand) is text, and \(operation) numbers; \(joining)write "
                + "CAST(\(operand) AS FLOAT)")
    }

    fileprivate static func number(_ operand: String, in operation: String) -> Self {
        Self(
            operand: operand,
            problem: "\(operand) is a number, and \(operation) texts; write "
                + "CAST(… AS VARCHAR(20))")
    }
}

extension WhereExpression {
    fileprivate static let sums = "+ - * / need"

    /// Returns the first operand of the wrong kind.
    ///
    /// - Parameter type: Returns a column's type; `nil` if it may hold anything.
    func kindMistake(_ type: (String) -> FieldType?) -> KindMistake? {
        switch self {
        case .literal, .field: return nil
        case .arithmetic(let a, let operation, let b):
            if operation != .joined {
                for part in [a, b] {
                    if let name = part.textName(type) { return .text(name, in: Self.sums) }
                }
            }
            return a.kindMistake(type) ?? b.kindMistake(type)
        case .compare(let a, _, let b): return a.kindMistake(type) ?? b.kindMistake(type)
        case .like(let a, let b, _):
            // Of a column, LIKE says itself what to write.
            for part in [a, b] where !part.isField {
                if let name = part.numberName(type) {
                    return .number(name, in: "LIKE searches in")
                }
            }
            return a.kindMistake(type) ?? b.kindMistake(type)
        case .isNull(let inner), .not(let inner): return inner.kindMistake(type)
        case .call(let function, let parts):
            for (place, part) in parts.enumerated() {
                let mistake = part.argumentMistake(of: function, at: place, type)
                if let found = mistake ?? part.kindMistake(type) { return found }
            }
            return nil
        case .and(let parts), .or(let parts):
            for part in parts { if let found = part.kindMistake(type) { return found } }
            return nil
        }
    }

    /// Returns what is wrong with the value as an argument.
    private func argumentMistake(
        of function: WhereFunction, at place: Int, _ type: (String) -> FieldType?
    ) -> KindMistake? {
        let name = function.rawValue.uppercased()
        switch function.needsNumber(at: place) {
        case true: return textName(type).map { .text($0, in: "\(name) needs") }
        case false:
            guard case .field(let column) = self else {
                return numberName(type).map { .number($0, in: "\(name) needs") }
            }
            guard let held = type(column), held != .string else { return nil }
            return KindMistake(
                operand: column,
                problem: "\(column) is a column of \(held == .date ? "dates" : "numbers"), and "
                    + "\(name) needs texts; write CAST(\(column) AS VARCHAR(20))")
        case nil: return nil
        }
    }

    private var isField: Bool { if case .field = self { true } else { false } }

    /// What messages call a value that is a number or a date; `nil` for others.
    private func numberName(_ type: (String) -> FieldType?) -> String? {
        switch self {
        case .field(let name): type(name).flatMap { $0 == .string ? nil : name }
        case .literal(.number(let number)): JSONValue.number(number).text
        case .arithmetic(_, let operation, _): operation == .joined ? nil : "the result of + - * /"
        case .call(let function, let arguments):
            givesNumber(function, arguments, type) ? "\(function.rawValue.uppercased())(…)" : nil
        default: nil
        }
    }

    /// Whether a function gives a number or a date for every row.
    private func givesNumber(
        _ function: WhereFunction, _ arguments: [WhereExpression], _ type: (String) -> FieldType?
    ) -> Bool {
        switch function {
        case .coalesce: arguments.allSatisfy { $0.numberName(type) != nil }
        case .nullif: arguments[0].numberName(type) != nil
        default: !function.makesText(of: arguments)
        }
    }

    /// What messages call a value that is text; `nil` for others.
    private func textName(_ type: (String) -> FieldType?) -> String? {
        switch self {
        case .field(let name): type(name) == .string ? name : nil
        case .literal(.text(let text)): "'\(text.excerpt(40))'"
        case .arithmetic(let a, .joined, let b):
            "\(a.textName(type) ?? "…") || \(b.textName(type) ?? "…")"
        case .call(let function, let arguments):
            function.makesText(of: arguments) || mayGiveText(function, arguments, type)
                ? "\(function.rawValue.uppercased())(…)" : nil
        default: nil
        }
    }

    private func mayGiveText(
        _ function: WhereFunction, _ arguments: [WhereExpression], _ type: (String) -> FieldType?
    ) -> Bool {
        switch function {
        case .coalesce: arguments.contains { $0.textName(type) != nil }
        case .nullif: arguments[0].textName(type) != nil
        default: false
        }
    }
}
