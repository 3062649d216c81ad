// Reads input rows' attributes by the field names of their class.

package import Geo
import RoadNetwork
import RouteAPI

/// Reads typed values from a feature's attributes; names match without regard to case.
package struct FeatureFields {
    private let names: [String]
    /// Whether some field may be a cost: `Attr_` with a cost's name.
    let haveCosts: Bool
    /// Whether some field may be a cutoff: `Cutoff_` with a cost's name.
    let haveCutoffs: Bool

    init(_ features: FeatureSet) {
        names = features.fields.map(\.name)
        haveCosts = names.contains { Self.isSame("Attr_", $0.prefix(5)) }
        haveCutoffs = names.contains { Self.isSame("Cutoff_", $0.prefix(7)) }
    }

    func value(_ name: String, _ feature: Feature) -> AttributeValue {
        // Rows have few fields, mostly of different lengths: comparing is faster than hashing.
        guard let position = names.firstIndex(where: { Self.isSame(name, $0) }),
            position < feature.values.count
        else { return .null }
        return feature.values[position]
    }

    /// Whether a text is a known name, ignoring case; known names are ASCII.
    private static func isSame(_ name: String, _ text: some StringProtocol) -> Bool {
        let (own, other) = (name.utf8, text.utf8)
        return own.count == other.count
            && zip(own, other).allSatisfy { $0 == $1 || $0 | 0x20 == $1 | 0x20 }
    }

    /// Returns the value as text without surrounding blanks, numbers included; `nil` for null and
    /// blank text.
    func string(_ name: String, _ feature: Feature) -> String? {
        Self.text(value(name, feature))
    }

    /// Returns a name as one line, as sentences and tables need it: line breaks and tabs within, as
    /// cells of spreadsheets have them, become a blank.
    func name(_ field: String, _ feature: Feature) -> String? {
        guard let text = string(field, feature) else { return nil }
        let breaks: (Character) -> Bool = { $0.isNewline || $0 == "\t" }
        guard text.contains(where: breaks) else { return text }
        return text.split(whereSeparator: breaks).map { String($0).trimmingBlanks }
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns a value as text without surrounding blanks, numbers included; `nil` for null and
    /// blank text.
    package static func text(_ value: AttributeValue) -> String? {
        switch value {
        case .null: nil
        case .string(let text): text.trimmingBlanks.nilIfEmpty
        case .integer(let number): String(number)
        case .double(let number):
            // Ids may have more digits than a double holds exactly, but no decimals.
            number == number.rounded() && abs(number) < 9e18
                ? String(Int(number)) : String(number)
        case .date(let milliseconds): String(milliseconds)
        }
    }

    /// Returns a number, even if it was sent as text; `nil` for null.
    ///
    /// - Throws: An error naming the field, if text is not a number.
    func number(_ name: String, _ feature: Feature) throws(FieldError) -> Double? {
        switch value(name, feature) {
        case .null: return nil
        case .integer(let number): return Double(number)
        case .double(let number): return number
        case .date(let milliseconds): return Double(milliseconds)
        case .string(let text):
            let trimmed = text.filter { !$0.isWhitespace }
            if trimmed.isEmpty || trimmed.isMissingWord { return nil }
            if let number = Double(trimmed), number.isFinite { return number }
            guard let number = WrittenNumber(trimmed) else {
                throw FieldError(text: "\(name) is \"\(text)\", which is not a number")
            }
            do throws(FeatureReadError) {
                return try number.certainValue(of: name, trimmed)
            } catch {
                throw FieldError(text: error.reason)
            }
        }
    }

    /// Returns the `Attr_` values, one for each cost and `nil` where there is none.
    ///
    /// A cost has a field by its name or by an alias. If it has several, the first nonzero value
    /// counts, since zeros may mean absent values. A text such as `0:05:00` is a time.
    func values(
        of costs: [CostAttribute], _ feature: Feature
    ) throws(FieldError) -> [(field: String, value: Double)?] {
        var values: [(field: String, value: Double)?] = []
        values.reserveCapacity(costs.count)
        for cost in costs {
            var found: (field: String, value: Double)?
            for name in cost.names where (found?.value ?? 0) == 0 {
                let field = "Attr_\(name)"
                var value = NetworkUnit(rawValue: cost.units)?.seconds
                    .flatMap { duration(field, feature, unitSeconds: $0) }
                if value == nil { value = try number(field, feature) }
                guard let value else { continue }
                if found == nil || value != 0 { found = (field, value) }
            }
            values.append(found)
        }
        return values
    }

    /// Returns a time that a text writes as hours, minutes and seconds, as workbooks have it; `nil`
    /// for anything else. Two numbers are in doubt: hours and minutes, or minutes and seconds.
    private func duration(_ name: String, _ feature: Feature, unitSeconds: Double) -> Double? {
        guard case .string(let text) = value(name, feature) else { return nil }
        let parts = text.trimmingBlanks.split(separator: ":", omittingEmptySubsequences: false)
            .map { part in
                part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
                    ? Double(part) : nil
            }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1],
            let seconds = parts[2], hours < 1_000, minutes < 60, seconds < 60,
            hours == hours.rounded(), minutes == minutes.rounded()
        else { return nil }
        return (hours * 3_600 + minutes * 60 + seconds) / unitSeconds
    }

    /// Returns a whole number within a range; `nil` for null.
    func integer(
        _ name: String, _ feature: Feature, in range: ClosedRange<Int>
    ) throws(FieldError) -> Int? {
        guard let number = try number(name, feature) else { return nil }
        guard number == number.rounded(), number >= Double(range.lowerBound),
            number <= Double(range.upperBound)
        else {
            throw FieldError(
                text: "\(name) is \(number.formattedForMessage); it must be a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }

    /// Returns a text in which no digit is; `nil` for everything else, and for words for none.
    func word(_ name: String, _ feature: Feature) -> String? {
        guard case .string(let text) = value(name, feature) else { return nil }
        let trimmed = text.trimmingBlanks
        let isWord =
            !trimmed.isEmpty && !trimmed.isMissingWord
            && !trimmed.contains { $0.isNumber }
        return isWord ? trimmed : nil
    }

    /// Returns whether a field says yes: the word true or false in any case, or 1 or 0; `nil` for
    /// null.
    func flag(_ name: String, _ feature: Feature) throws(FieldError) -> Bool? {
        guard case .string(let text) = value(name, feature) else {
            return try integer(name, feature, in: 0...1).map { $0 == 1 }
        }
        let word = text.trimmingBlanks.lowercased()
        switch word {
        case "": return nil
        case "true": return true
        case "false": return false
        default:
            if let number = Double(word), number == 0 || number == 1 { return number == 1 }
            throw FieldError(
                text: "\(name) is \"\(text.excerpt())\"; true, false, 1 or 0 is needed")
        }
    }
}

/// An unusable field value; the text names the field, the value and what would work.
struct FieldError: Error {
    var text: String
}

extension Double {
    /// The number, without a fraction if it is whole.
    package var formattedForMessage: String {
        self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self)
    }
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
