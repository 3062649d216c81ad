// The nearest language to one that a request names.

extension DirectionsLanguages {
    /// The supported language that serves a tag best, such as `fr` for `fr_CA` and `FR-ca`.
    ///
    /// The tag itself; else the language of its region or script; else that language elsewhere.
    ///
    /// - Parameters:
    ///   - requested: A tag of BCP 47, with hyphens or underscores; capitals do not matter.
    ///   - preferred: Serves the tag of a language without a region if it is of that language.
    /// - Returns: `nil` where the language is not supported.
    package func nearest(to requested: String, preferred: String? = nil) -> String? {
        // Many requests name a language as it is listed.
        if preferred == requested { return requested }
        let wanted = LanguageTag(requested)
        guard let family = families[wanted.language] else { return nil }
        let same =
            family.first { $0.tag == requested } ?? family.first { $0.parts == wanted }
        if let same { return same.tag }
        if wanted.subtags.isEmpty, let preferred,
            family.contains(where: { $0.tag == preferred })
        {
            return preferred
        }
        let likely = wanted.likelyRegion
        return (family.first { $0.parts.subtags.contains(likely) } ?? family[0]).tag
    }
}

/// A language of a service.
struct ListedLanguage: Sendable {
    let tag: String
    let parts: LanguageTag

    init(_ tag: String) { (self.tag, parts) = (tag, LanguageTag(tag)) }
}

/// The parts of a language's tag.
struct LanguageTag: Hashable {
    /// The language without region, by its present code.
    let language: String
    /// Script, region and variants, as far as the tag has them; small letters.
    let subtags: [String]

    init(_ tag: String) {
        let parts = tag.lowercased().utf8.split(whereSeparator: Self.separates)
            .map { String(decoding: $0, as: UTF8.self) }
        let language = parts.first ?? ""
        self.language = Self.presentCodes[language] ?? language
        subtags = Array(parts.dropFirst())
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// Codes that were replaced, and codes of languages that are written as another.
    private static let presentCodes = [
        "iw": "he", "in": "id", "no": "nb", "nn": "nb", "mo": "ro", "sh": "sr", "cmn": "zh",
    ]

    /// The region whose variety is nearest, by the parent locales and likely subtags of CLDR 46;
    /// small letters.
    var likelyRegion: String {
        let region = subtags.first { $0.count == 2 } ?? ""
        switch language {
        case "en":
            // Elsewhere English is written as in Britain.
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
