// Columns of requests' rows, named by the columns that analysis classes declare.

package import Geo

extension FeatureColumn {
    /// Declares texts in an input's column.
    package init(_ column: Column, _ text: @escaping (Row) -> String?) {
        self.init(column.name, text)
    }

    /// Declares whole numbers in an input's column.
    package init(_ column: Column, _ number: @escaping (Row) -> Int?) {
        self.init(column.name, number)
    }

    /// Declares numbers in an input's column.
    package init(_ column: Column, _ number: @escaping (Row) -> Double?) {
        self.init(column.name, number)
    }
}
