// The format of a phrase file. Documentation/Languages.md explains how to write one.

import Foundation

/// The contents of a phrase file.
///
/// Sentences are whole, with values in braces in any order, and parts in brackets for values that
/// may be unknown; see ``PhrasePattern``. What follows a rule rather than a list of words (plurals,
/// the endings of ordinals, the frames of names) is a named rule.
struct LanguagePack: Decodable, Sendable {
    /// The direction in which the language is written.
    enum WritingDirection: String, Decodable, Hashable, Sendable {
        case ltr, rtl
    }

    /// How first letters change their size.
    enum Capitals: String, Decodable, Hashable, Sendable {
        /// `i` and `İ`, `ı` and `I`.
        case turkish
    }

    /// A text for all cases, or one for each: by the category of a number, the form of names, or
    /// the variant of a sentence.
    enum Entry: Decodable, Hashable, Sendable {
        case text(String)
        case table([String: String])
    }

    /// Spans of time.
    struct Durations: Decodable, Hashable, Sendable {
        var underMinute: String
        var minutes: Entry
        var hours: Entry
        var hoursMinutes: Entry
    }

    /// Words for an exit.
    struct Exit: Decodable, Hashable, Sendable {
        /// One without a number, as it stands in a sentence.
        var plain: String
        /// One with a number or a name, as it stands in a sentence.
        var numbered: String
        /// One with a number or a name by itself, as on a sign.
        var title: String
    }

    /// What is worded otherwise for pedestrians, in place of the same entries for all.
    struct OnFoot: Decodable, Hashable, Sendable {
        var phrases: [String: Entry]?
        var forms: [String: [NameForm.Frame]]?
        var roads: [String: Entry]?
    }

    /// The language's tag (BCP 47).
    var language: String
    /// The language's own name.
    var name: String
    /// The script (ISO 15924).
    var script: String
    var direction: WritingDirection
    var plural: PluralRule
    var ordinal: OrdinalRule
    /// Eight directions from north clockwise.
    var compass: [String]
    /// Numbers in words from one on; larger ones are written in digits.
    var numbers: [String]
    /// Ordinals in words from the first on.
    var ordinals: [String]
    /// Larger ordinals by category.
    var ordinalSuffixes: [String: String]
    /// The kinds of names that forms distinguish.
    var kinds: [String: NameKind]
    /// The forms in which names stand in sentences.
    var forms: [String: [NameForm.Frame]]
    /// Words for roads without a name, by form where they differ.
    var roads: [String: Entry]
    var exit: Exit
    var durations: Durations
    /// The names of units of length by their English short names, such as `km`.
    var units: [String: Entry]
    /// A number with its unit.
    var length: String
    var decimalMark: String
    /// Stands between groups of three digits; may be empty.
    var groupMark: String
    var capitals: Capitals?
    /// A time of day from `hour12`, `hour24`, `hour24Padded`, `minute` and `half`.
    var clock: String
    /// The halves of the day.
    var halves: [String]
    var onFoot: OnFoot?
    /// For each key its sentences, by variant or by category where one does not suffice.
    var phrases: [String: Entry]
}

extension LanguagePack {
    /// The contents for pedestrians; `nil` where they are the same.
    var forPedestrians: LanguagePack? {
        guard let onFoot else { return nil }
        var pack = self
        pack.onFoot = nil
        pack.phrases.merge(onFoot.phrases ?? [:]) { $1 }
        pack.forms.merge(onFoot.forms ?? [:]) { $1 }
        pack.roads.merge(onFoot.roads ?? [:]) { $1 }
        return pack
    }
}

extension LanguagePack.Entry {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .table(try container.decode([String: String].self))
        }
    }

    /// Every text.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .table(let table): Array(table.values)
        }
    }
}
