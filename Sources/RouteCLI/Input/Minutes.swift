// Times of tokens, as options take them.

import AccessControl
import ArgumentParser
import RouteService

/// A number of minutes, in decimal digits.
struct Minutes: ExpressibleByArgument, Comparable {
    /// The number.
    let value: Double

    /// Takes a number that is known.
    init(_ value: Double) { self.value = value }

    init?(argument: String) {
        guard let number = PlainNumber(argument) else { return nil }
        value = number.value
    }

    var defaultValueDescription: String { String(value) }

    static func < (one: Minutes, other: Minutes) -> Bool { one.value < other.value }
}
