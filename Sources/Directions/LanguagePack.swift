// The format of a phrase file.
//
// To add a language, add `Phrases/<language>.json` with the same keys, list it in Package.swift and
// in Phrasebook+Languages.swift. Sentences are whole and may have their values in any order. What
// follows a rule rather than a word list (such as the endings of ordinals) is a named rule.

/// The contents of a phrase file.
struct LanguagePack: Codable, Hashable, Sendable {
    /// Rules that select an ordinal's ending by its number.
    enum OrdinalRule: String, Codable, Hashable, Sendable {
        /// 1st, 2nd, 3rd, 4th, 11th, 21st: the categories `one`, `two`, `few` and `other`.
        case english
        /// The same ending for all numbers: the category `other`.
        case uniform

        /// The category of a number, as the Unicode plural rules name it.
        func category(of number: Int) -> String {
            guard self == .english, !(11...13).contains(number % 100) else { return "other" }
            switch number % 10 {
            case 1: return "one"
            case 2: return "two"
            case 3: return "few"
            default: return "other"
            }
        }
    }

    /// Spans of time.
    struct Durations: Codable, Hashable, Sendable {
        var underMinute: String
        var minutes: String
        var hours: String
        var hoursMinutes: String
    }

    /// Words for an exit.
    struct Exit: Codable, Hashable, Sendable {
        /// One without a number, as it stands in a sentence.
        var plain: String
        /// One with a number or a name, as it stands in a sentence.
        var numbered: String
        /// One with a number or a name by itself, as on a sign.
        var title: String
    }

    /// The language's code.
    var language: String
    /// Eight directions from north clockwise.
    var compass: [String]
    /// Numbers in words from one on; larger ones are written in digits.
    var numbers: [String]
    /// Ordinals in words from the first on.
    var ordinals: [String]
    /// Larger ordinals by category.
    var ordinalSuffixes: [String: String]
    var ordinalRule: OrdinalRule
    /// Words for roads without a name, as they stand in a sentence that leads onto one.
    var roads: [String: String]
    /// The same in sentences about the road traveled, in languages that distinguish the two.
    var roadsUnderway: [String: String]?
    var exit: Exit
    var durations: Durations
    /// A number with its unit.
    var length: String
    var decimalMark: String
    /// A time of day from `hour12`, `hour24`, `minute` and `half`.
    var clock: String
    /// The halves of the day.
    var halves: [String]
    /// For each key, a sentence for each variant.
    var phrases: [String: [String: String]]
}
