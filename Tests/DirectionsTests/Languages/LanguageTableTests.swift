// The table of Documentation/Languages.md: what each language uses and what checked it.
// Rewritten with UPDATE=1.

import Foundation
import Testing

@testable import Directions

struct LanguageTableTests {
    /// The second reading of a language, from scratch.
    private struct Reading: Decodable {
        var lines: Int
        var disagreements: Int
        var repaired: Int
        /// Whether a native speaker has read the sentences, too.
        var byNative: Bool?
    }

    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"

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
                "\($0.lines) | \($0.disagreements) | \($0.repaired) | "
                    + ($0.byNative == true ? "read by a native speaker" : "complete")
            } ?? "– | – | – | not read"
        return "| `\(language)` | \(pack.name) | \(pack.script) | \(pack.phrases.count) | "
            + rules.joined(separator: ", ") + " | \(read) |\n"
    }

    @Test func `the table shows every language as it is`() throws {
        let readings = try JSONDecoder().decode(
            [String: Reading].self,
            from: Data(contentsOf: LanguageSamples.folder.appending(path: "readings.json")))
        var table =
            "| Tag | Language | Script | Phrases | Rules | Lines read | Differences | Repaired "
            + "| Status |\n|---|---|---|---|---|---|---|---|---|\n"
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
