// The tags of one object, read with the suffixes that limit a tag to one direction.

/// A direction along the drawn line of a way.
enum LineDirection: CaseIterable, Sendable {
    /// As the line is drawn.
    case forward
    /// Against the line.
    case backward

    /// What a key ends with that is about this direction only.
    var suffix: String { self == .forward ? ":forward" : ":backward" }

    /// A key without its direction, and the direction if it has one.
    static func plainKey(_ key: String) -> (key: String, direction: LineDirection?) {
        for direction in allCases where key.hasSuffix(direction.suffix) {
            return (String(key.dropLast(direction.suffix.count)), direction)
        }
        return (key, nil)
    }
}

/// The tags of one object.
struct TagSet: Sendable, ExpressibleByDictionaryLiteral {
    private let values: [String: String]
    /// Whether some key is about one direction only.
    let hasDirections: Bool

    /// Holds tags; of a key that occurs twice, the last value counts.
    init(_ values: [String: String]) {
        self.values = values
        hasDirections = values.keys.contains { $0.hasSuffix("ward") }
    }

    init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }

    /// The value of a key.
    subscript(key: String) -> String? { values[key] }

    /// The value of a key for one direction: `key:forward` outranks `key` along the line.
    func value(_ key: String, _ direction: LineDirection?) -> String? {
        if hasDirections, let direction, let value = values[key + direction.suffix] {
            return value
        }
        return values[key]
    }

    /// Whether some tag satisfies a test.
    func contains(where test: (_ key: String, _ value: String) -> Bool) -> Bool {
        values.contains { test($0.key, $0.value) }
    }

    /// The tags with some of them replaced.
    func replacing(_ changed: [String: String]) -> TagSet {
        TagSet(values.merging(changed) { _, new in new })
    }

    /// The tags with their words as rules have them, where a key satisfies a test.
    func withPlainWords(where mayChange: (String) -> Bool) -> TagSet {
        var changed: [String: String] = [:]
        for (key, value) in values {
            let word = Self.plainWord(value)
            if word != value, mayChange(key) { changed[key] = word }
        }
        return changed.isEmpty ? self : replacing(changed)
    }

    /// A value without blanks round it, and in lower case if it is words: `Yes ` as `yes`.
    static func plainWord(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let hasBlanks = text.utf8.first.map(isBlank) == true || text.utf8.last.map(isBlank) == true
        guard hasBlanks || text.utf8.contains(where: isUpper) else { return text }
        var word = Substring(text)
        while word.utf8.first.map(isBlank) == true { word = word.dropFirst() }
        while word.utf8.last.map(isBlank) == true { word = word.dropLast() }
        let isWords = word.allSatisfy { $0.isLetter || $0 == "_" || $0 == ";" || $0 == " " }
        return isWords ? word.lowercased() : String(word)
    }

    /// The keys and values whose key satisfies a test, ordered by key.
    func pairs(where test: (String) -> Bool) -> [(key: String, value: String)] {
        values.filter { test($0.key) }.sorted { $0.key < $1.key }
    }
}
