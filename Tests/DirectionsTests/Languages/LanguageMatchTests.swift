// Tests which language serves a request, and an operator's languages.

import Foundation
import Testing

@testable import Directions

struct LanguageMatchTests {
    @Test(arguments: [
        ("fr", "fr"), ("fr_FR", "fr"), ("fr-FR", "fr"), ("FR-ca", "fr"), ("en", "en-US"),
        ("en_GB", "en-GB"), ("en-AU", "en-GB"), ("en-CA", "en-US"), ("EN-us", "en-US"),
        ("pt", "pt-BR"), ("pt-PT", "pt-PT"), ("pt_AO", "pt-PT"), ("pt-br", "pt-BR"),
        ("zh", "zh-CN"), ("zh-Hant", "zh-TW"), ("zh-HK", "zh-TW"), ("zh-Hans-HK", "zh-CN"),
        ("zh_TW", "zh-TW"), ("zh-SG", "zh-CN"), ("no", "nb"), ("nn-NO", "nb"), ("iw", "he"),
        ("in", "id"), ("de-AT", "de"), ("sr-Cyrl-RS", "sr"), ("es-419", "es"),
        ("de_DE.UTF-8", "de"), ("sr-Latn", "sr-Latn"), ("sr_Latn_RS", "sr-Latn"), ("sr-RS", "sr"),
        ("sh", "sr-Latn"), ("sh-BA", "sr-Latn"), ("sh-Cyrl", "sr"), ("sr-ME", "sr-Latn"),
        ("sr-Cyrl-ME", "sr"), ("sr-BA", "sr"), ("cnr", "sr-Latn"), ("hr-BA", "hr"),
    ])
    func `the nearest language serves`(requested: String, served: String) {
        #expect(DirectionsLanguages.builtIn.nearest(to: requested) == served)
    }

    @Test(arguments: ["tlh", "", "e", "xx-YY", "-", "english"])
    func `a language that is not there has none near`(requested: String) {
        #expect(DirectionsLanguages.builtIn.nearest(to: requested) == nil)
    }

    @Test func `the layer's own variety is preferred where a request names none`() {
        let languages = DirectionsLanguages.builtIn
        #expect(languages.nearest(to: "pt", preferred: "pt-PT") == "pt-PT")
        #expect(languages.nearest(to: "pt-BR", preferred: "pt-PT") == "pt-BR")
        #expect(languages.nearest(to: "pt", preferred: "de") == "pt-BR")
        #expect(languages.nearest(to: "sr", preferred: "sr") == "sr")
        #expect(languages.nearest(to: "sh", preferred: "sr") == "sr-Latn")
    }

    @Test func `Serbian is written in both scripts`() throws {
        let languages = DirectionsLanguages.builtIn
        #expect(languages.phrases("sr").sentence(.turnLeft) == "Скрените лево")
        #expect(languages.phrases("sr-Latn").sentence(.turnLeft) == "Skrenite levo")
        let bytes = try #require(BuiltInPhrases.file("sr"))
        let latin = String(decoding: SerbianLetters.latin(bytes), as: UTF8.self)
        #expect(!latin.unicodeScalars.contains { (0x400..<0x530).contains($0.value) })
        // A file of an operator goes before.
        let own = try DirectionsLanguages(files: [
            "sr-Latn": file("en-US", "\"en-US\"", "\"sr-Latn\"")
        ])
        #expect(own.phrases("sr-Latn").sentence(.turnLeft) == "Turn left")
    }

    /// A language's phrase file with one change.
    private func file(
        _ language: String, _ from: String, _ to: String
    ) throws -> [UInt8] {
        let bytes = try #require(BuiltInPhrases.file(language))
        let text = String(decoding: bytes, as: UTF8.self)
        let changed = text.replacing(from, with: to)
        #expect(changed != text, "\(from) is not in \(language).json")
        return Array(changed.utf8)
    }

    @Test func `an operator adds a language and overrides another`() throws {
        let languages = try DirectionsLanguages(files: [
            "en-US": file("en-US", "\"Turn left[", "\"Hang a left["),
            "en-x-yard": file("en-US", "\"en-US\"", "\"en-x-yard\""),
        ])
        #expect(languages.supported.count == 42)
        #expect(languages.phrases("en-US").sentence(.turnLeft) == "Hang a left")
        #expect(languages.phrases("en-x-yard").sentence(.turnLeft) == "Turn left")
        #expect(languages.phrases("fr").language == "fr")
        #expect(DirectionsLanguages.builtIn.phrases("en-US").sentence(.turnLeft) == "Turn left")
    }

    @Test(arguments: [
        ("\"turnLeft\":", "\"turnWest\":", "phrase \"turnLeft\" is missing"),
        (
            "\"Turn left[ on {road}]", "\"Turn left[ on {street}]",
            "phrase \"turnLeft\" has {street} in brackets; there may stand road, toward"
        ),
        ("\"Turn left[ on {road}]", "\"Turn left on {road}", "(plain) must name nothing once"),
        ("\"Turn left[ on {road}]", "\"Turn left[ on {road:onto}]", "uses form \"onto\""),
        ("\"Turn left[ on {road}]", "\"Turn left[ on {road}", "brackets within brackets"),
        ("\"The road becomes {road}\"", "\"The road becomes {road}[\"", "not closed"),
        ("\"Turn left[ on {road}]", "\"Turn left] on {road}", "\"]\" without \"[\""),
        ("\"plural\": \"one\"", "\"plural\": \"two\"", "unknown value at \"plural\""),
        ("\"halves\": [\"AM\", \"PM\"]", "\"halves\": [\"AM\"]", "halves must have two words"),
        ("\"km\": \"km\", ", "", "\"km\" is missing"),
        ("\"phrases\": {", "\"phrases\": ", "is not JSON"),
        ("\"few\": \"{n}rd\", ", "", "ordinalSuffixes lacks a word for \"few\""),
    ])
    func `a broken file is refused with its phrase, variant and line`(
        from: String, to: String, reason: String
    ) throws {
        let json = try file("en-US", from, to)
        let error = #expect(throws: PhrasebookError.self) { try Phrasebook(json: json) }
        let text = try #require(error?.description)
        #expect(text.contains(reason), "\(text)")
        if reason.contains("turnLeft\" has") { #expect(text.hasPrefix("en-US, line "), "\(text)") }
    }

    @Test func `the line is that of the phrase`() throws {
        let json = try file("en-US", "\"Turn left[ on {road}]", "\"Turn left[ on {street}]")
        let lines = String(decoding: json, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("{street}") }) + 1
        let error = #expect(throws: PhrasebookError.self) { try Phrasebook(json: json) }
        #expect(error?.line == line)
    }

    @Test(arguments: [
        ("\"turnLeft\": \"Walk left on {street}\"", "turnLeft"),
        ("\"turnLeft\": {\"plain\": \"Walk left\"}", "turnLeft"),
        ("\"walkLeft\": \"Walk left\"", "walkLeft"),
    ])
    func `sentences on foot are checked, too`(entry: String, key: String) throws {
        let last = "\"notes\": \"{text}. {note}\"\n    }"
        let json = try file(
            "en-US", last, last + ",\n\"onFoot\": {\"phrases\": {\n\(entry)\n}}")
        let lines = String(decoding: json, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let error = #expect(throws: PhrasebookError.self) { try Phrasebook(json: json) }
        #expect(error?.key == key)
        #expect(error?.line == lines.lastIndex { $0.contains(entry) }.map { $0 + 1 })
    }

    @Test func `a folder without phrases is refused`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "phrases-\(UUID().uuidString)").path
        #expect(throws: InvalidPhrases.self) { try DirectionsLanguages.files(in: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: InvalidPhrases.self) { try DirectionsLanguages.files(in: folder) }
        try Data("{}".utf8).write(to: URL(fileURLWithPath: folder + "/xx.json"))
        let error = #expect(throws: InvalidPhrases.self) {
            try DirectionsLanguages(files: DirectionsLanguages.files(in: folder))
        }
        #expect(error?.description == "xx.json: lacks \"language\"")
    }
}
