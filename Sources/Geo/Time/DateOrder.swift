// The order of day and month in dates such as 3/2/2026, which countries write differently.

/// The order of day and month.
public enum DateOrder: String, Hashable, Sendable, CaseIterable {
    /// The day first, as in most of the world.
    case dayFirst = "dmy"
    /// The month first, as in the United States.
    case monthFirst = "mdy"
}

/// What the dates of a file show of the order of their day and month: one of them is above 12.
package struct DateEvidence: Hashable, Sendable {
    private var orders: Set<DateOrder> = []
    /// Whether some date has either order.
    package private(set) var hasDoubt = false

    /// No evidence.
    package init() {}

    /// The evidence of the texts of some rows.
    package init(_ set: FeatureSet) {
        for feature in set.features {
            for case .string(let text) in feature.values { note(cell: text) }
        }
    }

    /// Notes a text if it is a date of three numbers.
    package mutating func note(cell text: String) {
        let bytes = text.utf8
        // Most texts are none: they need not be read.
        guard (6...60).contains(bytes.count),
            bytes.contains(UInt8(ascii: "/")) || bytes.prefix(4).contains(UInt8(ascii: "-")),
            let found = TimeText(text)
        else { return }
        note(found)
    }

    /// Notes a date.
    package mutating func note(_ text: TimeText) {
        if let order = text.order { orders.insert(order) }
        if text.isInDoubt { hasDoubt = true }
    }

    /// Adds what other dates show.
    package mutating func add(_ other: DateEvidence) {
        orders.formUnion(other.orders)
        hasDoubt = hasDoubt || other.hasDoubt
    }

    /// The only order that is shown; `nil` where there is none, or both.
    package var order: DateOrder? { orders.count == 1 ? orders.first : nil }
}
