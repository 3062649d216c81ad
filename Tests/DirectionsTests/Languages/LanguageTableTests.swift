// Compares the table in Documentation/Languages.md with each language's phrase file and reviews.
// UPDATE=1 rewrites it. READ=fr,hu records that the sentences of these languages have been read.

import Foundation
import Testing

@testable import Directions

struct LanguageTableTests {
    /// Records a language's second reading, from scratch.
    private struct Reading: Codable {
        var lines: Int
        var disagreements: Int
        var repaired: Int
        /// How many lines changed after the reading and were read again in the same way.
        var again: Int?
        /// Whether a native speaker has read the sentences too.
        var byNative: Bool?
        /// The checksum of the sentences read.
        var sentences: String?
    }

    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"
    private static let read = Set(
        (ProcessInfo.processInfo.environment["READ"] ?? "").split(separator: ",").map(String.init))
    private static let readingsFile = LanguageSamples.folder.appending(path: "readings.json")

    private static func readings() throws -> [String: Reading] {
        try JSONDecoder().decode([String: Reading].self, from: Data(contentsOf: readingsFile))
    }

    /// A checksum of a language's sentences (FNV-1a).
    private static func checksum(_ language: String) -> String {
        let pack = DirectionsLanguages.builtIn.phrases(language).pack
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for phrases in [pack.phrases, pack.onFoot?.phrases ?? [:]] {
            for (key, entry) in phrases.sorted(by: { $0.key < $1.key }) {
                let text = key + "\u{0}" + entry.texts.sorted().joined(separator: "\u{0}")
                for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
            }
        }
        return String(sum, radix: 16)
    }

    private func row(_ language: String, _ reading: Reading?) -> String {
        let pack = DirectionsLanguages.builtIn.phrases(language).pack
        var rules = ["plural \(pack.plural.rawValue)", "ordinal \(pack.ordinal.rawValue)"]
        if !pack.forms.isEmpty {
            let noun = pack.forms.count == 1 ? "form" : "forms"
            rules.append("\(pack.forms.count) \(noun) of names")
        }
        let hasCases = pack.roads.values.contains { if case .table = $0 { true } else { false } }
        if hasCases { rules.append("nouns by form") }
        if pack.direction == .rtl { rules.append("isolates") }
        if pack.capitals != nil { rules.append("Turkish capitals") }
        if pack.onFoot != nil { rules.append("sentences on foot") }
        let read =
            reading.map {
                "\($0.lines) | \($0.again ?? 0) | \($0.disagreements) | \($0.repaired) | "
                    + ($0.byNative == true ? "read by a native speaker" : "complete")
            } ?? "– | – | – | – | not read"
        return "| `\(language)` | \(pack.name) | \(pack.script) | \(pack.phrases.count) | "
            + rules.joined(separator: ", ") + " | \(read) |\n"
    }

    @Test func `no sentence has changed since it was read`() throws {
        var readings = try Self.readings()
        if !Self.read.isEmpty {
            for language in Self.read {
                readings[language]?.sentences = Self.checksum(language)
            }
            let coder = JSONEncoder()
            coder.outputFormatting = [.sortedKeys]
            let rows = try readings.sorted { $0.key < $1.key }.map {
                try "    \"\($0.key)\": " + String(decoding: coder.encode($0.value), as: UTF8.self)
            }
            try ("{\n" + rows.joined(separator: ",\n") + "\n}\n")
                .write(to: Self.readingsFile, atomically: true, encoding: .utf8)
        }
        for language in DirectionsLanguages.builtIn.supported {
            #expect(
                readings[language]?.sentences == Self.checksum(language),
                """
                sentences of \(language) changed since they were read: translate them back to \
                English without the source, compare, add to Readings/\(language).txt and \
                readings.json, then run this test with READ=\(language)
                """)
        }
    }

    @Test func `the table shows every language as it is`() throws {
        let readings = try Self.readings()
        var table =
            "| Tag | Language | Script | Phrases | Rules | Lines read | Read again | Differences "
            + "| Repaired | Status |\n|---|---|---|---|---|---|---|---|---|---|\n"
        for language in DirectionsLanguages.builtIn.supported {
            table += row(language, readings[language])
        }
        let file = LanguageSamples.folder.appending(path: "../../../Documentation/Languages.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = try #require(
            text.firstMatch(of: /(?s)(.*<!-- languages:[^\n]*-->\n).*(<!-- end -->\n)/))
        let written = parts.1 + table + parts.2
        if Self.isUpdating {
            try written.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(text == written, "rewrite the table with UPDATE=1")
        }
    }
}
