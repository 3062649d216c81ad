// The words of a language that stand in sentences: nouns, numbers, units, times.

import Foundation

/// The words of a language, and how it writes numbers, lengths and times.
struct LanguageWords: Sendable {
    private let pack: LanguagePack
    private let ordinalSuffixes: ByOrdinal
    private let exit: PhraseTemplate
    private let exitTitle: PhraseTemplate
    private let lengthPattern: PhraseTemplate
    private let clock: PhraseTemplate
    private let minutes, hours, hoursMinutes: ByNumber<PhraseTemplate>
    private let units: [String: ByNumber<String>]
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
        func numbered(
            _ value: LanguagePack.Numbered?, _ key: String
        ) throws(PhrasebookError) -> ByNumber<String> {
            do throws(PhraseFault) {
                switch value {
                case .all(let text): return ByNumber(all: text)
                case .byCategory(let table):
                    return ByNumber(
                        try reading.categories(of: table, pack.plural.categories), pack.plural)
                case nil: throw PhraseFault("is missing")
                }
            } catch {
                throw reading.fault(PhraseFault("\"\(key)\" " + error.text), in: key)
            }
        }
        func template(
            _ value: LanguagePack.Numbered, _ key: String, naming names: [String]
        ) throws(PhrasebookError) -> ByNumber<PhraseTemplate> {
            try numbered(value, key).mapping { text throws(PhrasebookError) in
                let template = PhraseTemplate(text)
                guard template.slots.map(\.name).sorted() == names else {
                    throw reading.fault(
                        PhraseFault(
                            "\"\(key)\" must name " + names.joined(separator: ", ") + " once"),
                        in: key)
                }
                return template
            }
        }
        self.pack = pack
        isRightToLeft = pack.direction == .rtl
        minutes = try template(pack.durations.minutes, "minutes", naming: ["minutes"])
        hours = try template(pack.durations.hours, "hours", naming: ["hours"])
        hoursMinutes = try template(
            pack.durations.hoursMinutes, "hoursMinutes", naming: ["hours", "minutes"])
        var units: [String: ByNumber<String>] = [:]
        for unit in Self.unitNames { units[unit] = try numbered(pack.units[unit], unit) }
        self.units = units
        exit = PhraseTemplate(pack.exit.numbered)
        exitTitle = PhraseTemplate(pack.exit.title)
        lengthPattern = PhraseTemplate(pack.length)
        clock = PhraseTemplate(pack.clock)
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

    /// The English short names of the units of length.
    private static let unitNames = ["mm", "cm", "dm", "m", "km", "in", "ft", "yd", "mi", "nmi"]

    private func checkLists(_ reading: PhrasebookReading) throws(PhrasebookError) {
        guard pack.compass.count == 8 else {
            throw reading.fault(PhraseFault("compass must have eight words"), in: "compass")
        }
        guard pack.halves.count == 2 else {
            throw reading.fault(PhraseFault("halves must have two words"), in: "halves")
        }
        let forms = Set(reading.roadForms().map { $0.isEmpty ? Self.plainForm : $0 })
        for noun in RoadNoun.allCases {
            switch pack.roads[noun.rawValue] {
            case .always: continue
            case .byForm(let words) where Set(words.keys) == forms: continue
            case .byForm:
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
        case .words(let text): return text
        case .name(let name):
            let shown = isolated(name)
            return form?.applied(to: name, shown: shown) ?? shown
        case .noun(let noun):
            switch pack.roads[noun.rawValue] {
            case .always(let word): return word
            case .byForm(let words):
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

    // Measures

    /// A span of time to the minute.
    func duration(milliseconds: Int64) -> String {
        if milliseconds < 60_000 { return pack.durations.underMinute }
        let all = Int((milliseconds + 30_000) / 60_000)
        let (hours, minutes) = all.quotientAndRemainder(dividingBy: 60)
        let template =
            hours == 0
            ? self.minutes[minutes] : minutes == 0 ? self.hours[hours] : hoursMinutes[hours]
        return template?.filled(["minutes": String(minutes), "hours": String(hours)]) ?? ""
    }

    /// A length in a unit, with two decimals below one, one below a hundred, and none for units of
    /// a meter or less.
    ///
    /// - Parameter unit: The unit's English short name, such as `km`.
    func length(centimeters: Int64, metersPerUnit: Double, unit: String) -> String {
        let value = Double(centimeters) / 100 / metersPerUnit
        let isSmallUnit = metersPerUnit <= 1
        return length(value, decimals: isSmallUnit || value >= 100 ? 0 : value >= 1 ? 1 : 2, unit)
    }

    /// A number of units.
    func length(_ value: Double, decimals: Int, _ unit: String) -> String {
        let scaled = (value * Self.scale(decimals)).rounded() / Self.scale(decimals)
        // Languages say fractions with the word for numbers in general.
        let whole = scaled == scaled.rounded() ? Int(exactly: scaled) : nil
        return lengthPattern.filled([
            "number": number(value, decimals: decimals), "unit": units[unit]?[whole] ?? unit,
        ])
    }

    private static func scale(_ decimals: Int) -> Double { [1, 10, 100][decimals] }

    /// A number with at most so many decimals, without trailing zeros.
    private func number(_ value: Double, decimals: Int) -> String {
        let scale = Int64(Self.scale(decimals))
        let scaled = Int64((value * Double(scale)).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
        let head = grouped(whole)
        if part == 0 { return head }
        var digits = String(part)
        while digits.count < decimals { digits = "0" + digits }
        while digits.last == "0" { digits.removeLast() }
        return head + pack.decimalMark + digits
    }

    /// A whole number in groups of three digits. Four digits stay together, as they do in most
    /// languages.
    private func grouped(_ number: Int64) -> String {
        if number < 10_000 || pack.groupMark.isEmpty { return String(number) }
        let (thousands, rest) = number.quotientAndRemainder(dividingBy: 1_000)
        let digits = String(rest)
        return String(thousands) + pack.groupMark + String(repeating: "0", count: 3 - digits.count)
            + digits
    }

    /// The time of day of a local clock in epoch milliseconds, to the minute begun.
    func timeOfDay(_ clock: Int64) -> String {
        let day: Int64 = 86_400_000
        let minutes = ((clock % day) + day) % day / 60_000
        let (hour, minute) = (Int(minutes / 60), Int(minutes % 60))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return self.clock.filled([
            "hour12": String((hour + 11) % 12 + 1), "hour24": String(hour),
            "hour24Padded": padded(hour), "minute": padded(minute),
            "half": pack.halves[hour < 12 ? 0 : 1],
        ])
    }
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
