// Form fields, and the small syntaxes their values share.

import DataStructures
import Geo

/// The fields of a query string or form body, found by name.
///
/// Names are matched exactly, and otherwise without regard to case. If a name is repeated, the last
/// value counts; to join query and body, put the body last. An empty value counts as absent.
///
/// Use ``text(_:)`` for a field's text. Operations read typed values through their declared
/// parameters.
public struct FormParameters: Sendable {
    /// A name with its decoded value.
    public struct Field: Hashable, Sendable {
        /// The name as it was sent.
        public var name: String
        /// The value, percent-decoded.
        public var value: String

        /// Creates a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The longest value in bytes, unless it is a feature set.
    public static let longestPlainValue = 200_000
    /// How many names a list may have.
    static let longestNameList = 1_000

    /// The fields as they came.
    public let fields: [Field]
    /// The values by name and by lower-case name, if there are too many fields to search one by
    /// one.
    private let tables: (exact: [String: String], folded: [String: String])?
    /// The marks of all names. A solve reads about sixty fields; most are absent, and few absent
    /// names share the mark of a present one.
    private let marks: UInt64

    /// Creates parameters from decoded fields.
    public init(_ fields: some Sequence<(name: String, value: String)>) {
        self.fields = fields.map { Field(name: $0.name, value: $0.value) }
        tables =
            self.fields.count <= Self.fewFields
            ? nil
            : (
                Dictionary(self.fields.map { ($0.name, $0.value) }) { $1 },
                Dictionary(self.fields.map { ($0.name.lowercased(), $0.value) }) { $1 }
            )
        marks = self.fields.reduce(0) { $0 | Self.mark(of: $1.name) }
    }

    private static let fewFields = 32

    /// The size of all values together.
    public var byteCount: Int { fields.reduce(0) { $0 + $1.value.utf8.count } }

    /// Returns one bit for a name, from its length and its first and last letters, ignoring case.
    ///
    /// - Complexity: O(1).
    static func mark(of name: String) -> UInt64 {
        let bytes = name.utf8
        let (first, last) = (UInt64(bytes.first ?? 0) | 0x20, UInt64(bytes.last ?? 0) | 0x20)
        return 1 << ((UInt64(bytes.count) &* 23 &+ first &* 7 &+ last &* 11) % 64)
    }

    /// Whether some field may have a name with these marks.
    func mayHave(_ marks: UInt64) -> Bool { self.marks & marks != 0 }

    /// Returns a name's value without surrounding white space or a leading byte order mark, or
    /// `nil` if it is absent or empty.
    ///
    /// - Parameter name: The name in ASCII, like all parameter names.
    public func text(_ name: String) -> String? {
        guard mayHave(Self.mark(of: name)), let value = lastValue(of: name) else { return nil }
        var trimmed = value.trimmingSpace()
        if trimmed.unicodeScalars.first == "\u{FEFF}" {
            trimmed = Substring(trimmed.unicodeScalars.dropFirst()).trimmingSpace()
        }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Whether a name's value is not blank within its first ``longestPlainValue`` bytes. Does not
    /// copy large values.
    package func hasText(_ name: String) -> Bool {
        guard mayHave(Self.mark(of: name)), let value = lastValue(of: name) else { return false }
        return value.utf8.prefix(Self.longestPlainValue).contains { $0 > 0x20 }
    }

    /// Whether the form has the field, even without a value, as for an empty control.
    package func isSent(_ name: String) -> Bool {
        mayHave(Self.mark(of: name)) && lastValue(of: name) != nil
    }

    private func lastValue(of name: String) -> String? {
        if let tables { return tables.exact[name] ?? tables.folded[name.lowercased()] }
        if let field = fields.last(where: { $0.name == name }) { return field.value }
        let folded = name.lowercased()
        return fields.last { $0.name.lowercased() == folded }?.value
    }

    /// Returns a name's value. Here `null` also counts as absent.
    func value(_ name: String) throws(RouteRequestError) -> String? {
        guard let text = text(name), !text.isNullWord else { return nil }
        guard text.utf8.count <= Self.longestPlainValue else {
            throw .invalidParameter(
                name,
                "has \(text.utf8.count) bytes; at most \(Self.longestPlainValue) are accepted")
        }
        return text
    }

    /// Reads a truth value: `true`, `false`, `1` or `0`, in any case.
    func bool(_ name: String) throws(RouteRequestError) -> Bool? {
        guard let text = try value(name) else { return nil }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default:
            throw .invalidParameter(name, "is \(text.quoted); true or false is needed")
        }
    }

    /// Reads a finite number, also in forms such as `1.7E12`.
    func number(_ name: String) throws(RouteRequestError) -> Double? {
        guard let text = try value(name) else { return nil }
        guard let number = Double(decimal: text) else {
            throw .invalidParameter(name, "is \(text.quoted); a finite number is needed")
        }
        return number
    }

    /// Reads a list of names, as `a,b,c` or as a JSON array of strings.
    func names(_ name: String) throws(RouteRequestError) -> [String]? {
        guard let text = try value(name) else { return nil }
        var names: [String] = []
        if text.first == "[" {
            guard let list = try json(name, text).array else { return nil }
            for element in list {
                guard let word = element.string else {
                    throw .invalidParameter(
                        name, "has \(element.excerpt) in its list; only strings are accepted")
                }
                names.append(String(word.trimmingSpace()))
            }
        } else {
            names = text.split(separator: ",").map { String($0.trimmingSpace()) }
        }
        guard names.count <= Self.longestNameList else {
            throw .invalidParameter(
                name, "lists \(names.count) names; at most \(Self.longestNameList) are accepted")
        }
        return names.filter { !$0.isEmpty }
    }

    /// Reads a word of an enumeration, in any case. For units, the word for an unknown unit counts
    /// as absent.
    func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ type: Word.Type, accepted: (Word) -> Bool = { _ in true }
    ) throws(RouteRequestError) -> Word? where Word.RawValue == String {
        guard let text = try value(name) else { return nil }
        let wanted = text.lowercased()
        if let word = Word.allCases.first(where: {
            $0.rawValue.lowercased() == wanted && accepted($0)
        }) {
            return word
        }
        let words = Word.allCases.filter(accepted).map(\.rawValue)
        if UnknownUnits.areUnits(words), UnknownUnits.isUnknown(text) { return nil }
        throw .invalidParameter(
            name,
            "is \(text.quoted); one of \(words.joined(separator: ", ")) is needed"
                + NearestName.question(for: text, among: words))
    }

    /// Parses a value as JSON.
    func json(
        _ name: String, _ text: String, limits: JSONLimits = JSONLimits()
    ) throws(RouteRequestError) -> JSONValue {
        do {
            return try JSONValue.parse(text, limits: limits)
        } catch {
            throw .invalidParameter(name, "is not valid JSON at \(error)")
        }
    }
}

extension StringProtocol {
    /// Returns the text without surrounding white space.
    ///
    /// - Complexity: O(*n*) for *n* characters of white space.
    package func trimmingSpace() -> SubSequence {
        if let first = unicodeScalars.first, let last = unicodeScalars.last, Self.isInk(first),
            Self.isInk(last)
        {
            return self[...]
        }
        // By scalars and indices, because a value may consist of a hundred thousand blanks.
        let scalars = unicodeScalars
        var (start, end) = (scalars.startIndex, scalars.endIndex)
        while start < end, scalars[start].properties.isWhitespace {
            scalars.formIndex(after: &start)
        }
        while start < end {
            let last = scalars.index(before: end)
            guard scalars[last].properties.isWhitespace else { break }
            end = last
        }
        return self[start..<end]
    }

    /// Whether a character is visible ASCII.
    private static func isInk(_ character: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(character.value)
    }

    /// Whether the text is the word `null`, in any case.
    var isNullWord: Bool { utf8.count == 4 && lowercased() == "null" }

    /// The text in quotes, cut to a length that suits a message.
    var quoted: String { "\"" + prefix(60) + (dropFirst(60).isEmpty ? "\"" : "…\"") }
}
