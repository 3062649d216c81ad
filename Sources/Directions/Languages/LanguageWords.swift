// The words of a language that stand in sentences: nouns, directions, numbers. Lengths and times
// are in DirectionsMeasures.swift.

/// The nouns and numbers of a language, and how names stand in its sentences.
struct LanguageWords: Sendable {
    private let pack: LanguagePack
    private let ordinalSuffixes: ByOrdinal
    private let exit: PhraseTemplate
    private let exitTitle: PhraseTemplate
    /// Whether the language is written from right to left; names in other scripts are isolated from
    /// the sentence then.
    let isRightToLeft: Bool

    private struct ByOrdinal {
        let rule: OrdinalRule
        let patterns: [PluralCategory: PhraseTemplate]
    }

    /// - Throws: ``PhrasebookError`` for words that are missing.
    init(_ reading: PhrasebookReading) throws(PhrasebookError) {
        let pack = reading.pack
        self.pack = pack
        isRightToLeft = pack.direction == .rtl
        exit = PhraseTemplate(pack.exit.numbered)
        exitTitle = PhraseTemplate(pack.exit.title)
        do throws(PhraseFault) {
            ordinalSuffixes = ByOrdinal(
                rule: pack.ordinal,
                patterns: try reading.categories(
                    of: pack.ordinalSuffixes, pack.ordinal.categories
                ).mapValues { PhraseTemplate($0) })
        } catch {
            throw reading.fault(PhraseFault("ordinalSuffixes " + error.text), in: "ordinalSuffixes")
        }
        try checkLists(reading)
    }

    private func checkLists(_ reading: PhrasebookReading) throws(PhrasebookError) {
        guard pack.compass.count == 8 else {
            throw reading.fault(PhraseFault("compass must have eight words"), in: "compass")
        }
        let forms = Set(reading.roadForms().map { $0.isEmpty ? Self.plainForm : $0 })
        for noun in RoadNoun.allCases {
            switch pack.roads[noun.rawValue] {
            case .text: continue
            case .table(let words) where Set(words.keys) == forms: continue
            case .table:
                throw reading.fault(
                    PhraseFault(
                        "roads \"\(noun.rawValue)\" must have words for "
                            + forms.sorted().joined(separator: ", ")), in: noun.rawValue)
            case nil:
                throw reading.fault(PhraseFault("roads lacks \"\(noun.rawValue)\""), in: "roads")
            }
        }
    }

    private static let plainForm = "plain"

    // Values in sentences

    /// A value as it stands in a sentence, in a form of names.
    func shown(_ value: PhraseValue, _ form: NameForm?, _ formName: String) -> String {
        switch value {
        case .words(let text): return form?.applied(to: text, shown: text) ?? text
        case .name(let name):
            let shown = isolated(name)
            return form?.applied(to: name, shown: shown) ?? shown
        case .noun(let noun):
            switch pack.roads[noun.rawValue] {
            case .text(let word): return word
            case .table(let words):
                return words[formName.isEmpty ? Self.plainForm : formName] ?? ""
            case nil: return ""
            }
        }
    }

    /// A name, between isolates if it is written in the other direction (Unicode Bidirectional
    /// Algorithm, UAX #9: U+2068 and U+2069).
    private func isolated(_ name: String) -> String {
        guard isRightToLeft, name.unicodeScalars.contains(where: \.isWrittenLeftToRight) else {
            return name
        }
        return "\u{2068}\(name)\u{2069}"
    }

    /// The word for a direction given in degrees from north.
    func direction(_ degrees: Double) -> String {
        let sector = Int((degrees / 45).rounded())
        return pack.compass[((sector % 8) + 8) % 8]
    }

    /// An ordinal from 1, in words as far as the language has them.
    func ordinal(_ number: Int) -> String {
        if pack.ordinals.indices.contains(number - 1) { return pack.ordinals[number - 1] }
        let pattern = ordinalSuffixes.patterns[ordinalSuffixes.rule.category(of: number)]
        return pattern?.filled(["n": String(number)]) ?? String(number)
    }

    /// A number from 1, in words as far as the language has them.
    func number(_ number: Int) -> String {
        pack.numbers.indices.contains(number - 1) ? pack.numbers[number - 1] : String(number)
    }

    /// An exit as it stands in a sentence; the number or name may be empty.
    func exit(_ number: String) -> String {
        number.isEmpty ? pack.exit.plain : exit.filled(["number": isolated(number)])
    }

    /// An exit as a sign names it.
    func exitTitle(_ number: String) -> String { exitTitle.filled(["number": isolated(number)]) }
}

extension Unicode.Scalar {
    /// Whether it is a letter of a script that is written from left to right: any but those of
    /// Hebrew, Arabic and their neighbors.
    fileprivate var isWrittenLeftToRight: Bool {
        guard properties.isAlphabetic else { return false }
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: return false
        default: return true
        }
    }
}
