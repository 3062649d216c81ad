// Tests every sentence of every language: complete, well formed, without words of another language.

import Foundation
import Testing

@testable import Directions

struct PhraseTableTests {
    static let languages = DirectionsLanguages.builtIn.supported

    /// A language's sentences with their texts.
    private static func sentences(_ language: String) -> [(sentence: SampleSentence, text: String)]
    {
        let book = DirectionsLanguages.builtIn.phrases(language)
        return [book, book.onFoot].compactMap(\.self)
            .flatMap(SampleSentence.all).map { ($0, $0.text) }
    }

    @Test func `there are forty-one languages`() {
        #expect(Self.languages.count == 41)
        #expect(Self.languages.contains("pt-PT") && Self.languages.contains("zh-TW"))
        #expect(Set(LanguageSamples.all.keys) == Set(Self.languages))
    }

    @Test(arguments: languages)
    func `every value is said once, and nothing is doubled`(language: String) {
        for (sentence, text) in Self.sentences(language) {
            let (key, variant) = (sentence.key, sentence.variant)
            let place = "\(language) \(key.name) \(key.variantName(variant))"
            for part in sentence.variant.union(sentence.key.constantParts) {
                guard case .name(let name) = sentence.value(part) else { continue }
                #expect(text.contains(name), "\(place): \(text)")
            }
            #expect(!text.contains("{") && !text.contains("[") && !text.contains("|"), "\(text)")
            #expect(!text.contains("  "), "\(place): \(text)")
            #expect(text.first?.isWhitespace == false, "\(place): \(text)")
            #expect(text.last?.isWhitespace == false, "\(place): \(text)")
        }
    }

    @Test(arguments: languages)
    func `sentences begin and end as the language writes them`(language: String) {
        for (sentence, text) in Self.sentences(language) {
            let place = "\(language) \(sentence.key.name)"
            let first = text.unicodeScalars.drop { $0.value == 0x2068 }.first
            #expect(first?.properties.isLowercase != true, "\(place): \(text)")
            // Notes are joined by the language's full stop, so they must not end with one.
            #expect(!text.hasSuffix("。") && !text.hasSuffix("।"), "\(place): \(text)")
            #expect(!text.hasSuffix("..") && !text.contains(".."), "\(place): \(text)")
        }
    }

    @Test(arguments: languages)
    func `isolates are in pairs, and only in languages written from the right`(language: String) {
        let isRightToLeft = DirectionsLanguages.builtIn.phrases(language).pack.direction == .rtl
        var count = 0
        for (_, text) in Self.sentences(language) {
            var depth = 0
            for scalar in text.unicodeScalars {
                if scalar.value == 0x2068 { depth += 1; count += 1 }
                if scalar.value == 0x2069 { depth -= 1 }
                #expect((0...1).contains(depth), "\(text)")
            }
            #expect(depth == 0, "\(text)")
        }
        #expect((count > 0) == isRightToLeft)
    }

    /// The text between the values uses the language's script.
    @Test(arguments: languages)
    func `the words are of the script`(language: String) throws {
        let book = DirectionsLanguages.builtIn.phrases(language)
        let pattern = try #require(Self.scripts[book.pack.script])
        let packs = [book.pack, book.onFoot?.pack].compactMap(\.self)
        for entry in packs.flatMap(\.phrases.values) {
            for text in entry.texts {
                let bare = text.replacing(/\{[^}]*\}/, with: "")
                // Japanese writes U-turn with a Latin letter.
                let foreign = bare.unicodeScalars.filter {
                    $0.properties.isAlphabetic && !pattern.contains($0.value) && $0 != "U"
                }
                #expect(foreign.isEmpty, "\(language): \(text)")
            }
        }
    }

    private static let scripts: [String: Set<UInt32>] = [
        "Latn": Set(0x41...0x24F).union(0x1E00...0x1EFF).union(0x300...0x36F),
        "Grek": Set(0x370...0x3FF), "Cyrl": Set(0x400...0x4FF), "Hebr": Set(0x590...0x5FF),
        "Arab": Set(0x600...0x6FF), "Deva": Set(0x900...0x97F), "Thai": Set(0xE00...0xE7F),
        "Jpan": Set(0x3005...0x30FF).union(0x4E00...0x9FFF),
        "Kore": Set(0xAC00...0xD7A3), "Hans": Set(0x4E00...0x9FFF),
        "Hant": Set(0x4E00...0x9FFF),
    ]

    /// English words that have no place in the other languages' sentences.
    @Test(arguments: languages.filter { !$0.hasPrefix("en") })
    func `no English is left over`(language: String) {
        let english = Set(["turn", "left", "right", "onto", "toward", "the", "take", "keep", "go"])
        let book = DirectionsLanguages.builtIn.phrases(language)
        let packs = [book.pack, book.onFoot?.pack].compactMap(\.self)
        for entry in packs.flatMap(\.phrases.values) {
            for text in entry.texts {
                let bare = text.replacing(/\{[^}]*\}/, with: "").lowercased()
                let words = Set(bare.split { !$0.isLetter }.map(String.init))
                #expect(words.isDisjoint(with: english), "\(language): \(text)")
            }
        }
    }

    @Test(arguments: languages)
    func `left and right differ, and every ordinal and number has its word`(language: String) {
        let book = DirectionsLanguages.builtIn.phrases(language)
        for (left, right) in [
            (PhraseKey.turnLeft, PhraseKey.turnRight), (.bearLeft, .bearRight),
            (.sharpLeft, .sharpRight), (.forkLeft, .forkRight), (.rampLeft, .rampRight),
            (.arriveLeft, .arriveRight), (.laneLeft, .laneRight),
        ] {
            let constants: KeyValuePairs<PhrasePart, PhraseValue> = [:]
            #expect(book.sentence(left, constants) != book.sentence(right, constants))
        }
        let ordinals = (1...30).map(book.words.ordinal)
        #expect(Set(ordinals).count == 30, "\(ordinals)")
        #expect(ordinals.allSatisfy { !$0.isEmpty && !$0.contains("{") })
    }
}
