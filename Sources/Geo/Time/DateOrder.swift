// The order of day and month in dates such as 3/2/2026, which differs between countries.

/// The order of day and month.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
    /// The day first, as in most of the world.
    case dayFirst = "dmy"
    /// The month first, as in the United States.
    case monthFirst = "mdy"
}

/// What a file's dates show about the order of day and month: a number above 12 must be a day.
package struct DateEvidence: Hashable, Sendable {
    private var orders: Set<DateOrder> = []
    /// Whether any date is ambiguous.
    package private(set) var hasDoubt = false

    /// Begins without evidence.
    package init() {}

    /// Looks at all texts in a set.
    package init(_ set: FeatureSet) {
        for feature in set.features {
            for case .string(let text) in feature.values { note(cell: text) }
        }
    }

    /// Looks at a text; it counts if it is a date made from three numbers.
    package mutating func note(cell text: String) {
        let bytes = text.utf8
        // Most texts are not dates and need not be parsed.
        guard (6...60).contains(bytes.count),
            bytes.contains(UInt8(ascii: "/")) || bytes.prefix(4).contains(UInt8(ascii: "-")),
            let found = TimeText(text)
        else { return }
        note(found)
    }

    /// Looks at a date.
    package mutating func note(_ text: TimeText) {
        if let order = text.order { orders.insert(order) }
        if text.isInDoubt { hasDoubt = true }
    }

    /// Adds what other dates show.
    package mutating func add(_ other: DateEvidence) {
        orders.formUnion(other.orders)
        hasDoubt = hasDoubt || other.hasDoubt
    }

    /// The order, if all dates that show any show the same; otherwise `nil`.
    package var order: DateOrder? { orders.count == 1 ? orders.first : nil }
}
