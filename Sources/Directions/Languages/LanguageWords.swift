// A language's words used in sentences: nouns, directions, numbers. Lengths and times are in
// DirectionsMeasures.swift.

/// A language's words for directions, numbers and exits.
///
/// A class, so sentences share it instead of copying it.
final class LanguageWords: Sendable {
    private let compass: [String]
    private let numbers: [String]
    private let ordinals: [String]
    private let ordinalSuffixes: ByOrdinal
    private let plainExit: String
    private let exit: PhraseTemplate
    private let exitTitle: PhraseTemplate
    /// Whether the language is written from right to left. If so, names in other scripts are
    /// isolated from the sentence.
    let isRightToLeft: Bool

    private struct ByOrdinal {
        let rule: OrdinalRule
        let patterns: [PluralCategory: PhraseTemplate]
    }

    /// - Throws: ``PhrasebookError`` if words are missing.
    init(_ reading: PhrasebookReading) throws(PhrasebookError) {
        let pack = reading.pack
        (compass, numbers, ordinals) = (pack.compass, pack.numbers, pack.ordinals)
        plainExit = pack.exit.plain
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
        guard compass.count == 8 else {
            throw reading.fault(PhraseFault("compass must have eight words"), in: "compass")
        }
        try reading.checkNouns()
    }

    /// Wraps a name in isolates if it is written in the other direction (Unicode Bidirectional
    /// Algorithm, UAX #9: U+2068 and U+2069).
    func isolated(_ name: String) -> String {
        guard isRightToLeft, name.unicodeScalars.contains(where: \.isWrittenLeftToRight) else {
            return name
        }
        return "\u{2068}\(name)\u{2069}"
    }

    /// Returns the compass word for degrees clockwise from north.
    func direction(_ degrees: Double) -> String {
        let sector = Int((degrees / 45).rounded())
        return compass[((sector % 8) + 8) % 8]
    }

    /// Returns an ordinal from 1 on, in words as far as the language has them.
    func ordinal(_ number: Int) -> String {
        if ordinals.indices.contains(number - 1) { return ordinals[number - 1] }
        let pattern = ordinalSuffixes.patterns[ordinalSuffixes.rule.category(of: number)]
        return pattern?.filled { _ in String(number) } ?? String(number)
    }

    /// Returns a number from 1 on, in words as far as the language has them.
    func number(_ number: Int) -> String {
        numbers.indices.contains(number - 1) ? numbers[number - 1] : String(number)
    }

    /// Names an exit within a sentence; `number` may be a name, or empty.
    func exit(_ number: String) -> String {
        number.isEmpty ? plainExit : exit.filled { _ in isolated(number) }
    }

    /// Names an exit as a sign does.
    func exitTitle(_ number: String) -> String { exitTitle.filled { _ in isolated(number) } }
}

extension Unicode.Scalar {
    /// Whether this is a letter written from left to right: any letter outside Hebrew, Arabic and
    /// neighboring scripts.
    fileprivate var isWrittenLeftToRight: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF: false
        default: properties.isAlphabetic
        }
    }
}
