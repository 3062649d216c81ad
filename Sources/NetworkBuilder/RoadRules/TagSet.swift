// The tags of an object, including tags limited to one direction by a suffix.

import RoadNetwork

/// A direction along the drawn line of a way.
enum LineDirection: CaseIterable, Sendable {
    /// Along the drawn line.
    case forward
    /// Against the drawn line.
    case backward

    /// The suffix of keys that concern only this direction.
    var suffix: String { self == .forward ? ":forward" : ":backward" }

    /// Splits a key into the key without its direction, and the direction if it has one.
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
    /// Whether some key concerns only one direction.
    let hasDirections: Bool

    /// Holds tags by key.
    init(_ values: [String: String]) {
        self.values = values
        hasDirections = values.keys.contains { $0.hasSuffix("ward") }
    }

    init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
    }

    subscript(key: String) -> String? { values[key] }

    /// Returns the value of a key for one direction; `key:forward` outranks `key` along the line.
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

    /// Returns the tags with some values replaced.
    func replacing(_ changed: [String: String]) -> TagSet {
        TagSet(values.merging(changed) { _, new in new })
    }

    /// Returns the tags with some keys in another spelling, where nothing is under that yet.
    func renaming(_ keys: [String: String]) -> TagSet {
        let found = keys.filter { values[$0.key] != nil && values[$0.value] == nil }
        guard !found.isEmpty else { return self }
        var renamed = values
        for (old, new) in found.sorted(by: { $0.key < $1.key }) {
            renamed[new] = renamed.removeValue(forKey: old)
        }
        return TagSet(renamed)
    }

    /// Returns the tags with conditions that stand under a key without `:conditional`, such as
    /// `access=no @ (22:00-06:00)`, under the key with it, for keys that satisfy a test. A value
    /// with a condition that nobody understands stays where it is.
    ///
    /// - Parameter isNamed: Whether a part of a condition on a key names who may enter.
    func withConditionsByKey(
        where mayChange: (String) -> Bool,
        naming isNamed: (_ part: String, _ key: String) -> Bool = { _, _ in false }
    ) -> TagSet {
        let suffix = ConditionalTag.suffix
        let found = values.filter { key, value in
            guard value.utf8.contains(UInt8(ascii: "@")), mayChange(key) else { return false }
            let tag = ConditionalTag(key: key + suffix, value: value)
            return !tag.clauses.isEmpty && tag.others.isEmpty
                && tag.clauses.allSatisfy { clause in
                    let others = clause.parts.filter { TravelCondition($0) == nil }
                    return others.count < 2 && others.allSatisfy { isNamed($0, key) }
                }
        }
        guard !found.isEmpty else { return self }
        return renaming(found.reduce(into: [:]) { $0[$1.key] = $1.key + suffix })
    }

    /// Returns the tags with words in the form that rules use, for keys that satisfy a test.
    func withPlainWords(where mayChange: (String) -> Bool) -> TagSet {
        var changed: [String: String] = [:]
        for (key, value) in values {
            let word = Self.plainWord(value)
            if word != value, mayChange(key) { changed[key] = word }
        }
        return changed.isEmpty ? self : replacing(changed)
    }

    /// Returns a value without outer blanks, in lower case if it consists of words: `Yes ` as
    /// `yes`.
    static func plainWord(_ text: String) -> String {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let isUpper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let hasBlanks = text.utf8.first.map(isBlank) == true || text.utf8.last.map(isBlank) == true
        guard hasBlanks || text.utf8.contains(where: isUpper) else { return text }
        var word = Substring(text)
        while word.utf8.first.map(isBlank) == true { word = word.dropFirst() }
        while word.utf8.last.map(isBlank) == true { word = word.dropLast() }
        let isWords = word.allSatisfy { $0.isLetter || "_;| ".contains($0) }
        return isWords ? word.lowercased() : String(word)
    }

    /// Returns the tags whose key satisfies a test, ordered by key.
    func pairs(where test: (String) -> Bool) -> [(key: String, value: String)] {
        values.filter { test($0.key) }.sorted { $0.key < $1.key }
    }
}
