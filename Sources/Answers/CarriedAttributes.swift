// Copies attributes from input rows to the answer.

package import Geo

/// The attributes of an input beyond the fields of its class.
package struct CarriedAttributes {
    /// The copied fields, as the input declares them.
    package private(set) var fields: [Field] = []
    private let rows: [Feature]
    private var positions: [Int] = []

    /// Finds the attributes to copy. Object id and shape columns are not copied.
    ///
    /// - Parameter known: The field names of the class, compared without regard to case.
    package init(of set: FeatureSet?, besides known: @autoclosure () -> [String]) {
        rows = set?.features ?? []
        // Stops sent as bare coordinates have no attributes.
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

    /// Returns a row's values, one for each of ``fields``.
    package func values(ofRow row: Int) -> [AttributeValue] {
        positions.map { position in
            rows.indices.contains(row) && position < rows[row].values.count
                ? rows[row].values[position] : .null
        }
    }
}
