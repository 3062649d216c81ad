// What sentences call stops and barriers.

/// The names of rows that were sent without one.
///
/// On the wire, both unnamed stops and unnamed barriers are called by their position ("Location
/// 2"), as the contract requires. In a sentence they would be confused, so there an unnamed row is
/// called by its kind and number.
package enum DefaultName {
    /// Returns a row's default name. Rows are counted from 0.
    package static func ofRow(_ row: Int) -> String { "Location \(row + 1)" }

    /// Whether a row has only its default name.
    static func isMissing(_ name: String, row: Int) -> Bool {
        name.isEmpty || name == ofRow(row)
    }
}

extension StopReference {
    /// What sentences call the location: its name in quotes, or `stop 2` if it has none.
    public var label: String {
        DefaultName.isMissing(name, row: row)
            ? "\(LocationInputs.noun(of: input)) \(row + 1)" : "\"\(name)\""
    }
}

extension BarrierReference {
    /// What sentences call the barrier: `the line barrier "Fence"`, or `line barrier 2` if it has
    /// no name. The service's barriers are called standing barriers.
    public var label: String {
        let words = (BarrierClass(parameter: parameter) ?? .point).words
        let kind = isStanding ? "standing \(words)" : words
        return DefaultName.isMissing(name, row: row)
            ? "\(kind) \(row + 1)" : "the \(kind) \"\(name)\""
    }
}

extension [BarrierReference] {
    /// What sentences call the barriers: at most eight, then their number.
    public var labels: String {
        LabelList.joined(map(\.label))
    }
}

/// Joins labels in sentences.
package enum LabelList {
    /// How many labels are listed. Of the rest, only the number is given.
    private static let most = 8

    /// Joins labels with commas, and with "and" or another word before the last.
    package static func joined(_ labels: [String], with word: String = "and") -> String {
        var shown = Array(labels.prefix(most))
        if labels.count > most { shown.append("\(labels.count - most) more") }
        guard let last = shown.popLast() else { return "none" }
        return shown.isEmpty ? last : shown.joined(separator: ", ") + " \(word) " + last
    }
}
