// The sentences of one language, ready to be filled in.

import Foundation

/// The sentences of one language.
///
/// A phrase file is checked once, when it is read: every ``PhraseKey`` must have a sentence for
/// each combination of optional parts and each plural category, and each sentence must name exactly
/// the values its variant has. A missing or misspelled value therefore fails when the file is read,
/// not when ``sentence(_:_:number:inside:)`` fills in a sentence.
///
/// ``Wording`` calls it with a key and values. Parts are looked up by a bit mask of the known
/// values, so choosing a variant takes no string comparison. Names keep their spelling; a
/// ``NameForm`` puts articles and endings around them. Languages with other wordings for
/// pedestrians have a second phrasebook in `onFoot`.
///
/// A class, so sentences share it instead of copying it.
final class Phrasebook: Sendable {
    let pack: LanguagePack
    let words: LanguageWords
    let measures: DirectionsMeasures
    /// The sentences for pedestrians; `nil` if they are the same.
    let onFoot: Phrasebook?
    /// Each key's sentences, indexed by raw value.
    private let phrases: [Phrase]
    /// The keys whose inner sentence begins in lower case.
    private let startsSmallInside: [PhraseKey]
    /// Whether the script has upper and lower case.
    private let hasCapitals: Bool
    private let capitals: LanguagePack.Capitals?

    struct Phrase: Sendable {
        let optionalParts: [PhrasePart]
        /// The sentences by the known optional parts, one bit each.
        let templates: [ByNumber<Sentence>]

        /// Returns the sentence for the known parts and for a number of things.
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

    struct Place: Sendable {
        let part: PhrasePart
        /// The form that names take here; `nil` to insert them as they are.
        let form: NameForm?
        /// The words for unnamed roads, in the order of ``RoadNoun``.
        let nouns: [String]
    }

    /// The language's BCP 47 tag.
    var language: String { pack.language }

    /// Reads and checks a phrase file.
    ///
    /// - Throws: ``PhrasebookError`` for the first mistake: a sentence that is missing, unknown, or
    ///   names other values than its variant has.
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

    /// Fills in a sentence. A part with an empty value counts as unknown.
    ///
    /// - Parameters:
    ///   - number: How many things the sentence names, for languages with plural forms.
    ///   - outer: The sentence into which this one is inserted.
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

    /// Most sentences are shorter than this.
    private static let usualBytes = 96

    /// Appends a value in the form its place asks for.
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

/// A value to insert into a sentence.
enum PhraseValue: Hashable, Sendable {
    /// A name from the map or the request.
    case name(String)
    /// A word for an unnamed road.
    case noun(RoadNoun)
    /// Words of the language.
    case words(String)

    var isEmpty: Bool {
        switch self {
        case .name(let text), .words(let text): text.isEmpty
        case .noun: false
        }
    }
}

extension String {
    /// Returns the string with a capital first letter.
    fileprivate func capitalizingFirst(_ rule: LanguagePack.Capitals?) -> String {
        // Nearly every sentence begins with a capital already, mostly A to Z.
        if let byte = utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
            return self
        }
        guard let scalar = unicodeScalars.first, !scalar.properties.isUppercase,
            let first, first.isLowercase, first.uppercased().count == 1
        else { return self }
        return (rule == .turkish && first == "i" ? "İ" : first.uppercased()) + dropFirst()
    }

    /// Returns the string with a small first letter, unless its first word is all capitals.
    fileprivate func startingSmall(_ rule: LanguagePack.Capitals?) -> String {
        guard let first, first.isUppercase, dropFirst().first?.isUppercase != true else {
            return self
        }
        return (rule == .turkish && first == "I" ? "ı" : first.lowercased()) + dropFirst()
    }
}
