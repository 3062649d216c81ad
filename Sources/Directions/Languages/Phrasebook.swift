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
    private let phrases: [PhraseKey: Phrase]
    /// Whether the sentences inside of others begin with a small letter, by the outer key.
    private let startsSmallInside: Set<PhraseKey>
    /// Whether the script distinguishes capitals.
    private let hasCapitals: Bool

    /// The sentences of one key.
    struct Phrase: Sendable {
        /// The parts that may be known or not.
        let optionalParts: [PhrasePart]
        /// The sentences by the known ones of those parts, each a bit.
        let templates: [ByNumber<Sentence>]

        /// The sentence for known parts and a number of things.
        func sentence(_ isKnown: (PhrasePart) -> Bool, _ number: Int?) -> Sentence? {
            var variant = 0
            for (bit, part) in optionalParts.enumerated() where isKnown(part) {
                variant |= 1 << bit
            }
            return templates[variant][number]
        }
    }

    /// A sentence with typed places for values.
    struct Sentence: Sendable {
        enum Piece: Sendable {
            case text(String)
            case part(PhrasePart, NameForm?, formName: String)
        }

        let pieces: [Piece]
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
        hasCapitals = ["Latn", "Cyrl", "Grek"].contains(pack.script)
        startsSmallInside = Set(
            [PhraseKey.then, .ahead].filter { reading.sentence($0).contains(":small}") })
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
        func value(_ part: PhrasePart) -> PhraseValue? {
            values.first { $0.key == part && !$0.value.isEmpty }?.value
        }
        guard let phrase = phrases[key],
            let sentence = phrase.sentence({ value($0) != nil }, number)
        else { preconditionFailure("\(key) has no sentence for \(values)") }
        var text = ""
        var beginsWithName = false
        for piece in sentence.pieces {
            switch piece {
            case .text(let words): text += words
            case .part(let part, let form, let name):
                guard let value = value(part) else { continue }
                let shown = words.shown(value, form, name)
                if text.isEmpty, case .name(let name) = value {
                    beginsWithName = shown.hasPrefix(name)
                }
                text += shown
            }
        }
        guard hasCapitals else { return text }
        guard let outer else { return text.capitalizingFirst(pack.capitals) }
        let isSmall = startsSmallInside.contains(outer) && !beginsWithName
        return isSmall ? text.startingSmall(pack.capitals) : text
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
        guard let first, first.isLowercase, first.uppercased().count == 1 else { return self }
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
