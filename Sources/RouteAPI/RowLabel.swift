// What sentences call stops and barriers.
//
// A row without a name is named by its position on the wire ("Location 2"), stops and barriers
// alike: the contract says so. In a sentence that would be two things of one name, so that there a
// row without a name of its own is called by its kind and number.

/// The names of rows that came without one.
package enum DefaultName {
    /// The name of a row, counted from 0.
    package static func ofRow(_ row: Int) -> String { "Location \(row + 1)" }

    /// Whether a row has no name but that of its position.
    static func isMissing(_ name: String, row: Int) -> Bool {
        name.isEmpty || name == ofRow(row)
    }
}

extension StopReference {
    /// What a sentence calls the location: its name in quotes, or `stop 2` where it has none.
    public var label: String {
        DefaultName.isMissing(name, row: row)
            ? "\(LocationInputs.noun(of: input)) \(row + 1)" : "\"\(name)\""
    }
}

extension BarrierReference {
    /// What a sentence calls the barrier: `the line barrier "Fence"`, or `line barrier 2` where it
    /// has no name.
    public var label: String {
        let kind = (BarrierClass(parameter: parameter) ?? .point).words
        return DefaultName.isMissing(name, row: row)
            ? "\(kind) \(row + 1)" : "the \(kind) \"\(name)\""
    }
}

extension [BarrierReference] {
    /// What a sentence calls the barriers, the first eight of many.
    public var labels: String {
        LabelList.joined(map(\.label))
    }
}

/// Labels in a row, as a sentence has them.
package enum LabelList {
    /// Labels that are named; of more only the number is told.
    private static let most = 8

    /// The labels with commas, and with "and" before the last.
    package static func joined(_ labels: [String]) -> String {
        var shown = Array(labels.prefix(most))
        if labels.count > most { shown.append("\(labels.count - most) more") }
        guard let last = shown.popLast() else { return "none" }
        return shown.isEmpty ? last : shown.joined(separator: ", ") + " and " + last
    }
}
