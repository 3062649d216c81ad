// The value that a route's stops share.

package import Geo
import RouteAPI

/// The value of the grouping field that a route's stops share.
///
///     let key = BatchKey(.string("Ada"))
///     let condition = key.condition(on: "driver")    // "driver" = 'Ada'
///
/// Texts are compared like names of routes, without regard to case: `Ada` and `ADA` are one group.
/// Its name is the first spelling.
package struct BatchKey: Sendable {
    package let value: AttributeValue
    /// Other spellings in the rows; empty if all rows spell it alike, or if the value is no text.
    package private(set) var otherSpellings: [String] = []
    /// What texts are compared by; `nil` for other values.
    private let text: RouteNameKey?

    package init(_ value: AttributeValue) {
        self.value = value
        text = if case .string(let text) = value { RouteNameKey(text) } else { nil }
    }

    /// Makes the groups of a field's different values.
    ///
    /// - Returns: The keys in order, each with all its spellings.
    /// - Complexity: O(*n* log *n*) for *n* values.
    package static func keys(of values: [AttributeValue]) -> [BatchKey] {
        var keys: [BatchKey] = []
        var places: [BatchKey: Int] = [:]
        for value in values {
            let key = BatchKey(value)
            guard let place = places[key] else {
                places[key] = keys.count
                keys.append(key)
                continue
            }
            if case .string(let spelling) = value { keys[place].otherSpellings.append(spelling) }
        }
        return keys.sorted()
    }

    /// Whether rows with this value belong to no group, because it is null or a blank text.
    package var isMissing: Bool { value == .null || text?.isEmpty == true }

    /// The value as a route's name. Dates look like `2026-03-02`, with a time unless it is
    /// midnight.
    package var name: String {
        switch value {
        case .null: return ""
        case .integer(let number): return String(number)
        case .double(let number):
            return Int(exactly: number).map { String($0) } ?? String(number)
        case .string(let text): return text.trimmingBlanks
        case .date(let milliseconds):
            let text = ISODateTime.text(milliseconds)
            return text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
        }
    }

    /// Returns a condition, in the language of ``WhereClause``, that a field has this value, in any
    /// of its spellings.
    ///
    /// - Parameter field: The field's name, with any characters.
    package func condition(on field: String) -> String {
        let name = "\"\(field.replacing("\"", with: "\"\""))\""
        switch value {
        case .null: return "\(name) IS NULL"
        case .integer(let number): return "\(name) = \(number)"
        case .double(let number): return "\(name) = \(number)"
        case .string(let text):
            let literals = ([text] + otherSpellings).map {
                "'\($0.replacing("'", with: "''"))'"
            }
            return literals.count == 1
                ? "\(name) = \(literals[0])" : "\(name) IN (\(literals.joined(separator: ", ")))"
        case .date(let milliseconds): return "\(name) = \(Self.literal(ofDate: milliseconds))"
        }
    }

    /// Writes an instant for a condition: as a timestamp, or in milliseconds if it has a fraction
    /// of a second or a year without four digits.
    private static func literal(ofDate milliseconds: Int64) -> String {
        let text = ISODateTime.text(milliseconds)
        guard text.utf8.count == 20, text.first != "-" else { return String(milliseconds) }
        return "TIMESTAMP '\(text.dropLast().replacing("T", with: " "))'"
    }
}

extension BatchKey: Comparable {
    /// Orders keys: null first, then numbers and dates by value, then texts.
    package static func < (a: BatchKey, b: BatchKey) -> Bool {
        if let a = a.text, let b = b.text { return a < b }
        return (a.rank, a.number) < (b.rank, b.number)
    }

    /// Whether two keys mean the same group.
    package static func == (a: BatchKey, b: BatchKey) -> Bool {
        (a.rank, a.number) == (b.rank, b.number) && a.text == b.text
    }

    private var rank: Int {
        switch value {
        case .null: 0
        case .integer, .double, .date: 1
        case .string: 2
        }
    }

    private var number: Double {
        switch value {
        case .null, .string: 0
        case .integer(let number): Double(number)
        case .double(let number): number
        case .date(let milliseconds): Double(milliseconds)
        }
    }
}

extension BatchKey: Hashable {
    /// Hashes what the comparison sees.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        hasher.combine(number)
        hasher.combine(text)
    }
}
