// The languages in which directions can be written: built-in ones and an operator's own.

import Foundation
import Synchronization

/// The languages of a service.
///
/// A phrase file is parsed and checked only when a request first uses its language; an operator's
/// files are checked at startup, so a broken one stops the server instead of a request.
/// ``nearest(to:preferred:)`` maps the tag a request names to a supported language, and
/// `phrases(_:)` returns the sentences for it.
/// ```swift
/// let languages = DirectionsLanguages.builtIn
/// languages.nearest(to: "fr_CH")  // "fr"
/// ```
package final class DirectionsLanguages: Sendable {
    /// The built-in languages.
    package static let builtIn = DirectionsLanguages(added: [:])

    /// The tag of the default language.
    package static let english = "en-US"

    /// The supported tags, in alphabetical order.
    package let supported: [String]
    /// The supported tags by language without region, parsed once and in alphabetical order.
    let families: [String: [ListedLanguage]]
    private let added: [String: Phrasebook]
    private let read = Mutex<[String: Phrasebook]>([:])

    private init(added: [String: Phrasebook]) {
        self.added = added
        supported = Set(BuiltInPhrases.files.keys).union(added.keys).sorted()
        families = Dictionary(grouping: supported.map(ListedLanguage.init), by: \.parts.language)
    }

    /// Adds an operator's languages; a file replaces the built-in language with the same tag.
    ///
    /// - Parameter files: The bytes of each phrase file, by language tag.
    /// - Throws: ``InvalidPhrases`` for the first broken file.
    package convenience init(files: [String: [UInt8]]) throws(InvalidPhrases) {
        var added: [String: Phrasebook] = [:]
        for (tag, json) in files.sorted(by: { $0.key < $1.key }) {
            do throws(PhrasebookError) {
                let book = try Phrasebook(json: json)
                guard book.language == tag else {
                    throw PhrasebookError(
                        "the file \(tag).json has the language \"\(book.language)\"; its name "
                            + "and \"language\" must be the same")
                }
                added[tag] = book
            } catch {
                throw InvalidPhrases(file: "\(tag).json", problem: error.description)
            }
        }
        self.init(added: added)
    }

    /// Returns a built-in phrase file, which an operator may edit to begin a language; `nil` if the
    /// tag is not built in.
    package static func builtInFile(_ tag: String) -> [UInt8]? { BuiltInPhrases.files[tag]?() }

    /// Reads every `TAG.json` of a folder.
    ///
    /// - Throws: ``InvalidPhrases`` if the folder has no phrase files or one cannot be read.
    package static func files(in folder: String) throws(InvalidPhrases) -> [String: [UInt8]] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw InvalidPhrases(file: folder, problem: "the folder cannot be read")
        }
        var files: [String: [UInt8]] = [:]
        for name in names where name.hasSuffix(".json") {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name),
                data.count <= mostBytes
            else {
                throw InvalidPhrases(
                    file: name, problem: "cannot be read, or has more than 1 MB")
            }
            files[String(name.dropLast(".json".count))] = Array(data)
        }
        if files.isEmpty {
            throw InvalidPhrases(
                file: folder,
                problem: "has no phrase file, such as fr.json; see Documentation/Languages.md")
        }
        return files
    }

    /// The largest phrase file accepted; real ones have a few kilobytes.
    private static let mostBytes = 1_000_000

    /// Returns a language's sentences. An unsupported tag gets the nearest language, or English.
    func phrases(_ tag: String) -> Phrasebook {
        let tag = supported.contains(tag) ? tag : nearest(to: tag) ?? Self.english
        if let book = added[tag] { return book }
        return read.withLock { read in
            if let book = read[tag] { return book }
            let book = BuiltInPhrases.read(tag)
            read[tag] = book
            return book
        }
    }
}

/// An operator's phrase file or folder that cannot be used.
package struct InvalidPhrases: Error, Hashable, CustomStringConvertible {
    package let file: String
    package let problem: String

    package var description: String { "\(file): \(problem)" }
}

enum BuiltInPhrases {
    /// Reads each file's bytes, by language tag.
    static let files: [String: @Sendable () -> [UInt8]] = [
        "ar": { PackageResources.ar_json },
        "bg": { PackageResources.bg_json },
        "bs": { PackageResources.bs_json },
        "ca": { PackageResources.ca_json },
        "cs": { PackageResources.cs_json },
        "da": { PackageResources.da_json },
        "de": { PackageResources.de_json },
        "el": { PackageResources.el_json },
        "en-GB": { PackageResources.en_GB_json },
        "en-US": { PackageResources.en_US_json },
        "es": { PackageResources.es_json },
        "et": { PackageResources.et_json },
        "fi": { PackageResources.fi_json },
        "fr": { PackageResources.fr_json },
        "he": { PackageResources.he_json },
        "hi": { PackageResources.hi_json },
        "hr": { PackageResources.hr_json },
        "hu": { PackageResources.hu_json },
        "id": { PackageResources.id_json },
        "it": { PackageResources.it_json },
        "ja": { PackageResources.ja_json },
        "ko": { PackageResources.ko_json },
        "lt": { PackageResources.lt_json },
        "lv": { PackageResources.lv_json },
        "nb": { PackageResources.nb_json },
        "nl": { PackageResources.nl_json },
        "pl": { PackageResources.pl_json },
        "pt-BR": { PackageResources.pt_BR_json },
        "pt-PT": { PackageResources.pt_PT_json },
        "ro": { PackageResources.ro_json },
        "ru": { PackageResources.ru_json },
        "sk": { PackageResources.sk_json },
        "sl": { PackageResources.sl_json },
        "sr": { PackageResources.sr_json },
        "sv": { PackageResources.sv_json },
        "th": { PackageResources.th_json },
        "tr": { PackageResources.tr_json },
        "uk": { PackageResources.uk_json },
        "vi": { PackageResources.vi_json },
        "zh-CN": { PackageResources.zh_CN_json },
        "zh-TW": { PackageResources.zh_TW_json },
    ]

    static func read(_ tag: String) -> Phrasebook {
        guard let bytes = files[tag] else { preconditionFailure("no phrases for \(tag)") }
        do {
            return try Phrasebook(json: bytes())
        } catch {
            preconditionFailure("built-in phrases are incomplete: \(error)")
        }
    }
}
