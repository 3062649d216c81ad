// Kinds of names, and the test whether a name is of a kind. Every name in every sentence is tested,
// so bytes are compared where they suffice.

/// A kind of names, described by how a name begins and ends. All given conditions must hold.
struct NameKind: Decodable, Hashable, Sendable {
    /// First words to accept, in any case.
    var first: [String]?
    /// Beginnings to accept, in any case.
    var starts: [String]?
    /// Endings to accept, in any case.
    var ends: [String]?
    /// Lengths in characters to accept, such as 1 or 4: "az 1-es", "az 1011-es".
    var lengths: [Int]?
    /// If true, the name must begin like a road number, such as `A 3`.
    var number: Bool?
    /// If true, the name must consist of digits.
    var digits: Bool?
}

/// A kind's conditions, prepared for comparison. A class, because each name is tested against many.
final class NameTest: Sendable {
    private let first: Set<String>?
    private let starts: Affixes?
    private let ends: Affixes?
    private let lengths: Set<Int>?
    private let isNumber: Bool
    private let isDigits: Bool

    init(_ kind: NameKind) {
        first = kind.first.map { Set($0.map { $0.lowercased() }) }
        starts = kind.starts.map { Affixes($0, atEnd: false) }
        ends = kind.ends.map { Affixes($0, atEnd: true) }
        lengths = kind.lengths.map(Set.init)
        isNumber = kind.number == true
        isDigits = kind.digits == true
    }

    /// The kind's first words if they are its only condition.
    var onlyFirstWords: Set<String>? {
        starts == nil && ends == nil && lengths == nil && !isNumber && !isDigits ? first : nil
    }

    /// Whether a name is of the kind. Tests the cheapest conditions first.
    func holds(for facts: inout NameFacts) -> Bool {
        if isNumber, !facts.isNumber { return false }
        if isDigits, !facts.isDigits { return false }
        if let starts, !starts.match(facts.folded) { return false }
        if let ends, !ends.match(facts.folded) { return false }
        if let first, !first.contains(facts.first) { return false }
        if let lengths, !lengths.contains(facts.length) { return false }
        return true
    }
}

/// A kind's prefixes or suffixes, as lowercased bytes.
private struct Affixes: Sendable {
    private let words: [[UInt8]]
    private let areAtEnd: Bool
    /// One bit per first or last byte of the words; rules out most names at once.
    private let outermost: (UInt64, UInt64, UInt64, UInt64)
    private let matchesAll: Bool

    init(_ words: [String], atEnd: Bool) {
        self.words = words.map { Array($0.lowercased().utf8) }
        areAtEnd = atEnd
        matchesAll = self.words.contains(where: \.isEmpty)
        var bits = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for word in self.words {
            guard let byte = atEnd ? word.last : word.first else { continue }
            let bit = UInt64(1) << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: bits.0 |= bit
            case 1: bits.1 |= bit
            case 2: bits.2 |= bit
            default: bits.3 |= bit
            }
        }
        outermost = bits
    }

    private func has(_ byte: UInt8) -> Bool {
        let bits =
            switch byte >> 6 {
            case 0: outermost.0
            case 1: outermost.1
            case 2: outermost.2
            default: outermost.3
            }
        return bits >> UInt64(byte & 63) & 1 == 1
    }

    /// Whether a name begins or ends with any of the words.
    func match(_ name: [UInt8]) -> Bool {
        guard let byte = areAtEnd ? name.last : name.first else { return matchesAll }
        if !has(byte) { return matchesAll }
        return words.contains { word in
            word.count <= name.count
                && (areAtEnd
                    ? name[(name.count - word.count)...].elementsEqual(word)
                    : name[..<word.count].elementsEqual(word))
        }
    }
}

/// What frames test about a name, each computed on first use.
struct NameFacts {
    private let name: String
    /// The name in lower case, without a number in parentheses.
    lazy var folded: [UInt8] = Self.folded(name)
    /// The first word, in lower case.
    lazy var first: String =
        String(decoding: folded.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    /// The number of characters, without a number in parentheses.
    lazy var length: Int = String(decoding: folded, as: UTF8.self).count
    /// Whether the name is a road number: up to three capitals, then digits.
    lazy var isNumber: Bool = Self.isNumber(name)
    lazy var isDigits: Bool = Self.isDigits(folded)

    init(_ name: String) { self.name = name }

    private static func folded(_ name: String) -> [UInt8] {
        var bytes = Array(name.utf8)
        // `Hauptstraße (B 12)` without its number.
        if let open = bytes.indices.dropFirst().first(where: {
            bytes[$0] == UInt8(ascii: "(") && bytes[$0 - 1] == UInt8(ascii: " ")
        }) {
            bytes.removeSubrange((open - 1)...)
        }
        if bytes.contains(where: { $0 >= 0x80 }) {
            return Array(String(decoding: bytes, as: UTF8.self).lowercased().utf8)
        }
        for index in bytes.indices
        where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[index]) {
            bytes[index] |= 0x20
        }
        return bytes
    }

    private static func isDigits(_ folded: [UInt8]) -> Bool {
        var isNarrow = true
        for byte in folded {
            if byte >= 0x80 {
                isNarrow = false
            } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                return false
            }
        }
        return isNarrow || String(decoding: folded, as: UTF8.self).allSatisfy(\.isNumber)
    }

    private static func isNumber(_ name: String) -> Bool {
        if let isNumber = isNarrowNumber(name.utf8) { return isNumber }
        // For most names two letters decide, without splitting the name into characters.
        var scalars = name.unicodeScalars.makeIterator()
        guard scalars.next()?.properties.isAlphabetic == true,
            scalars.next()?.properties.isLowercase != true
        else { return false }
        var letters = 0
        var hasGap = false
        for character in name {
            if !hasGap, character.isLetter {
                letters += 1
                if letters > 3 { return false }
            } else if !hasGap, character == " " || character == "-" {
                hasGap = true
            } else {
                // Not a road number: "Rua 25 de Abril".
                return character.isNumber && letters > 0
                    && !name.prefix(letters).contains(where: \.isLowercase)
            }
        }
        return false
    }

    /// Whether an ASCII name is a road number; `nil` if a character outside ASCII decides.
    private static func isNarrowNumber(_ name: String.UTF8View) -> Bool? {
        var letters = 0
        var hasGap = false
        for byte in name {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                letters += 1
                if hasGap || letters > 3 { return false }
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return letters > 0
            case UInt8(ascii: " "), UInt8(ascii: "-"):
                if hasGap || letters == 0 { return false }
                hasGap = true
            case 0x80...: return nil
            default: return false
            }
        }
        return false
    }
}
