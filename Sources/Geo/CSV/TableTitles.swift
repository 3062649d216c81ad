// Finds the row of column names in tables that are read row by row.

/// Skips titles and remarks above a table's column names.
///
/// Offer it the rows from the first one until it takes one. If none of the first rows names columns
/// with coordinates, the first row's error is thrown.
package struct TableTitles: Sendable {
    /// How many rows were skipped.
    package private(set) var count = 0
    private var failure: FeatureReadError?
    /// The number of the row of names.
    private var nameRow = 0

    /// Has skipped nothing.
    package init() {}

    /// Reads a row as column names.
    ///
    /// - Parameter read: Reads the names; its error means that the row has none.
    /// - Returns: What `read` returns; `nil` if the row is skipped.
    /// - Throws: The first row's error, if too many rows have no names.
    package mutating func names<Value>(
        in row: CSVReader.Row, _ read: () throws(FeatureReadError) -> Value
    ) throws(FeatureReadError) -> Value? {
        do throws(FeatureReadError) {
            let value = try read()
            nameRow = row.number
            return value
        } catch {
            failure = failure ?? error
            count += 1
            guard count < CSVFeatureReader.mostTitles else { throw failure ?? error }
            return nil
        }
    }

    /// Throws if every row was skipped.
    package func finish() throws(FeatureReadError) {
        if let failure { throw failure }
    }

    /// The remark about what is skipped; `nil` if nothing is.
    package var note: String? {
        count == 0
            ? nil : "what stands above the column names in row \(nameRow) is left out"
    }
}
