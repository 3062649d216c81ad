// Form fields, and the small syntaxes their values share.

import DataStructures
import Geo

/// The fields of a query string or form body, found by name.
///
/// Names are matched exactly, and where that fails without regard to case. Of repeated names the
/// last counts, so a caller that joins query and body puts the body last. An empty value is an
/// absent one.
public struct FormParameters: Sendable {
    /// A name with its decoded value.
    public struct Field: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The value, percent-decoded.
        public var value: String

        /// Makes a field.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The greatest number of bytes of a value that is not a feature set.
    public static let longestPlainValue = 200_000
    /// The greatest number of names in a list.
    static let longestNameList = 1_000

    /// The fields as they came.
    public let fields: [Field]
    /// The values by name and by name in lower case, when there are too many fields to search one
    /// after another.
    private let tables: (exact: [String: String], folded: [String: String])?
    /// The marks of all names. A solve reads some sixty fields, most of which are absent, and few
    /// absent names have the mark of a present one.
    private let marks: UInt64

    /// Makes parameters from decoded fields.
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

    /// The bytes of all values together.
    public var byteCount: Int { fields.reduce(0) { $0 + $1.value.utf8.count } }

    /// One bit for a name, by its length, its first and its last letter, in any case.
    ///
    /// - Complexity: O(1).
    static func mark(of name: String) -> UInt64 {
        let bytes = name.utf8
        let (first, last) = (UInt64(bytes.first ?? 0) | 0x20, UInt64(bytes.last ?? 0) | 0x20)
        return 1 << ((UInt64(bytes.count) &* 23 &+ first &* 7 &+ last &* 11) % 64)
    }

    /// Whether some field may have one of the names with these marks.
    func mayHave(_ marks: UInt64) -> Bool { self.marks & marks != 0 }

    /// The value of a name, trimmed of white space and of a byte order mark before it, or `nil`
    /// when it is absent or empty.
    ///
    /// - Parameter name: In ASCII, as all names of parameters are.
    public func text(_ name: String) -> String? {
        guard mayHave(Self.mark(of: name)), let value = lastValue(of: name) else { return nil }
        var trimmed = value.trimmingSpace()
        if trimmed.unicodeScalars.first == "\u{FEFF}" {
            trimmed = Substring(trimmed.unicodeScalars.dropFirst()).trimmingSpace()
        }
        return trimmed.isEmpty ? nil : String(trimmed)
    }

    /// Whether a name has a value that is not blank within its first ``longestPlainValue`` bytes,
    /// without copying a large one.
    package func hasText(_ name: String) -> Bool {
        guard mayHave(Self.mark(of: name)), let value = lastValue(of: name) else { return false }
        return value.utf8.prefix(Self.longestPlainValue).contains { $0 > 0x20 }
    }

    /// Whether a field has a name, also one without a value, as an empty control of a form.
    package func isSent(_ name: String) -> Bool {
        mayHave(Self.mark(of: name)) && lastValue(of: name) != nil
    }

    private func lastValue(of name: String) -> String? {
        if let tables { return tables.exact[name] ?? tables.folded[name.lowercased()] }
        if let field = fields.last(where: { $0.name == name }) { return field.value }
        let folded = name.lowercased()
        return fields.last { $0.name.lowercased() == folded }?.value
    }

    /// The value of a name, where `null` means absent too.
    func value(_ name: String) throws(RouteRequestError) -> String? {
        guard let text = text(name), !text.isNullWord else { return nil }
        guard text.utf8.count <= Self.longestPlainValue else {
            throw .invalidParameter(
                name,
                "has \(text.utf8.count) bytes; at most \(Self.longestPlainValue) are accepted")
        }
        return text
    }

    /// A truth value: `true`, `false`, `1` or `0`, in any case.
    func bool(_ name: String) throws(RouteRequestError) -> Bool? {
        guard let text = try value(name) else { return nil }
        switch text.lowercased() {
        case "true", "1": return true
        case "false", "0": return false
        default:
            throw .invalidParameter(name, "is \(text.quoted); true or false is needed")
        }
    }

    /// A finite number, also in forms such as `1.7E12`.
    func number(_ name: String) throws(RouteRequestError) -> Double? {
        guard let text = try value(name) else { return nil }
        guard let number = Self.decimal(text) else {
            throw .invalidParameter(name, "is \(text.quoted); a finite number is needed")
        }
        return number
    }

    /// A finite number in decimal digits; hexadecimal ones, which Swift also reads, are rejected.
    static func decimal(_ text: String) -> Double? {
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let number = Double(text), number.isFinite
        else { return nil }
        return number
    }

    /// A list of names, as `a,b,c` or as a JSON array of strings.
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

    /// One of an enumeration's words, in any case. For units, the word for an unknown unit is read
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

    /// A value as JSON.
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
    /// The text, trimmed of white space.
    ///
    /// - Complexity: O(*n*) in the length of the white space.
    package func trimmingSpace() -> SubSequence {
        if let first = unicodeScalars.first, let last = unicodeScalars.last, Self.isInk(first),
            Self.isInk(last)
        {
            return self[...]
        }
        // By scalars and indices: a value may consist of a hundred thousand blanks.
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

    /// Whether a character is a visible one of ASCII.
    private static func isInk(_ character: Unicode.Scalar) -> Bool {
        (0x21...0x7E).contains(character.value)
    }

    /// Whether the text is the word `null`, in any case.
    var isNullWord: Bool { utf8.count == 4 && lowercased() == "null" }

    /// The text in quotes, cut to a length that suits a message.
    var quoted: String { "\"" + prefix(60) + (dropFirst(60).isEmpty ? "\"" : "…\"") }
}
