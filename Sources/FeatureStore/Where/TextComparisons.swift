// Comparisons that hold for no row: of columns of text with numbers and dates.

package import Geo

extension WhereClause {
    /// Refuses a condition that compares a column of text with a number or a date: it would hold
    /// for no row, and say nothing.
    ///
    /// Requests of clients are answered as in SQL; this is for conditions on a command line.
    ///
    /// - Parameter isText: Whether a column has texts that are neither.
    /// - Throws: `FeatureStoreError.badWhere` with the place of the column.
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
    /// Refuses a condition that compares a column of text with a number or a date.
    ///
    /// - Throws: `FeatureStoreError.badWhere` with the place of the problem.
    package func checkComparisons(of condition: String?) throws(FeatureStoreError) {
        guard let condition else { return }
        let clause: WhereClause
        do throws(WhereError) {
            clause = try WhereClause(condition)
        } catch {
            throw .badWhere(condition, problem: error.problem, position: error.position)
        }
        try clause.checkComparisons { field(named: $0)?.type == .string }
    }
}
