// Compares the walk through the vocabulary with a look at every word.

import DataStructures
import Testing

@testable import Geocoding

@Suite struct VocabularyTests {
    private static func words(_ generator: inout SeededGenerator) -> [String] {
        let letters = Array("abcdé")
        let words = (0..<120).map { _ in
            let length = Int.random(in: 1...9, using: &generator)
            return String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
        }
        return Set(words).sorted(by: Vocabulary.precedes)
    }

    @Test(arguments: UInt64(0)..<100)
    func `finds exactly the words within some edits`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let words = Self.words(&generator)
        let vocabulary = Vocabulary(sorted: words)
        for wanted in Self.words(&generator).prefix(10) {
            for most in 1...2 {
                let found = vocabulary.words(like: wanted, within: most, isPrefix: false)
                let expected = words.enumerated().compactMap { row, word in
                    let edits = NearestName.edits(from: wanted, to: word)
                    return edits <= most
                        ? Vocabulary.Match(word: UInt32(row), edits: edits) : nil
                }
                #expect(found == expected, "seed \(seed): \(wanted), \(most)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<50)
    func `finds words whose beginning is within an edit`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let words = Self.words(&generator)
        let vocabulary = Vocabulary(sorted: words)
        for wanted in Self.words(&generator).prefix(10) {
            let found = vocabulary.words(like: wanted, within: 1, isPrefix: true)
            let expected = words.enumerated().compactMap { row, word in
                let edits =
                    (0...word.count).map {
                        NearestName.edits(from: wanted, to: String(word.prefix($0)))
                    }.min() ?? 0
                return edits <= 1 ? Vocabulary.Match(word: UInt32(row), edits: edits) : nil
            }
            #expect(found == expected, "seed \(seed): \(wanted)")
        }
    }

    @Test func `finds words and beginnings by search`() {
        let words = ["a", "ab", "abc", "b", "é"].sorted(by: Vocabulary.precedes)
        let vocabulary = Vocabulary(sorted: words)
        for (row, word) in words.enumerated() {
            #expect(vocabulary.number(of: word) == UInt32(row))
            #expect(vocabulary.text(row) == word)
        }
        #expect(vocabulary.number(of: "abcd") == nil)
        #expect(vocabulary.words(beginningWith: "ab") == 1..<3)
        #expect(vocabulary.words(beginningWith: "z").isEmpty)
        #expect(Vocabulary(sorted: []).words(like: "abcd", within: 1, isPrefix: true).isEmpty)
    }
}
