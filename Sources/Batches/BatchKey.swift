// The value that a route's stops share.

package import Geo

/// The value of the grouping field that a route's stops share.
///
///     let key = BatchKey(.string("Ada"))
///     let condition = key.condition(on: "driver")    // "driver" = 'Ada'
package struct BatchKey: Sendable {
    package let value: AttributeValue

    package init(_ value: AttributeValue) { self.value = value }

    /// Whether rows with this value belong to no group, because it is null or an empty text.
    package var isMissing: Bool { value == .null || value == .string("") }

    /// The value as a route's name. Dates look like `2026-03-02`, with a time unless it is
    /// midnight.
    package var name: String {
        switch value {
        case .null: return ""
        case .integer(let number): return String(number)
        case .double(let number):
            return Int(exactly: number).map { String($0) } ?? String(number)
        case .string(let text): return text
        case .date(let milliseconds):
            let text = ISODateTime.text(milliseconds)
            return text.hasSuffix("T00:00:00Z") ? String(text.dropLast(10)) : text
        }
    }

    /// Returns a condition, in the language of ``WhereClause``, that a field has this value.
    ///
    /// - Parameter field: The field's name, with any characters.
    package func condition(on field: String) -> String {
        let name = "\"\(field.replacing("\"", with: "\"\""))\""
        switch value {
        case .null: return "\(name) IS NULL"
        case .integer(let number): return "\(name) = \(number)"
        case .double(let number): return "\(name) = \(number)"
        case .string(let text): return "\(name) = '\(text.replacing("'", with: "''"))'"
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
    /// Orders keys: null first, then numbers and dates by value, then texts by code points.
    package static func < (a: BatchKey, b: BatchKey) -> Bool {
        switch (a.value, b.value) {
        case (.string(let a), .string(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
        default: return (a.rank, a.number) < (b.rank, b.number)
        }
    }

    /// Whether two keys mean the same group. Texts are compared by code points.
    package static func == (a: BatchKey, b: BatchKey) -> Bool {
        switch (a.value, b.value) {
        case (.string(let a), .string(let b)): return a.utf8.elementsEqual(b.utf8)
        default: return (a.rank, a.number) == (b.rank, b.number)
        }
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
        if case .string(let text) = value {
            for byte in text.utf8 { hasher.combine(byte) }
        } else {
            hasher.combine(number)
        }
    }
}
