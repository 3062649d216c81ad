// The languages that are built in.

extension Phrasebook {
    /// English, the fallback for languages that are not built in.
    static let english: Phrasebook = builtIn(PackageResources.en_json)

    /// Every built-in language, English first.
    static let all: [Phrasebook] =
        [english]
        + [PackageResources.de_json, PackageResources.es_json, PackageResources.fr_json]
        .map(builtIn)

    /// The phrases for a language as requests name it: `en`, `en_US`, `en-GB`.
    static func named(_ language: String) -> Phrasebook {
        let code = language.prefix { $0.isLetter }.lowercased()
        return all.first { $0.language == code } ?? english
    }

    private static func builtIn(_ json: [UInt8]) -> Phrasebook {
        do {
            return try Phrasebook(json: json)
        } catch {
            preconditionFailure("built-in phrases are incomplete: \(error)")
        }
    }
}

/// The languages in which directions can be written.
package enum DirectionsLanguages {
    /// Their codes, the default first.
    package static var supported: [String] { Phrasebook.all.map(\.language) }
}
