// The names of stops and barriers in sentences.
//
// On the wire, stops and barriers without a name are both named by their position ("Location 2"),
// as the contract requires. In a sentence the two would be confused, so there a row without a name
// is named by its kind and number.

/// The names of rows that came without one.
package enum DefaultName {
    /// The name of a row, counted from 0.
    package static func ofRow(_ row: Int) -> String { "Location \(row + 1)" }

    /// Whether a row has only the name of its position.
    static func isMissing(_ name: String, row: Int) -> Bool {
        name.isEmpty || name == ofRow(row)
    }
}

extension StopReference {
    /// The location in sentences: its name in quotes, or `stop 2` where it has none.
    public var label: String {
        DefaultName.isMissing(name, row: row)
            ? "\(LocationInputs.noun(of: input)) \(row + 1)" : "\"\(name)\""
    }
}

extension BarrierReference {
    /// The barrier in sentences: `the line barrier "Fence"`, or `line barrier 2` where it has no
    /// name; barriers of the service are standing ones.
    public var label: String {
        let words = (BarrierClass(parameter: parameter) ?? .point).words
        let kind = isStanding ? "standing \(words)" : words
        return DefaultName.isMissing(name, row: row)
            ? "\(kind) \(row + 1)" : "the \(kind) \"\(name)\""
    }
}

extension [BarrierReference] {
    /// The barriers in sentences, the first eight of many.
    public var labels: String {
        LabelList.joined(map(\.label))
    }
}

/// Lists of labels in sentences.
package enum LabelList {
    /// The most labels that are listed; of further ones only the number is.
    private static let most = 8

    /// The labels with commas, and with "and" before the last.
    package static func joined(_ labels: [String]) -> String {
        var shown = Array(labels.prefix(most))
        if labels.count > most { shown.append("\(labels.count - most) more") }
        guard let last = shown.popLast() else { return "none" }
        return shown.isEmpty ? last : shown.joined(separator: ", ") + " and " + last
    }
}
