// Token lifetimes in options.

import AccessControl
import ArgumentParser
import RouteService

/// A number of minutes, in decimal digits.
struct Minutes: ExpressibleByArgument, Comparable {
    /// The number of minutes.
    let value: Double

    /// Creates a value from a number.
    init(_ value: Double) { self.value = value }

    init?(argument: String) {
        guard let number = PlainNumber(argument) else { return nil }
        value = number.value
    }

    var defaultValueDescription: String { String(value) }

    static func < (one: Minutes, other: Minutes) -> Bool { one.value < other.value }
}
