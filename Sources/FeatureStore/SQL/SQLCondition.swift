// A condition for the database, with the values it is asked with.

/// A condition in SQL, with its parameter values.
///
/// Parameters are `?` and bound in the order of the text.
struct SQLCondition: Hashable {
    /// Holds for all rows.
    static let all = SQLCondition("1 = 1")
    /// Holds for no row.
    static let none = SQLCondition("1 = 0")

    var text: String
    var values: [SQLValue]

    init(_ text: String, _ values: [SQLValue] = []) {
        self.text = text
        self.values = values
    }

    /// Joins conditions by AND or OR as a tree with depth O(log *n*), because SQLite refuses
    /// expressions deeper than 1,000.
    init(joining parts: [SQLCondition], by operation: String) {
        switch parts.count {
        case 0: self = operation == "AND" ? .all : .none
        case 1: self = parts[0]
        default:
            let middle = parts.count / 2
            let left = SQLCondition(joining: Array(parts[..<middle]), by: operation)
            let right = SQLCondition(joining: Array(parts[middle...]), by: operation)
            self.init("(\(left.text) \(operation) \(right.text))", left.values + right.values)
        }
    }
}
