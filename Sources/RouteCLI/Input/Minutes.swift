// Token lifetimes in options.

import AccessControl
import ArgumentParser
import RouteService

/// Minutes, in decimal digits.
struct Minutes: ExpressibleByArgument, Comparable {
    let value: Double

    init(_ value: Double) { self.value = value }

    init?(argument: String) {
        guard let number = PlainNumber(argument) else { return nil }
        value = number.value
    }

    var defaultValueDescription: String { String(value) }

    static func < (one: Minutes, other: Minutes) -> Bool { one.value < other.value }
}
