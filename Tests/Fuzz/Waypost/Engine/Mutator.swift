// Draws inputs: corpus entries, changed in ways which break readers.

import DataStructures
import Geo
import RouteTesting

/// Makes inputs from a corpus. The same seed, corpus and answers give the same inputs.
///
/// Each input starts from an entry and gets a few changes: bytes replaced, removed, repeated,
/// nested or overwritten by extreme numbers, or parts of JSON trees exchanged. Inputs that the
/// reader accepted stay in the corpus for a while, so that changes add up: one change from an entry
/// leads on to inputs ten changes away.
struct Mutator {
    /// The greatest size of most inputs.
    private static let usualBytes = 64 << 10
    /// The greatest size of some inputs.
    private static let mostBytes = 1 << 20
    /// Larger inputs do not enter the corpus.
    private static let keptBytes = 4 << 10
    private static let mostEntries = 256
    /// Numbers of changes to choose from: mostly few, since otherwise nothing passes the first
    /// check.
    private static let changes = [1, 1, 1, 1, 2, 2, 3, 4, 8]

    private var random: SeededGenerator
    private var entries: [[UInt8]]
    private let given: Int
    private let words: [[UInt8]]
    private let trees: [JSONValue]

    /// - Parameter readsTrees: Whether entries are JSON, and are also changed as trees.
    init(seed: UInt64, corpus: [[UInt8]], words: [String], readsTrees: Bool) {
        precondition(!corpus.isEmpty, "a target has a corpus")
        random = SeededGenerator(seed)
        entries = corpus
        given = corpus.count
        self.words = words.map { Array($0.utf8) } + Oddities.words
        trees =
            readsTrees
            ? corpus.compactMap { try? JSONValue.parse($0) } : []
    }

    /// Draws the next input.
    mutating func next() -> [UInt8] {
        var bytes = entry()
        if !trees.isEmpty, random.chance(0.4) {
            var change = TreeChange(trees: trees)
            bytes = change.text(of: trees[random.below(trees.count)], &random)
            if random.chance(0.5) { return bytes }
        }
        for _ in 0..<Self.changes[random.below(Self.changes.count)] { change(&bytes) }
        let isLarge = random.chance(0.000_2)
        if isLarge || random.chance(0.002) { grow(&bytes, isLarge) }
        return Array(bytes.prefix(isLarge ? Self.mostBytes : Self.usualBytes))
    }

    /// Adds an accepted input to the corpus.
    mutating func keep(_ input: [UInt8]) {
        guard input.count <= Self.keptBytes, random.chance(0.1) else { return }
        if entries.count < Self.mostEntries {
            entries.append(input)
        } else if given < Self.mostEntries {
            entries[given + random.below(Self.mostEntries - given)] = input
        }
    }

    private mutating func entry() -> [UInt8] {
        // Given entries are not crowded out by kept ones.
        let isGiven = random.chance(0.5)
        return entries[random.below(isGiven ? given : entries.count)]
    }

    private mutating func range(in bytes: [UInt8], upTo most: Int = 64) -> Range<Int> {
        let start = random.below(bytes.count + 1)
        return start..<min(bytes.count, start + 1 + random.below(most))
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let place = random.below(bytes.count + 1)
        switch random.below(13) {
        case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
        case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
        case 2: bytes.removeSubrange(range(in: bytes))
        case 3:
            let copied = Array(bytes[range(in: bytes)])
            for _ in 0..<(1 + random.below(4)) { bytes.insert(contentsOf: copied, at: place) }
        case 4:
            let other = entry()
            bytes.replaceSubrange(place..., with: other[random.below(other.count + 1)...])
        case 5:
            let other = entry()
            bytes.insert(contentsOf: other[range(in: other)], at: place)
        case 6, 7: bytes.insert(contentsOf: words[random.below(words.count)], at: place)
        case 8: replaceNumber(&bytes, from: place)
        case 9:
            if random.chance(0.3) { bytes.removeSubrange(place...) }
        case 10: bytes.insert(contentsOf: Oddities.text(&random), at: place)
        case 11: overwrite(&bytes, at: place)
        default: nest(&bytes, at: place)
        }
    }

    /// Replaces the next number by an extreme one.
    private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
        func isPart(_ byte: UInt8) -> Bool { "0123456789.+-eE".utf8.contains(byte) }
        guard let first = bytes[place...].firstIndex(where: { (48...57).contains($0) }) else {
            return
        }
        let end = bytes[first...].firstIndex { !isPart($0) } ?? bytes.count
        bytes.replaceSubrange(
            first..<end, with: Oddities.numbers[random.below(Oddities.numbers.count)])
    }

    /// Writes a number over some bytes, in either byte order.
    private mutating func overwrite(_ bytes: inout [UInt8], at place: Int) {
        let value = Oddities.integers[random.below(Oddities.integers.count)]
        let width = 1 << random.below(4)
        let isBigEndian = random.chance(0.5)
        for offset in 0..<width where place + offset < bytes.count {
            let shift = UInt64(8 * (isBigEndian ? width - 1 - offset : offset))
            bytes[place + offset] = UInt8(truncatingIfNeeded: value >> shift)
        }
    }

    /// Wraps some bytes many times.
    private mutating func nest(_ bytes: inout [UInt8], at place: Int) {
        let (open, close) = Oddities.brackets[random.below(Oddities.brackets.count)]
        // Seldom so deep that an unbounded reader overflows its stack.
        let depth = random.chance(0.01) ? 5_000 : 1 + random.below(80)
        let end = min(bytes.count, place + random.below(32))
        bytes.insert(contentsOf: Self.repeated(close, depth), at: end)
        bytes.insert(contentsOf: Self.repeated(open, depth), at: place)
    }

    /// Repeats a part until the input is large.
    private mutating func grow(_ bytes: inout [UInt8], _ isLarge: Bool) {
        let size = isLarge ? Self.mostBytes : Self.usualBytes
        let part = range(in: bytes, upTo: 200)
        guard !part.isEmpty else { return }
        let times = random.below(1 + (size - min(size, bytes.count)) / part.count)
        bytes.insert(contentsOf: Self.repeated(Array(bytes[part]), times), at: part.upperBound)
    }

    private static func repeated(_ part: [UInt8], _ times: Int) -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(part.count * times)
        for _ in 0..<times { all += part }
        return all
    }
}

extension SeededGenerator {
    /// A number from 0 to below the bound; 0 if the bound is 0.
    mutating func below(_ bound: Int) -> Int {
        bound <= 1 ? 0 : Int(truncatingIfNeeded: next() >> 11) % bound
    }
}
