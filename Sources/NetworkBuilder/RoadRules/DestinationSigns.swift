// What signs over a road say, in the road's language and in others: `destination=Liège;Luxembourg`,
// `destination:lang:nl=Luik;Luxemburg`.

import RoadNetwork

/// The sign tags for one direction of a way.
struct SignTags {
    let tags: TagSet
    let direction: LineDirection
    /// Whether only this direction is open. If so, a key without `:forward` or `:backward` is for
    /// this direction. If both are open, nobody can tell, so such a key is not used.
    let isOnly: Bool

    /// What precedes the language in a key.
    static let languageMark = ":lang:"

    /// Returns the value of a key with a suffix, in a language if there is one.
    func text(_ key: String, _ suffix: String = "", in language: String? = nil) -> String? {
        if let language, let text = text(key + Self.languageMark + language + suffix) {
            return text
        }
        let key = key + suffix
        return isOnly ? tags.value(key, direction) : tags[key + direction.suffix]
    }
}

extension LabelReader {
    /// Reads the sign over a direction and its translations. Places that the signs over all lanes
    /// share are part of it.
    func destination(
        of tags: TagSet, _ direction: LineDirection, open: OpenDirections
    ) -> (text: String, translated: TranslatedName) {
        let isOnly = open != .both && open.includes(direction)
        let signs = SignTags(tags: tags, direction: direction, isOnly: isOnly)
        let places = places(of: signs, in: nil)
        let text = places.joined(separator: ", ")
        guard !places.isEmpty, languages != [] else { return (text, TranslatedName()) }
        var found: [String: [String]] = [:]
        for language in signLanguages(of: tags) {
            let translated = self.places(of: signs, in: language)
            if translated != places { found[language] = translated }
        }
        guard !found.isEmpty else { return (text, TranslatedName()) }
        // "Brussel / Bruxelles" is one place with a name in each of two languages.
        let names = Set(found.values.joined())
        let first = places.map { TranslatedName.parts(of: $0, among: names)?.first ?? $0 }
        let kept = languages.map { kept in found.filter { kept.contains($0.key) } } ?? found
        return (
            text,
            TranslatedName(
                byLanguage: kept.mapValues { $0.joined(separator: ", ") },
                firstPart: first == places ? "" : first.joined(separator: ", "))
        )
    }

    /// Returns the places on a sign, in a language as far as it has them.
    private func places(of signs: SignTags, in language: String?) -> [String] {
        let parts = destination.flatMap { TagList.parts(of: signs.text($0, in: language) ?? "") }
        let lanes = laneSigns(
            of: signs.tags, signs.direction, isOnly: signs.isOnly, in: language)
        return Self.distinct(Self.common(lanes) + parts)
    }

    /// Returns the languages in which a way's signs have tags.
    private func signLanguages(of tags: TagSet) -> Set<String> {
        var languages: Set<String> = []
        for key in destination {
            let prefix = key + SignTags.languageMark
            for (key, _) in tags.pairs(where: { $0.hasPrefix(prefix) }) {
                let language = String(key.dropFirst(prefix.count).prefix { $0 != ":" })
                if TranslatedName.isLanguage(language) { languages.insert(language) }
            }
        }
        return languages
    }
}
