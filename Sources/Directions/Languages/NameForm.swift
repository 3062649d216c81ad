// How names of the map, and times of day, stand in sentences: with an article, a contraction or an
// ending that the name itself decides.

import Foundation

/// A kind of names, by what stands at their ends; a name is of the kind if all conditions hold.
struct NameKind: Decodable, Hashable, Sendable {
    /// If given, the first word is one of these; capitals do not matter.
    var first: [String]?
    /// If given, the name begins with one of these; capitals do not matter.
    var starts: [String]?
    /// If given, the name ends with one of these; capitals do not matter.
    var ends: [String]?
    /// If true, the name begins as the number of a road, such as `A 3`.
    var number: Bool?
    /// If true, the name has no more than digits.
    var digits: Bool?
}

/// A form of names: the frames of a language, of which the first that suits a name is put round it.
///
/// Portuguese says "na Rua Augusta" but "no Largo do Carmo". The name is never changed.
struct NameForm: Sendable {
    /// Words round the names of a kind.
    struct Frame: Decodable, Hashable, Sendable {
        /// The kind of names; `nil` for all.
        var kind: String?
        /// The words, with `{name}`.
        var frame: String
    }

    private struct Rule: Sendable {
        let test: NameTest?
        let before: String
        let after: String
    }

    private let rules: [Rule]
    /// By the first word of a name the first rule that asks for nothing else.
    private let byFirstWord: [String: Int]
    /// The rules that ask for something else, or for nothing.
    private let others: [Int]

    /// - Throws: What is wrong with the frames.
    init(
        _ frames: [Frame], _ kinds: [String: NameKind]
    ) throws(PhraseFault) {
        guard let last = frames.last, last.kind == nil else {
            throw PhraseFault("must end with a frame for all names, without \"kind\"")
        }
        var rules: [Rule] = []
        var byFirstWord: [String: Int] = [:]
        var others: [Int] = []
        for frame in frames {
            let sides = frame.frame.components(separatedBy: "{name}")
            guard sides.count == 2 else {
                throw PhraseFault("must have {name} once in \"\(frame.frame)\"")
            }
            var test: NameTest?
            if let name = frame.kind {
                guard let kind = kinds[name] else {
                    throw PhraseFault("names kind \"\(name)\", which is not among \"kinds\"")
                }
                test = NameTest(kind)
            }
            if let words = test?.onlyFirstWords {
                for word in words where byFirstWord[word] == nil { byFirstWord[word] = rules.count }
            } else {
                others.append(rules.count)
            }
            rules.append(Rule(test: test, before: sides[0], after: sides[1]))
        }
        (self.rules, self.byFirstWord, self.others) = (rules, byFirstWord, others)
    }

    /// A name in its frame.
    ///
    /// - Parameters:
    ///   - name: The name, which decides on the frame.
    ///   - shown: What stands in its place.
    func applied(to name: String, shown: String) -> String {
        var facts = NameFacts(name)
        let limit = byFirstWord[facts.first] ?? rules.count
        let place =
            others.first { $0 > limit || rules[$0].test?.holds(for: &facts) ?? true } ?? limit
        let rule = rules[min(place, limit)]
        return rule.before + shown + rule.after
    }
}

/// The conditions of a kind, ready to be compared.
private struct NameTest: Sendable {
    private let first: Set<String>?
    private let starts: [[UInt8]]?
    /// The endings, each reversed.
    private let ends: [[UInt8]]?
    private let isNumber: Bool
    private let isDigits: Bool

    init(_ kind: NameKind) {
        first = kind.first.map { Set($0.map { $0.lowercased() }) }
        starts = kind.starts.map { $0.map { Array($0.lowercased().utf8) } }
        ends = kind.ends.map { $0.map { Array($0.lowercased().utf8.reversed()) } }
        isNumber = kind.number == true
        isDigits = kind.digits == true
    }

    /// The first words of the kind if it asks for nothing else.
    var onlyFirstWords: Set<String>? {
        starts == nil && ends == nil && !isNumber && !isDigits ? first : nil
    }

    func holds(for facts: inout NameFacts) -> Bool {
        if let first, !first.contains(facts.first) { return false }
        if let starts, !starts.contains(where: { facts.starts($0) }) { return false }
        if let ends, !ends.contains(where: { facts.ends($0) }) { return false }
        if isNumber, !facts.isNumber { return false }
        if isDigits, !facts.isDigits { return false }
        return true
    }
}

/// What frames ask of a name, each found when it is first asked.
private struct NameFacts {
    private let name: String
    /// The name without capitals and without a number in parentheses.
    lazy var folded: String = String(Self.trunk(of: name)).lowercased()
    /// The first word, without capitals.
    lazy var first: String =
        name[..<(name.utf8.firstIndex(of: UInt8(ascii: " ")) ?? name.endIndex)].lowercased()
    /// Whether it is the number of a road: up to three capitals, then digits.
    lazy var isNumber: Bool = Self.isNumber(name)
    /// Whether it has no more than digits.
    lazy var isDigits: Bool = folded.allSatisfy(\.isNumber)

    init(_ name: String) { self.name = name }

    mutating func starts(_ letters: [UInt8]) -> Bool { folded.utf8.starts(with: letters) }

    mutating func ends(_ reversed: [UInt8]) -> Bool {
        folded.utf8.reversed().starts(with: reversed)
    }

    /// `Hauptstraße (B 12)` without its number.
    private static func trunk(of name: String) -> Substring {
        var scalars = name.utf8.indices.makeIterator()
        while let index = scalars.next() {
            guard name.utf8[index] == UInt8(ascii: "("), index > name.startIndex,
                name.utf8[name.utf8.index(before: index)] == UInt8(ascii: " ")
            else { continue }
            return name[..<name.utf8.index(before: index)]
        }
        return name[...]
    }

    private static func isNumber(_ name: String) -> Bool {
        let letters = name.prefix(4).prefix { $0.isLetter }
        // "Rua 25 de Abril" is none.
        guard (1...3).contains(letters.count), !letters.contains(where: \.isLowercase) else {
            return false
        }
        var rest = name[letters.endIndex...]
        if rest.first == " " || rest.first == "-" { rest = rest.dropFirst() }
        return rest.first?.isNumber == true
    }
}
