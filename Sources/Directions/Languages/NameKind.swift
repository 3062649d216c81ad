// Kinds of names, and how a name is found to be of one. Asked for every name of every sentence, so
// that bytes are compared where they suffice.

/// A kind of names, by what stands at their ends; a name is of the kind if all conditions hold.
struct NameKind: Decodable, Hashable, Sendable {
    /// If given, the first word is one of these; capitals do not matter.
    var first: [String]?
    /// If given, the name begins with one of these; capitals do not matter.
    var starts: [String]?
    /// If given, the name ends with one of these; capitals do not matter.
    var ends: [String]?
    /// If given, the name has so many characters, such as 1 or 4: "az 1-es", "az 1011-es".
    var lengths: [Int]?
    /// If true, the name begins as the number of a road, such as `A 3`.
    var number: Bool?
    /// If true, the name has no more than digits.
    var digits: Bool?
}

/// The conditions of a kind, ready to be compared. A class, because each name meets many.
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

    /// The first words of the kind if it asks for nothing else.
    var onlyFirstWords: Set<String>? {
        starts == nil && ends == nil && lengths == nil && !isNumber && !isDigits ? first : nil
    }

    /// Whether a name is of the kind; what is cheap to find is asked first.
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

/// The beginnings or the endings of a kind, in bytes without capitals.
private struct Affixes: Sendable {
    private let words: [[UInt8]]
    private let areAtEnd: Bool
    /// The outermost bytes of the words, a bit each; most names have none of them.
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

    /// Whether a name begins or ends with one of the words.
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

/// What frames ask of a name, each found when it is first asked.
struct NameFacts {
    private let name: String
    /// The name without capitals and without a number in parentheses.
    lazy var folded: [UInt8] = Self.folded(name)
    /// The first word, without capitals.
    lazy var first: String =
        String(decoding: folded.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
    /// The number of characters, without a number in parentheses.
    lazy var length: Int = String(decoding: folded, as: UTF8.self).count
    /// Whether it is the number of a road: up to three capitals, then digits.
    lazy var isNumber: Bool = Self.isNumber(name)
    /// Whether it has no more than digits.
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
        // Two letters show what most names are, without splitting them into characters.
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
                // "Rua 25 de Abril" is none.
                return character.isNumber && letters > 0
                    && !name.prefix(letters).contains(where: \.isLowercase)
            }
        }
        return false
    }

    /// Whether a name is the number of a road; `nil` where a character decides that is not ASCII.
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
