// Values compared for distinctness.

import Geo

/// A value that is equal to others exactly if conditions find them equal; texts compare by code
/// points.
struct DistinctValue: Hashable, Comparable {
    let value: AttributeValue

    init(_ value: AttributeValue) { self.value = value }

    static func == (a: DistinctValue, b: DistinctValue) -> Bool {
        if case .string(let a) = a.value, case .string(let b) = b.value {
            return a.utf8.elementsEqual(b.utf8)
        }
        return a.value == b.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }

    /// Sorts null first, then numbers and dates, then texts.
    static func < (a: DistinctValue, b: DistinctValue) -> Bool {
        switch (a.value, b.value) {
        case (.null, .null): return false
        case (.null, _): return true
        case (_, .null): return false
        case (.string(let a), .string(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.string, _): return false
        case (_, .string): return true
        case (.integer(let a), .integer(let b)): return a < b
        case (.date(let a), .date(let b)): return a < b
        default: return number(a.value) < number(b.value)
        }
    }

    private static func number(_ value: AttributeValue) -> Double {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .date(let milliseconds): Double(milliseconds)
        case .null, .string: 0
        }
    }
}
