// Column names that a dBase table has cut to ten letters.

/// Restores names that shapefiles and dBase tables have cut, such as `TimeWindow` and `TimeWind_1`.
enum CutNames {
    /// The length to which names are cut.
    private static let length = 10
    /// How many letters are left when a number is added to distinguish equal cut names.
    private static let lengthBeforeNumber = 8

    /// Returns the column names, with cut names restored.
    ///
    /// A cut name is recognized by the full names it can stand for. If several full names are cut
    /// to the same letters, they are assigned in order, provided there are as many columns as
    /// names. A single column that could be either of two keeps its cut name. Names that end in a
    /// higher number than the ones before may be absent: `TimeWindowStart2` and `TimeWindowEnd2`.
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

    /// Returns whether a group's first names can occur without the others.
    private static func isWhole(_ count: Int, of group: [String]) -> Bool {
        guard count > 0, count < group.count else { return count == group.count }
        return number(group[count]) > number(group[count - 1])
    }

    /// Returns the number at the end of a name, or 1 if there is none.
    private static func number(_ name: String) -> Int {
        Int(name.reversed().prefix { $0.isWholeNumber }.reversed().map(String.init).joined()) ?? 1
    }

    private static func cut(_ name: String) -> String { name.prefix(length).lowercased() }

    /// Returns whether a column has a cut name, perhaps with a number at its end.
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
