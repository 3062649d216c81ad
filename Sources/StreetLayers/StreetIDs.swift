// The streets' own ids, where they can be ids of ways.

import Geo

/// The ids in a layer's own columns. If every street has a whole positive number of its own, these
/// are the ways' ids.
struct StreetIDs {
    /// The greatest whole number that every client of JSON reads exactly.
    private static let greatest = 1 << 53

    /// Why the ids cannot be used; `nil` while they can.
    private(set) var problem: String?
    private var known: Set<Int> = []
    private var hasColumn = false

    /// The greatest id, if all can be used.
    var greatest: Int? { hasColumn && problem == nil ? known.max() : nil }

    /// Takes note of a layer and the name of its column.
    mutating func begin(_ layer: String, column: String?, isFirst: Bool) {
        if column != nil, !isFirst, !hasColumn { fail("the layers before \(layer) have none") }
        if column == nil, hasColumn { fail("\(layer) has none") }
        hasColumn = hasColumn || column != nil
    }

    /// Returns a street's id; `nil` if ids cannot be used.
    mutating func id(_ value: AttributeValue, row: Int, column: String) -> Int? {
        guard problem == nil else { return nil }
        guard let text = StreetValue.text(value), let id = Int(text), id > 0, id <= Self.greatest
        else {
            let found = StreetValue.text(value).map { "\"\($0.excerpt(40))\"" } ?? "nothing"
            fail(
                "\(column) is \(found) in row \(row), which is not a whole positive number up to "
                    + "\(Self.greatest)")
            return nil
        }
        guard known.insert(id).inserted else {
            fail("\(column) is \(id) also in row \(row)")
            return nil
        }
        return id
    }

    private mutating func fail(_ reason: String) {
        problem = problem ?? reason
        known = []
    }
}
