// Names of columns that a table of dBase has cut to ten letters.

/// Restores names that shapefiles and tables of dBase have cut, `TimeWindow` and `TimeWind_1`.
enum CutNames {
    /// The letters of a name.
    private static let length = 10
    /// The letters before the number of a name that is like another.
    private static let lengthBeforeNumber = 8

    /// The names of columns, those that are cut in full.
    ///
    /// A cut name is known by the names that it can stand for. Where several are cut to the same
    /// letters, as many columns as there are names have them in their order; one column of two
    /// could be either, and keeps its name. Names with a higher number at their end than those
    /// before may be absent: `TimeWindowStart2` and `TimeWindowEnd2`.
    ///
    /// - Parameter known: The names that columns may have, in their order in files.
    /// - Complexity: O(*n* *m*) in the columns and the known names.
    static func restored(_ names: [String], among known: [String]) -> [String] {
        var restored = names
        let present = Set(names.map { $0.lowercased() })
        let missing = known.filter { $0.utf8.count > length && !present.contains($0.lowercased()) }
        for group in Dictionary(grouping: missing, by: { cut($0) }).values {
            let places = names.indices.filter { isCut(names[$0], from: cut(group[0])) }
            guard isWhole(places.count, of: group) else { continue }
            for (place, name) in zip(places, group) { restored[place] = name }
        }
        return restored
    }

    /// Whether the first names of a group can stand for themselves.
    private static func isWhole(_ count: Int, of group: [String]) -> Bool {
        guard count > 0, count < group.count else { return count == group.count }
        return number(group[count]) > number(group[count - 1])
    }

    /// The number at the end of a name, 1 where there is none.
    private static func number(_ name: String) -> Int {
        Int(name.reversed().prefix { $0.isWholeNumber }.reversed().map(String.init).joined()) ?? 1
    }

    private static func cut(_ name: String) -> String { name.prefix(length).lowercased() }

    /// Whether a column has a cut name, or that with a number for a second one.
    private static func isCut(_ name: String, from cut: String) -> Bool {
        let name = name.lowercased()
        if name == cut { return true }
        guard name.count == length, name.hasPrefix(cut.prefix(lengthBeforeNumber)) else {
            return false
        }
        let end = name.dropFirst(lengthBeforeNumber)
        return end.first == "_" && end.last?.isNumber == true || Int(end) != nil
    }
}
