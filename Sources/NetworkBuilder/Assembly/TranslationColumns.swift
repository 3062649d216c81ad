// Collects translations of a draft's names.

import RoadNetwork

/// The translated names a draft remembers until it is finished.
struct TranslationColumns {
    /// By language row, and last for first parts: each name's translations, with the number of
    /// segments that have them.
    private var counts: [[UInt32: [String: Int]]] = []

    /// Adds the translations of a segment's name.
    mutating func add(_ texts: [String], of name: UInt32) {
        for (language, text) in texts.enumerated() where !text.isEmpty {
            if language >= counts.count {
                counts.append(contentsOf: repeatElement([:], count: language + 1 - counts.count))
            }
            counts[language][name, default: [:]][text, default: 0] += 1
        }
    }

    /// Returns a language's translations by ascending name: for each name the most frequent; ties
    /// go to the first by bytes.
    func chosen(_ language: Int) -> [(name: UInt32, text: String)] {
        guard language < counts.count else { return [] }
        return counts[language].compactMap { name, texts in
            let best = texts.min { one, other in
                if one.value != other.value { return one.value > other.value }
                return one.key.utf8.lexicographicallyPrecedes(other.key.utf8)
            }
            return best.map { (name, $0.key) }
        }.sorted { $0.name < $1.name }
    }
}

extension NetworkContents {
    /// The most languages a network can have; each has its own sections.
    private static let mostNameLanguages = 64

    /// Stores translations that differ from the name, and the languages that have any.
    ///
    /// - Parameter row: Adds a name and returns its row.
    mutating func keep(
        _ translations: TranslationColumns, row: (inout NetworkContents, String) -> UInt32
    ) {
        let languages = description.nameLanguages ?? []
        var kept: [String] = []
        for language in 0...languages.count {
            let isLast = language == languages.count
            let found = translations.chosen(language).filter { $0.text != name(row: $0.name) }
            guard isLast || !found.isEmpty && kept.count < Self.mostNameLanguages else { continue }
            if !isLast { kept.append(languages[language]) }
            translatedNames.append(found.map(\.name))
            self.translations.append(found.map { row(&self, $0.text) })
        }
        let isEmpty = translatedNames.allSatisfy(\.isEmpty)
        description.nameLanguages = isEmpty ? nil : kept
        if isEmpty { (translatedNames, self.translations) = ([], []) }
    }
}
