// Sentences of one language.

import Foundation

/// An error in a phrase file.
struct PhrasebookError: Error, Hashable, CustomStringConvertible {
    let description: String
}

/// The sentences of a language, checked for completeness when they are read.
///
/// A class, because every sentence of every route uses it.
final class Phrasebook: Sendable {
    private let pack: LanguagePack
    private let phrases: [PhraseKey: Phrase]
    private let length: PhraseTemplate
    private let clock: PhraseTemplate
    private let durations: Durations

    /// The sentences of one key, for every combination of the parts that may be known or not.
    private struct Phrase {
        /// The parts that may be known or not.
        let optionalParts: [PhrasePart]
        /// The sentences by the known ones of those parts, each a bit; `nil` where there is no such
        /// sentence.
        var templates: [PhraseTemplate?]

        /// The place of a combination of parts among the sentences.
        func variant(_ isKnown: (PhrasePart) -> Bool) -> Int {
            var variant = 0
            for (bit, part) in optionalParts.enumerated() where isKnown(part) {
                variant |= 1 << bit
            }
            return variant
        }
    }

    /// Spans of time.
    private struct Durations {
        let minutes: PhraseTemplate
        let hours: PhraseTemplate
        let hoursMinutes: PhraseTemplate

        init(_ durations: LanguagePack.Durations) {
            minutes = PhraseTemplate(durations.minutes)
            hours = PhraseTemplate(durations.hours)
            hoursMinutes = PhraseTemplate(durations.hoursMinutes)
        }
    }

    /// The language's code.
    var language: String { pack.language }

    /// Reads a phrase file.
    ///
    /// - Throws: ``PhrasebookError`` naming the first sentence that is missing, unknown, or names
    ///   other values than its variant; a decoding error for anything else than a phrase file.
    init(json: [UInt8]) throws {
        let pack = try JSONDecoder().decode(LanguagePack.self, from: Data(json))
        var phrases: [PhraseKey: Phrase] = [:]
        for key in PhraseKey.allCases { phrases[key] = try Self.phrase(key, in: pack) }
        let unknown = pack.phrases.keys.filter { PhraseKey(rawValue: $0) == nil }.sorted()
        if let key = unknown.first {
            throw PhrasebookError(description: "\(pack.language): unknown phrase \"\(key)\"")
        }
        guard pack.compass.count == 8, pack.halves.count == 2,
            [pack.roads, pack.roadsUnderway ?? pack.roads].allSatisfy({ words in
                RoadNoun.allCases.allSatisfy { words[$0.rawValue] != nil }
            }),
            pack.ordinalSuffixes["other"] != nil
        else { throw PhrasebookError(description: "\(pack.language): missing words") }
        self.pack = pack
        self.phrases = phrases
        length = PhraseTemplate(pack.length)
        clock = PhraseTemplate(pack.clock)
        durations = Durations(pack.durations)
    }

    private static func phrase(_ key: PhraseKey, in pack: LanguagePack) throws -> Phrase {
        let place = "\(pack.language): phrase \"\(key.rawValue)\""
        guard let sentences = pack.phrases[key.rawValue] else {
            throw PhrasebookError(description: place + " is missing")
        }
        let optionalParts = key.optionalParts
        var phrase = Phrase(
            optionalParts: optionalParts,
            templates: Array(repeating: nil, count: 1 << optionalParts.count))
        let variants = key.variants
        for variant in variants {
            let name = PhraseKey.variantName(variant)
            guard let sentence = sentences[name] else {
                throw PhrasebookError(description: place + " lacks variant \"\(name)\"")
            }
            let template = PhraseTemplate(sentence)
            let expected = variant.union(key.constantParts).map(\.rawValue).sorted()
            guard template.names.sorted() == expected else {
                throw PhrasebookError(
                    description: place + " variant \"\(name)\" must name "
                        + (expected.isEmpty ? "nothing" : expected.joined(separator: ", ")))
            }
            phrase.templates[phrase.variant(variant.contains)] = template
        }
        guard sentences.count == variants.count else {
            throw PhrasebookError(description: place + " has an unknown variant")
        }
        return phrase
    }

    /// A sentence. Parts with empty values count as unknown.
    ///
    /// - Precondition: The key has a variant for the known parts.
    func sentence(
        _ key: PhraseKey, _ values: KeyValuePairs<PhrasePart, String> = [:]
    ) -> String {
        func isKnown(_ part: PhrasePart) -> Bool {
            values.contains { $0.key == part && !$0.value.isEmpty }
        }
        guard let phrase = phrases[key], let template = phrase.templates[phrase.variant(isKnown)]
        else {
            let known = Set(key.optionalParts.filter(isKnown))
            preconditionFailure("\(key) has no variant \(PhraseKey.variantName(known))")
        }
        return template.filled { name in values.first { $0.key.rawValue == name }?.value }
    }
}

extension Phrasebook {
    /// The word for a direction given in degrees from north.
    func direction(_ degrees: Double) -> String {
        let sector = Int((degrees / 45).rounded())
        return pack.compass[((sector % 8) + 8) % 8]
    }

    /// An ordinal from 1, in words as far as the language has them.
    func ordinal(_ number: Int) -> String {
        if pack.ordinals.indices.contains(number - 1) { return pack.ordinals[number - 1] }
        let category = pack.ordinalRule.category(of: number)
        let pattern = pack.ordinalSuffixes[category] ?? pack.ordinalSuffixes["other"] ?? "{n}"
        return PhraseTemplate(pattern).filled(["n": String(number)])
    }

    /// A number from 1, in words as far as the language has them.
    func number(_ number: Int) -> String {
        pack.numbers.indices.contains(number - 1) ? pack.numbers[number - 1] : String(number)
    }

    /// A word for a road without a name, as a sentence names it.
    func road(_ noun: RoadNoun, in key: PhraseKey) -> String {
        let underway = key.isUnderway ? pack.roadsUnderway : nil
        return (underway ?? pack.roads)[noun.rawValue] ?? ""
    }

    /// An exit as it stands in a sentence; the number or name may be empty.
    func exit(_ number: String) -> String {
        number.isEmpty
            ? pack.exit.plain : PhraseTemplate(pack.exit.numbered).filled(["number": number])
    }

    /// An exit as a sign names it.
    func exitTitle(_ number: String) -> String {
        PhraseTemplate(pack.exit.title).filled(["number": number])
    }

    /// A span of time to the minute.
    func duration(milliseconds: Int64) -> String {
        if milliseconds < 60_000 { return pack.durations.underMinute }
        let minutes = (milliseconds + 30_000) / 60_000
        let template =
            minutes < 60
            ? durations.minutes : minutes % 60 == 0 ? durations.hours : durations.hoursMinutes
        let rest = minutes < 60 ? minutes : minutes % 60
        return template.filled(["minutes": String(rest), "hours": String(minutes / 60)])
    }

    /// A length in a unit, with two decimals below one, one below a hundred, and none for units of
    /// a meter or less.
    func length(centimeters: Int64, metersPerUnit: Double, unit: String) -> String {
        let value = Double(centimeters) / 100 / metersPerUnit
        let isSmallUnit = metersPerUnit <= 1
        let decimals = isSmallUnit || value >= 100 ? 0 : value >= 1 ? 1 : 2
        return length.filled(["number": number(value, decimals: decimals), "unit": unit])
    }

    /// A number with at most so many decimals, without trailing zeros.
    private func number(_ value: Double, decimals: Int) -> String {
        let scale = [1, 10, 100][decimals]
        let scaled = Int64((value * Double(scale)).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
        if part == 0 { return String(whole) }
        var digits = String(part)
        while digits.count < decimals { digits = "0" + digits }
        while digits.last == "0" { digits.removeLast() }
        return String(whole) + pack.decimalMark + digits
    }

    /// The time of day of a local clock in epoch milliseconds, to the minute begun.
    func timeOfDay(_ clock: Int64) -> String {
        let day: Int64 = 86_400_000
        let minutes = ((clock % day) + day) % day / 60_000
        let (hour, minute) = (Int(minutes / 60), Int(minutes % 60))
        return self.clock.filled([
            "hour12": String((hour + 11) % 12 + 1), "hour24": String(hour),
            "minute": minute < 10 ? "0\(minute)" : String(minute),
            "half": pack.halves[hour < 12 ? 0 : 1],
        ])
    }
}
