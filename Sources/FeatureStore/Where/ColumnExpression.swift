// Checks expressions for new values against a layer's columns.

import DataStructures
package import Geo

extension LayerSchema {
    /// Reads an expression for the new values of a column.
    ///
    /// A database refuses an unknown column and arithmetic on texts; evaluated here, both would
    /// silently be null (``KindMistake``).
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
        if let mistake = expression.root.kindMistake({ type(of: $0) }) {
            throw .badRequest(mistake.problem)
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
