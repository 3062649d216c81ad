// The sentences of one language, ready to be filled.

import Foundation

/// The sentences of a language, checked for completeness when they are read.
///
/// A class, because every sentence of every route uses it.
final class Phrasebook: Sendable {
    let pack: LanguagePack
    let words: LanguageWords
    let measures: DirectionsMeasures
    /// The sentences for pedestrians; `nil` where they are the same.
    let onFoot: Phrasebook?
    /// The sentences of each key, in the order of the keys.
    private let phrases: [Phrase]
    /// The keys inside of which sentences begin with a small letter.
    private let startsSmallInside: [PhraseKey]
    /// Whether the script distinguishes capitals.
    private let hasCapitals: Bool
    private let capitals: LanguagePack.Capitals?

    /// The sentences of one key.
    struct Phrase: Sendable {
        /// The parts that may be known or not.
        let optionalParts: [PhrasePart]
        /// The sentences by the known ones of those parts, each a bit.
        let templates: [ByNumber<Sentence>]

        /// The sentence for known parts and a number of things.
        func sentence(_ known: PhraseParts, _ number: Int?) -> Sentence? {
            var (variant, bit) = (0, 1)
            for part in optionalParts {
                if known.contains(PhraseParts(part)) { variant |= bit }
                bit <<= 1
            }
            return templates[variant][number]
        }
    }

    /// A sentence with typed places for values.
    struct Sentence: Sendable {
        enum Piece: Sendable {
            case text(String)
            case place(Place)
        }

        let pieces: [Piece]
    }

    /// A place for a value.
    struct Place: Sendable {
        let part: PhrasePart
        /// The form in which names stand there; `nil` for names as they are.
        let form: NameForm?
        /// The words for roads without a name, in the order of ``RoadNoun``.
        let nouns: [String]
    }

    /// The language's tag.
    var language: String { pack.language }

    /// Reads a phrase file.
    ///
    /// - Throws: ``PhrasebookError`` naming the first sentence that is missing, unknown, or names
    ///   other values than its variant, or what else is wrong.
    convenience init(json: some Collection<UInt8>) throws(PhrasebookError) {
        try self.init(PhrasebookReading(json))
    }

    private init(_ reading: PhrasebookReading) throws(PhrasebookError) {
        if let reading = try reading.onFoot() {
            onFoot = try Phrasebook(reading)
        } else {
            onFoot = nil
        }
        pack = reading.pack
        words = try LanguageWords(reading)
        measures = try DirectionsMeasures(reading)
        phrases = try reading.phrases()
        capitals = pack.capitals
        hasCapitals = ["Latn", "Cyrl", "Grek"].contains(pack.script)
        startsSmallInside = [PhraseKey.then, .ahead].filter {
            reading.sentence($0).contains(":small}")
        }
    }

    /// A sentence. Parts with empty values count as unknown.
    ///
    /// - Parameters:
    ///   - number: The number of things that it names, for languages that distinguish them.
    ///   - outer: The sentence inside of which it stands.
    /// - Precondition: The key has a variant for the known parts.
    func sentence(
        _ key: PhraseKey, _ values: KeyValuePairs<PhrasePart, PhraseValue> = [:],
        number: Int? = nil, inside outer: PhraseKey? = nil
    ) -> String {
        var known: PhraseParts = []
        for (part, value) in values where !value.isEmpty { known.insert(PhraseParts(part)) }
        guard let sentence = phrases[key.rawValue].sentence(known, number) else {
            preconditionFailure("\(key.name) has no sentence for \(values)")
        }
        var text = ""
        text.reserveCapacity(Self.usualBytes)
        var beginsWithName = false
        for piece in sentence.pieces {
            switch piece {
            case .text(let words): text += words
            case .place(let place):
                guard known.contains(PhraseParts(place.part)),
                    let value = values.first(where: { $0.key == place.part && !$0.value.isEmpty })
                else { continue }
                let isFirst = text.isEmpty
                add(value.value, at: place, to: &text)
                if isFirst, outer != nil, case .name(let name) = value.value {
                    beginsWithName = text.hasPrefix(name)
                }
            }
        }
        guard hasCapitals else { return text }
        guard let outer else { return text.capitalizingFirst(capitals) }
        let isSmall = startsSmallInside.contains(outer) && !beginsWithName
        return isSmall ? text.startingSmall(capitals) : text
    }

    /// Most sentences are shorter.
    private static let usualBytes = 96

    /// Adds a value, in the form of its place.
    private func add(_ value: PhraseValue, at place: Place, to text: inout String) {
        switch value {
        case .words(let words):
            guard let form = place.form else { return text += words }
            form.add(words, shown: words, to: &text)
        case .name(let name):
            let shown = words.isolated(name)
            guard let form = place.form else { return text += shown }
            form.add(name, shown: shown, to: &text)
        case .noun(let noun): if !place.nouns.isEmpty { text += place.nouns[noun.rawValue] }
        }
    }
}

/// What stands in a place of a sentence.
enum PhraseValue: Hashable, Sendable {
    /// A name of the map or of the request.
    case name(String)
    /// A word for a road without a name.
    case noun(RoadNoun)
    /// Words of the language.
    case words(String)

    /// Whether nothing is known.
    var isEmpty: Bool {
        switch self {
        case .name(let text), .words(let text): text.isEmpty
        case .noun: false
        }
    }
}

extension String {
    /// With a capital first letter.
    fileprivate func capitalizingFirst(_ rule: LanguagePack.Capitals?) -> String {
        // Nearly every sentence begins with a capital, most of them with one of A to Z.
        if let byte = utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
            return self
        }
        guard let scalar = unicodeScalars.first, !scalar.properties.isUppercase,
            let first, first.isLowercase, first.uppercased().count == 1
        else { return self }
        return (rule == .turkish && first == "i" ? "İ" : first.uppercased()) + dropFirst()
    }

    /// With a small first letter, unless the first word is written in capitals.
    fileprivate func startingSmall(_ rule: LanguagePack.Capitals?) -> String {
        guard let first, first.isUppercase, dropFirst().first?.isUppercase != true else {
            return self
        }
        return (rule == .turkish && first == "I" ? "ı" : first.lowercased()) + dropFirst()
    }
}
