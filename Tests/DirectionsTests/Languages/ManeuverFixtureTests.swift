// Compares sentences with one file for each maneuver that lists all languages:
// Fixtures/turnLeft.txt. UPDATE=1 rewrites the files; then read the diff.

import Foundation
import Testing

@testable import Directions

struct ManeuverFixtureTests {
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"
    private static let folder = LanguageSamples.folder.appending(path: "Fixtures")

    /// A key's sentences: with everything that may be known, and with nothing.
    private func fixture(_ key: PhraseKey) -> String {
        var text = ""
        let variants = key.variants
        for variant in variants.reversed() where variant == variants.last || variant.isEmpty {
            text += "\(key.name) \(key.variantName(variant))\n"
            for language in DirectionsLanguages.builtIn.supported {
                let sentence = SampleSentence(
                    book: DirectionsLanguages.builtIn.phrases(language), key: key,
                    variant: variant, number: 2)
                text += language.padding(toLength: 6, withPad: " ", startingAt: 0)
                text += sentence.text + "\n"
            }
            text += "\n"
        }
        return text
    }

    @Test(arguments: PhraseKey.allCases)
    func `sentences are those that were read`(key: PhraseKey) throws {
        let file = Self.folder.appending(path: key.name + ".txt")
        let text = fixture(key)
        if Self.isUpdating {
            try FileManager.default.createDirectory(
                at: Self.folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "read with UPDATE=1")
    }

    @Test func `no fixture is of a maneuver that is none`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(PhraseKey.allCases.map { $0.name + ".txt" }))
    }
}
