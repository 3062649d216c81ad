// What a road is called in several languages, read from its tags.

import RoadNetwork

/// A road's names by language.
struct TranslatedName: Hashable, Sendable {
    /// Names by the language at the end of their key, such as `pt` in `name:pt`.
    private(set) var byLanguage: [String: String] = [:]
    /// The first part of a name made up of names in several languages; otherwise empty.
    private(set) var firstPart = ""
    /// The languages in which the name itself is written, as a whole or in parts; ascending.
    private(set) var ownLanguages: [String] = []

    /// Makes an empty value, for a road with one name.
    init() {}

    /// - Parameters:
    ///   - byLanguage: Names by language.
    ///   - firstPart: The first part of a name in several languages; may be empty.
    init(byLanguage: [String: String], firstPart: String) {
        (self.byLanguage, self.firstPart) = (byLanguage, firstPart)
    }

    /// - Parameters:
    ///   - name: The road's name.
    ///   - key: The key that gave the name.
    ///   - languages: The languages to keep; `nil` for all.
    init(of name: String, under key: String, in tags: TagSet, keeping languages: [String]?) {
        guard languages != [] else { return }
        let prefix = key + ":"
        var found: [String: String] = [:]
        for (key, value) in tags.pairs(where: { $0.hasPrefix(prefix) }) {
            let (language, text) = (String(key.dropFirst(prefix.count)), TagList.joined(value))
            if Self.isLanguage(language), !text.isEmpty { found[language] = text }
        }
        guard !found.isEmpty else { return }
        let parts = Self.parts(of: name, among: Set(found.values)) ?? []
        firstPart = parts.first ?? ""
        ownLanguages = found.filter { $0.value == name || parts.contains($0.value) }.keys.sorted()
        byLanguage = languages.map { kept in found.filter { kept.contains($0.key) } } ?? found
    }

    /// Whether a text looks like a language tag: `pt`, `zh-Hant`, but not `left` or `etymology`.
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isLower = { (byte: UInt8) in (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
        let isPart = { (byte: UInt8) in
            isLower(byte | 0x20) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let language = parts.first, (2...3).contains(language.count),
            language.allSatisfy(isLower)
        else { return false }
        return parts.dropFirst().allSatisfy { (2...8).contains($0.count) && $0.allSatisfy(isPart) }
    }

    /// Returns the name by language row, and last the first part; empty if there are none.
    func texts(in languages: [String]) -> [String] {
        if byLanguage.isEmpty, firstPart.isEmpty { return [] }
        return languages.map { byLanguage[$0] ?? "" } + [firstPart]
    }

    /// Separators between the parts of a bilingual name, longest first.
    private static let separators = [" / ", " - ", " – ", " — ", ", ", "/", " "]

    /// Splits a name into other names if it consists of nothing else; otherwise `nil`.
    ///
    /// - Complexity: O(*n* *p*) for *n* names and *p* parts.
    static func parts(of name: String, among names: Set<String>) -> [String]? {
        let longestFirst = names.filter { !$0.isEmpty && $0 != name }
            .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
        var parts: [String] = []
        var rest = Substring(name)
        while !rest.isEmpty {
            let next = longestFirst.lazy
                .compactMap { part in Self.rest(of: rest, after: part).map { (part, $0) } }.first
            guard let (part, after) = next else { return nil }
            parts.append(part)
            rest = after
        }
        return Set(parts).count > 1 ? parts : nil
    }

    /// Returns what follows a part and its separator; `nil` if the text does not begin with them.
    private static func rest(of text: Substring, after part: String) -> Substring? {
        guard text.hasPrefix(part) else { return nil }
        let rest = text.dropFirst(part.count)
        if rest.isEmpty { return rest }
        return separators.first { rest.hasPrefix($0) }.map { rest.dropFirst($0.count) }
    }
}
