// Finds comparisons that hold for no row: text columns with numbers or dates.

package import Geo

extension WhereClause {
    /// Throws if a condition compares a text column with a number or a date, since it would
    /// silently hold for no row.
    ///
    /// Use it for conditions that people and clients write. Databases convert one of the two, each
    /// in its own way, or refuse the comparison.
    ///
    /// - Parameter isText: Returns whether a column holds texts that are neither numbers nor dates.
    /// - Throws: `FeatureStoreError.badWhere` with the column's position.
    package func checkComparisons(
        _ isText: (String) -> Bool
    ) throws(FeatureStoreError) {
        var found: String?
        root.forEachFieldBesideNumber { name in
            if found == nil, isText(name) { found = name }
        }
        guard let name = found else { return }
        throw .badWhere(
            text,
            problem: "\(name) is a column of text, which is compared with a date or number; "
                + "write the value in quotes, as the rows have it: \(name) = '2026-03-02'",
            position: position(of: name) ?? 0)
    }
}

extension LayerSchema {
    /// Throws if a condition compares a text column with a number or a date.
    ///
    /// - Throws: `FeatureStoreError.badWhere` with the problem's position.
    package func checkComparisons(of condition: String?) throws(FeatureStoreError) {
        guard let condition else { return }
        let clause: WhereClause
        do throws(WhereError) {
            // Only kinds of values matter here, whatever the time.
            clause = try WhereClause(condition, now: 0)
        } catch {
            throw .badWhere(condition, problem: error.problem, position: error.position)
        }
        try clause.checkComparisons { field(named: $0)?.type == .string }
    }
}
