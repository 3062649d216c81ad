// The languages in which directions can be written: built-in ones and an operator's own.

import EmbeddedFiles
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
        supported = BuiltInPhrases.tags.union(added.keys).sorted()
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
    package static func builtInFile(_ tag: String) -> [UInt8]? { BuiltInPhrases.file(tag) }

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
    private static let folder = "Sources/Directions/Phrases"

    /// The languages' tags, each the name of its file.
    static let tags = Set(
        EmbeddedFiles.names(in: folder).map { String($0.dropLast(".json".count)) })

    static let serbian = "sr"
    /// Serbian in Latin letters, which is made from the Cyrillic file.
    static let latinSerbian = "sr-Latn"

    /// Returns the bytes of a language's file.
    static func file(_ tag: String) -> [UInt8]? {
        tags.contains(tag) ? EmbeddedFiles.bytes("\(folder)/\(tag).json") : nil
    }

    static func read(_ tag: String) -> Phrasebook {
        let isLatin = tag == latinSerbian
        guard let found = file(isLatin ? serbian : tag) else {
            preconditionFailure("no phrases for \(tag)")
        }
        let bytes = isLatin ? SerbianLetters.latin(found) : found
        do {
            return try Phrasebook(json: bytes)
        } catch {
            preconditionFailure("built-in phrases are incomplete: \(error)")
        }
    }
}
