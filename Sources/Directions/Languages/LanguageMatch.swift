// Finds the supported language nearest to the one a request names.

extension DirectionsLanguages {
    /// Returns the supported language that serves a tag best, such as `fr` for `fr_CA` and `FR-ca`.
    /// Serbian in Latin letters, `sr-Latn`, is served although it is not listed.
    ///
    /// Tries the tag itself, then the language in its likely region or script, then the language in
    /// any other region.
    ///
    /// - Parameters:
    ///   - requested: A BCP 47 tag, with hyphens or underscores, in upper or lower case.
    ///   - preferred: The tag to return if `requested` has no region and the languages agree.
    /// - Returns: `nil` if the language is not supported.
    package func nearest(to requested: String, preferred: String? = nil) -> String? {
        // Many requests name the language exactly as it is listed.
        if preferred == requested { return requested }
        let wanted = LanguageTag(requested)
        guard let family = families[wanted.language] else { return nil }
        let same =
            family.first { $0.tag == requested } ?? family.first { $0.parts == wanted }
        if let same { return same.tag }
        if wanted.isLatinSerbian, supported.contains(BuiltInPhrases.serbian) {
            return BuiltInPhrases.latinSerbian
        }
        if wanted.subtags.isEmpty, let preferred,
            family.contains(where: { $0.tag == preferred })
        {
            return preferred
        }
        let likely = wanted.likelyRegion
        return (family.first { $0.parts.subtags.contains(likely) } ?? family[0]).tag
    }
}

/// A supported language: its tag and the tag's parts.
struct ListedLanguage: Sendable {
    let tag: String
    let parts: LanguageTag

    init(_ tag: String) { (self.tag, parts) = (tag, LanguageTag(tag)) }
}

/// A language tag split into its parts.
struct LanguageTag: Hashable {
    /// The language without region, with outdated codes replaced.
    let language: String
    /// Script, region and variants, as far as the tag has them; in lower case.
    let subtags: [String]
    /// Whether it is Serbian in Latin letters, as `sh` and Montenegrin are unless they say `Cyrl`.
    let isLatinSerbian: Bool

    init(_ tag: String) {
        let parts = tag.lowercased().utf8.split(whereSeparator: Self.separates)
            .map { String(decoding: $0, as: UTF8.self) }
        let language = parts.first ?? ""
        self.language = Self.presentCodes[language] ?? language
        subtags = Array(parts.dropFirst())
        isLatinSerbian =
            self.language == BuiltInPhrases.serbian && !subtags.contains("cyrl")
            && (language != BuiltInPhrases.serbian
                || !Self.latinSerbia.isDisjoint(with: subtags))
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// Replacements for outdated codes, and for languages written like another one.
    private static let presentCodes = [
        "iw": "he", "in": "id", "no": "nb", "nn": "nb", "mo": "ro", "sh": "sr", "cnr": "sr",
        "cmn": "zh",
    ]

    /// The script, and the regions that write Serbian so, by the likely subtags of CLDR 46.
    private static let latinSerbia: Set = ["latn", "me", "ro", "tr"]

    /// The region whose variety is nearest, in lower case; from the parent locales and likely
    /// subtags of CLDR 46.
    var likelyRegion: String {
        let region = subtags.first { $0.count == 2 } ?? ""
        switch language {
        case "en":
            // English elsewhere follows British spelling.
            return region.isEmpty || Self.americanRegions.contains(region) ? "us" : "gb"
        case "pt": return region.isEmpty || region == "br" ? "br" : "pt"
        case "zh":
            let isTraditional =
                subtags.contains("hant")
                || ["hk", "mo"].contains(region) && !subtags.contains("hans")
            return isTraditional ? "tw" : "cn"
        default: return region
        }
    }

    private static let americanRegions: Set = ["us", "ca", "ph", "pr", "as", "gu", "vi"]
}
