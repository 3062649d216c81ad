// Reads a phrase file and reports where it is wrong.

import Foundation

/// A mistake in a phrase file.
struct PhrasebookError: Error, Hashable, CustomStringConvertible {
    /// The language; empty if the file does not name one.
    var language = ""
    /// The phrase with the mistake, if it is in one.
    var key: String?
    /// The line, from 1.
    var line: Int?
    /// What is wrong, worded to follow the place.
    let problem: String

    init(_ problem: String) { self.problem = problem }

    var description: String {
        var place = language.isEmpty ? [] : [language]
        if let line { place.append("line \(line)") }
        let subject = key.map { "phrase \"\($0)\" " }
        return place.joined(separator: ", ") + (place.isEmpty ? "" : ": ")
            + (subject ?? "") + problem
    }
}

/// A phrase file being read.
struct PhrasebookReading {
    let pack: LanguagePack
    /// The forms of names, by the names that sentences use for them.
    private(set) var forms: [String: NameForm] = [:]
    private let lines: [Substring]
    /// Whether this reads the wordings for pedestrians.
    private let isOnFoot: Bool

    /// Decodes a file.
    ///
    /// - Throws: ``PhrasebookError`` if it is not a phrase file.
    init(_ json: some Collection<UInt8>) throws(PhrasebookError) {
        let pack: LanguagePack
        do {
            pack = try JSONDecoder().decode(LanguagePack.self, from: Data(json))
        } catch {
            throw PhrasebookError(Self.problem(of: error))
        }
        let lines = String(decoding: json, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        try self.init(pack, lines)
    }

    private init(
        _ pack: LanguagePack, _ lines: [Substring], isOnFoot: Bool = false
    ) throws(PhrasebookError) {
        (self.pack, self.lines, self.isOnFoot) = (pack, lines, isOnFoot)
        for (name, frames) in pack.forms {
            do throws(PhraseFault) {
                forms[name] = try NameForm(frames, pack.kinds)
            } catch {
                throw fault(PhraseFault("form \"\(name)\" " + error.text), in: name)
            }
        }
    }

    /// Returns the same file with its wordings for pedestrians; `nil` if it has none.
    func onFoot() throws(PhrasebookError) -> PhrasebookReading? {
        guard let pack = pack.forPedestrians else { return nil }
        return try PhrasebookReading(pack, lines, isOnFoot: true)
    }

    /// Compiles each key's sentences, in the order of the keys.
    func phrases() throws(PhrasebookError) -> [Phrasebook.Phrase] {
        var phrases: [Phrasebook.Phrase] = []
        for key in PhraseKey.allCases { phrases.append(try phrase(key)) }
        if let key = pack.phrases.keys.filter({ PhraseKey(stringValue: $0) == nil }).min() {
            throw fault(PhraseFault("is not known"), in: key, isPhrase: true)
        }
        return phrases
    }

    /// Returns a key's text, or all its texts joined.
    func sentence(_ key: PhraseKey) -> String {
        pack.phrases[key.name]?.texts.joined() ?? ""
    }

    private func phrase(_ key: PhraseKey) throws(PhrasebookError) -> Phrasebook.Phrase {
        do throws(PhraseFault) {
            guard let entry = pack.phrases[key.name] else { throw PhraseFault("is missing") }
            let variants = key.variants
            let templates = try variants.map { variant throws(PhraseFault) in
                try sentences(entry, key, variant)
            }
            if case .table(let table) = entry, !isByCategory(table),
                table.count != variants.count
            {
                throw PhraseFault(
                    "has an unknown variant; there are "
                        + variants.map(key.variantName).joined(separator: ", "))
            }
            return Phrasebook.Phrase(optionalParts: key.optionalParts, templates: templates)
        } catch {
            throw fault(error, in: key.name, isPhrase: true)
        }
    }

    private func isByCategory(_ table: [String: String]) -> Bool {
        table.keys.contains { PluralCategory(stringValue: $0) != nil }
    }

    /// Compiles the sentences of one variant.
    private func sentences(
        _ entry: LanguagePack.Entry, _ key: PhraseKey, _ variant: Set<PhrasePart>
    ) throws(PhraseFault) -> ByNumber<Phrasebook.Sentence> {
        switch entry {
        case .text(let pattern): return ByNumber(all: try sentence(pattern, key, variant))
        case .table(let table):
            guard isByCategory(table) else {
                let name = key.variantName(variant)
                guard let text = table[name] else {
                    throw PhraseFault("lacks variant \"\(name)\"")
                }
                return ByNumber(all: try sentence(text, key, variant))
            }
            guard key.optionalParts.contains(.count) || key.constantParts.contains(.count) else {
                throw PhraseFault("names no number and takes no categories")
            }
            let named = try categories(of: table, pack.plural.categories)
            var sentences: [PluralCategory: Phrasebook.Sentence] = [:]
            for (category, text) in named {
                sentences[category] = try sentence(text, key, variant)
            }
            return ByNumber(sentences, pack.plural)
        }
    }

    private func sentence(
        _ pattern: String, _ key: PhraseKey, _ variant: Set<PhrasePart>
    ) throws(PhraseFault) -> Phrasebook.Sentence {
        let pattern = try PhrasePattern(pattern)
        let optional = key.optionalParts.map(\.name)
        if let name = pattern.optionalNames.first(where: { !optional.contains($0) }) {
            throw PhraseFault(
                "has {\(name)} in brackets; there may stand "
                    + (optional.isEmpty ? "nothing" : optional.joined(separator: ", ")))
        }
        let template = pattern.template(knowing: variant.map(\.name))
        let expected = variant.union(key.constantParts).map(\.name).sorted()
        guard template.slots.map(\.name).sorted() == expected else {
            throw PhraseFault(
                "(\(key.variantName(variant))) must name "
                    + (expected.isEmpty ? "nothing" : expected.joined(separator: ", ")) + " once; "
                    + "it names "
                    + (template.slots.isEmpty
                        ? "nothing" : template.slots.map(\.name).joined(separator: ", ")))
        }
        let pieces = try template.pieces.map { piece throws(PhraseFault) in
            switch piece {
            case .text(let text): return Phrasebook.Sentence.Piece.text(text)
            case .slot(let slot):
                guard let part = PhrasePart(stringValue: slot.name) else {
                    throw PhraseFault("names {\(slot.name)}, which is no value")
                }
                let nouns = part == .road ? nouns(in: slot.form) : []
                if slot.form.isEmpty || slot.form == Self.small {
                    return .place(Phrasebook.Place(part: part, form: nil, nouns: nouns))
                }
                guard let form = forms[slot.form] else {
                    throw PhraseFault("uses form \"\(slot.form)\", which is not among its forms")
                }
                return .place(Phrasebook.Place(part: part, form: form, nouns: nouns))
            }
        }
        return Phrasebook.Sentence(pieces: pieces)
    }

    /// The form of an inner sentence beginning in lower case.
    private static let small = "small"

    // Words for unnamed roads

    /// The form under which a noun is listed if a sentence names none.
    private static let plainForm = "plain"

    /// Checks that every noun has a word for each form in which sentences name a road.
    func checkNouns() throws(PhrasebookError) {
        var forms: Set<String> = []
        for text in pack.phrases.values.flatMap(\.texts) {
            for slot in PhraseTemplate(text).slots where slot.name == PhrasePart.road.name {
                forms.insert(slot.form.isEmpty ? Self.plainForm : slot.form)
            }
        }
        for noun in RoadNoun.allCases.map(\.name) {
            switch pack.roads[noun] {
            case .text: continue
            case .table(let words) where Set(words.keys) == forms: continue
            case .table:
                throw fault(
                    PhraseFault(
                        "roads \"\(noun)\" must have words for "
                            + forms.sorted().joined(separator: ", ")), in: noun)
            case nil: throw fault(PhraseFault("roads lacks \"\(noun)\""), in: "roads")
            }
        }
    }

    /// Returns the words for unnamed roads in a form, in the order of ``RoadNoun``.
    private func nouns(in form: String) -> [String] {
        RoadNoun.allCases.map { noun in
            switch pack.roads[noun.name] {
            case .text(let word): word
            case .table(let words): words[form.isEmpty ? Self.plainForm : form] ?? ""
            case nil: ""
            }
        }
    }

    /// Checks that a table has exactly one word for each expected category.
    func categories(
        of table: [String: String], _ expected: Set<PluralCategory>
    ) throws(PhraseFault) -> [PluralCategory: String] {
        var words: [PluralCategory: String] = [:]
        for (name, word) in table {
            guard let category = PluralCategory(stringValue: name), expected.contains(category)
            else {
                throw PhraseFault(
                    "has a word for \"\(name)\", a category that the language does not use")
            }
            words[category] = word
        }
        if let missing = PluralCategory.allCases.first(where: {
            expected.contains($0) && words[$0] == nil
        }) {
            throw PhraseFault("lacks a word for \"\(missing.stringValue)\"")
        }
        return words
    }

    /// Adds the language, the phrase and the line to a fault.
    func fault(
        _ fault: PhraseFault, in key: String, isPhrase: Bool = false
    ) -> PhrasebookError {
        var error = PhrasebookError(fault.text)
        error.language = pack.language
        if isPhrase { error.key = key }
        func names(_ line: Substring) -> Bool { line.contains("\"\(key)\":") }
        let start = isOnFoot ? lines.firstIndex { $0.contains("\"onFoot\":") } ?? 0 : 0
        let line = lines[start...].firstIndex(where: names) ?? lines.firstIndex(where: names)
        error.line = line.map { $0 + 1 }
        return error
    }

    private static func problem(of error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            let place = path(context)
            return "lacks \"\(key.stringValue)\"" + (place.isEmpty ? "" : " in \"\(place)\"")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return "has a value of another kind at \"\(path(context))\""
        case .dataCorrupted(let context):
            if !context.codingPath.isEmpty {
                return "has an unknown value at \"\(path(context))\": \(context.debugDescription)"
            }
            let cause = (context.underlyingError as NSError?)?.userInfo["NSDebugDescription"]
            return "is not JSON: \(cause ?? context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}
