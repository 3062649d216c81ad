// Attributes of input rows that no class knows, carried over to the answer.

package import Geo

/// The attributes of an input that are not fields of its class.
package struct CarriedAttributes {
    /// The fields, as the input declares them.
    package private(set) var fields: [Field] = []
    private let rows: [Feature]
    private var positions: [Int] = []

    /// Finds the attributes to carry.
    ///
    /// - Parameter known: The names of the class's own fields; they match in any case. Columns of
    ///   object ids and of shapes are the table's and not the rows'.
    package init(of set: FeatureSet?, besides known: @autoclosure () -> [String]) {
        rows = set?.features ?? []
        // Stops given as bare coordinates bring nothing along.
        guard let given = set?.fields, !given.isEmpty else { return }
        let known = Set(known().map { $0.lowercased() } + ["shape", "fid"])
        var seen: Set<String> = []
        for (position, field) in given.enumerated() {
            let name = field.name.lowercased()
            guard !known.contains(name), field.type != .objectID, seen.insert(name).inserted
            else { continue }
            fields.append(field)
            positions.append(position)
        }
    }

    /// The values of a row, one for each of the fields.
    package func values(ofRow row: Int) -> [AttributeValue] {
        positions.map { position in
            rows.indices.contains(row) && position < rows[row].values.count
                ? rows[row].values[position] : .null
        }
    }
}
