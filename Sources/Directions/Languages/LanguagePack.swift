// The format of a phrase file. Documentation/Languages.md explains how to write one.

import Foundation

/// A phrase file's contents.
///
/// Every sentence is whole: values stand in braces, in any order, and parts for values that may be
/// unknown stand in brackets (``PhrasePattern``). Where a language follows a rule rather than a
/// word list (plurals, ordinal endings, frames of names), the file names the rule.
struct LanguagePack: Decodable, Sendable {
    enum WritingDirection: String, Decodable, Hashable, Sendable {
        case ltr, rtl
    }

    /// An unusual pairing of upper and lower case.
    enum Capitals: String, Decodable, Hashable, Sendable {
        /// `i` and `İ`, `ı` and `I`.
        case turkish
    }

    /// One text for all cases, or one per case: by plural category, name form or sentence variant.
    enum Entry: Decodable, Hashable, Sendable {
        case text(String)
        case table([String: String])
    }

    /// Wordings for durations.
    struct Durations: Decodable, Hashable, Sendable {
        var underMinute: String
        var minutes: Entry
        var hours: Entry
        var hoursMinutes: Entry
    }

    struct Exit: Decodable, Hashable, Sendable {
        /// An exit without a number, within a sentence.
        var plain: String
        /// An exit with a number or a name, within a sentence.
        var numbered: String
        /// An exit with a number or a name, alone as on a sign.
        var title: String
    }

    /// Entries that replace the general ones for pedestrians.
    struct OnFoot: Decodable, Hashable, Sendable {
        var phrases: [String: Entry]?
        var forms: [String: [NameForm.Frame]]?
        var roads: [String: Entry]?
    }

    /// The BCP 47 tag.
    var language: String
    /// The language's own name.
    var name: String
    /// The ISO 15924 code.
    var script: String
    var direction: WritingDirection
    var plural: PluralRule
    var ordinal: OrdinalRule
    /// The eight directions, clockwise from north.
    var compass: [String]
    /// Words for the numbers from 1 on; larger numbers are written in digits.
    var numbers: [String]
    /// Words for the ordinals from 1 on.
    var ordinals: [String]
    /// Patterns for larger ordinals, by category.
    var ordinalSuffixes: [String: String]
    /// Kinds of names, which frames choose between.
    var kinds: [String: NameKind]
    /// For each form of names, the frames to choose from.
    var forms: [String: [NameForm.Frame]]
    /// Words for unnamed roads; by form if they differ.
    var roads: [String: Entry]
    var exit: Exit
    var durations: Durations
    /// Names of length units, by English short name such as `km`.
    var units: [String: Entry]
    /// The pattern for a number with its unit.
    var length: String
    var decimalMark: String
    /// The separator between groups of three digits; may be empty.
    var groupMark: String
    var capitals: Capitals?
    /// The pattern for a time of day, from `hour12`, `hour24`, `hour24Padded`, `minute` and `half`.
    var clock: String
    /// The words for the morning and afternoon halves of the day.
    var halves: [String]
    var onFoot: OnFoot?
    /// Each key's sentence, or several by variant or plural category.
    var phrases: [String: Entry]
}

extension LanguagePack {
    /// The contents with the entries for pedestrians; `nil` if nothing differs.
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

    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .table(let table): Array(table.values)
        }
    }
}
