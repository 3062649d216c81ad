// Sample names from each language's country, and sentences with them.

import Foundation

@testable import Directions

/// Real names for a language's sentences.
struct LanguageSamples: Decodable {
    var roads: [String]
    var toward: [String]
    var stops: [String]
    var places: [String]

    /// Each language's samples.
    static let all: [String: LanguageSamples] = {
        let file = folder.appending(path: "samples.json")
        do {
            return try JSONDecoder().decode(
                [String: LanguageSamples].self, from: Data(contentsOf: file))
        } catch { preconditionFailure("samples.json cannot be read: \(error)") }
    }()

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
}

/// A language's sentence with sample values.
struct SampleSentence {
    let book: Phrasebook
    let key: PhraseKey
    let variant: Set<PhrasePart>
    /// The number of things, if the sentence has one.
    var number: Int?

    /// Every sentence of a language, once for each plural category if it contains a number.
    static func all(of book: Phrasebook) -> [SampleSentence] {
        PhraseKey.allCases.flatMap { key in
            key.variants.flatMap { variant in
                let parts = variant.union(key.constantParts)
                let numbers: [Int?] = parts.contains(.count) ? [1, 2, 3, 5, 7, 11, 21, 100] : [nil]
                return numbers.map {
                    SampleSentence(book: book, key: key, variant: variant, number: $0)
                }
            }
        }
    }

    /// The key's position, which selects the samples.
    private var seed: Int { key.rawValue }

    private func sample(_ path: KeyPath<LanguageSamples, [String]>) -> String {
        guard let names = LanguageSamples.all[book.language]?[keyPath: path] else { return "X" }
        return names[seed % names.count]
    }

    /// A part's value.
    func value(_ part: PhrasePart) -> PhraseValue {
        let words = book.words
        return switch part {
        case .stop: .name(sample(\.stops))
        case .place: .name(sample(\.places))
        case .road: .name(sample(\.roads))
        case .toward: .name(sample(\.toward))
        case .from: .words(book.measures.timeOfDay(32_700_000))
        case .until: .words(book.measures.timeOfDay(63_000_000))
        case .direction: .words(words.direction(90))
        case .ordinal: .words(words.ordinal(3))
        case .exit: .words(words.exit("14B"))
        case .length: .words(book.measures.length(300, decimals: 0, unit: "m"))
        case .time: .words(book.measures.duration(milliseconds: 5_100_000))
        case .count:
            .words(key == .summary ? String(number ?? 2) : words.number(number ?? 2))
        case .text: .words(book.sentence(.turnLeft, inside: key == .ahead ? key : nil))
        case .next: .words(book.sentence(.turnRight, inside: key))
        case .note: .words(book.sentence(.laneLeft))
        }
    }

    var text: String {
        let parts = Array(variant.union(key.constantParts))
        // A literal cannot be built from an array: at most five parts are known together.
        let values = parts.map { ($0, value($0)) }
        func pair(_ index: Int) -> (PhrasePart, PhraseValue) {
            index < values.count ? values[index] : (.note, .words(""))
        }
        let p = (0..<5).map(pair)
        return book.sentence(
            key,
            [
                p[0].0: p[0].1, p[1].0: p[1].1, p[2].0: p[2].1, p[3].0: p[3].1, p[4].0: p[4].1,
            ], number: number)
    }
}
