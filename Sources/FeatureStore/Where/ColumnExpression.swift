// Checks expressions for new values against a layer's columns.

import DataStructures
package import Geo

extension LayerSchema {
    /// Reads an expression for the new values of a column.
    ///
    /// A database refuses an unknown column and arithmetic on texts; evaluated here, both would
    /// silently be null.
    ///
    /// - Parameter now: The time that `CURRENT_TIMESTAMP` stands for.
    /// - Throws: ``FeatureStoreError/badRequest(_:)`` saying what was found and where.
    package func expression(
        _ text: String, at now: Int64
    ) throws(FeatureStoreError) -> FieldExpression {
        let expression: FieldExpression
        do throws(WhereError) {
            expression = try FieldExpression(text, now: now, dates: dateFields)
        } catch {
            throw .badRequest("\(error)")
        }
        for name in expression.program.fields { try requireColumn(name) }
        if let name = expression.root.textInArithmetic({ type(of: $0) == .string }) {
            throw .badRequest(WhereExpression.textInArithmetic(name))
        }
        return expression
    }

    /// Checks that a column exists.
    ///
    /// - Throws: ``FeatureStoreError/noField(_:layer:known:nearest:)``.
    package func requireColumn(_ name: String) throws(FeatureStoreError) {
        if type(of: name) != nil { return }
        let known = [objectIDField] + fields.map(\.name)
        throw .noField(
            name, layer: self.name, known: known, nearest: NearestName.of(name, among: known))
    }
}

extension WhereExpression {
    /// Says that an operand of arithmetic is text.
    static func textInArithmetic(_ name: String) -> String {
        "\(name) is text, and + - * / need numbers; join texts by ||, or write "
            + "CAST(\(name) AS FLOAT)"
    }

    /// Returns the first operand of `+`, `-`, `*` or `/` that is text: a column, a value in quotes,
    /// or what makes a text, as messages call it.
    func textInArithmetic(_ isText: (String) -> Bool) -> String? {
        switch self {
        case .literal, .field: return nil
        case .arithmetic(let a, let operation, let b):
            if operation != .joined {
                for part in [a, b] { if let name = part.textName(isText) { return name } }
            }
            return a.textInArithmetic(isText) ?? b.textInArithmetic(isText)
        case .compare(let a, _, let b), .like(let a, let b, _):
            return a.textInArithmetic(isText) ?? b.textInArithmetic(isText)
        case .isNull(let inner), .not(let inner): return inner.textInArithmetic(isText)
        case .call(_, let parts), .and(let parts), .or(let parts):
            for part in parts { if let found = part.textInArithmetic(isText) { return found } }
            return nil
        }
    }

    /// What messages call a value that is text; `nil` for others.
    private func textName(_ isText: (String) -> Bool) -> String? {
        switch self {
        case .field(let name): isText(name) ? name : nil
        case .literal(.text(let text)): "'\(text.excerpt(40))'"
        case .arithmetic(let a, .joined, let b):
            "\(a.textName(isText) ?? "…") || \(b.textName(isText) ?? "…")"
        case .call(let function, let arguments):
            function.makesText(of: arguments) ? "\(function.rawValue.uppercased())(…)" : nil
        default: nil
        }
    }
}
