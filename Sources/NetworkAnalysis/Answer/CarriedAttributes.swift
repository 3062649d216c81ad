// Attributes of input rows that are copied to the answer.

package import Geo

/// The attributes of an input that are not fields of its class.
package struct CarriedAttributes {
    /// The fields, as the input declares them.
    package private(set) var fields: [Field] = []
    private let rows: [Feature]
    private var positions: [Int] = []

    /// Finds the attributes to copy. Columns of object ids and of shapes are not copied.
    ///
    /// - Parameter known: The names of the fields of the class, compared without regard to case.
    package init(of set: FeatureSet?, besides known: @autoclosure () -> [String]) {
        rows = set?.features ?? []
        // Stops that are given as coordinates have no attributes.
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

    /// The values of a row, one for each of ``fields``.
    package func values(ofRow row: Int) -> [AttributeValue] {
        positions.map { position in
            rows.indices.contains(row) && position < rows[row].values.count
                ? rows[row].values[position] : .null
        }
    }
}
