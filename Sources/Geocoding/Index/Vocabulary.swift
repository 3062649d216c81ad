// Sorts the words in all names, and finds words similar to a given one.

import DataStructures

/// A sorted list of words. A word's number is its position.
///
/// Words are compared by UTF-16 units. All of them lie in one array.
struct Vocabulary: Sendable {
    /// A similar word, and how many edits away it is.
    struct Match: Hashable, Sendable {
        var word: UInt32
        var edits: Int
    }

    /// Bounds of one search for words like another.
    static let mostMatches = 256
    static let mostSteps = 60_000

    private let units: [UInt16]
    private let first: [UInt32]

    /// Makes a vocabulary of some words.
    ///
    /// - Parameter words: Different words in ascending order of their UTF-16 units.
    init(sorted words: [String]) {
        var (units, first): ([UInt16], [UInt32]) = ([], [0])
        first.reserveCapacity(words.count + 1)
        for word in words {
            units += word.utf16
            first.append(UInt32(units.count))
        }
        self.units = units
        self.first = first
    }

    /// The order of words.
    static func precedes(_ a: String, _ b: String) -> Bool {
        a.utf16.lexicographicallyPrecedes(b.utf16)
    }

    var count: Int { first.count - 1 }

    /// Returns a word, given its number.
    func text(_ word: Int) -> String { String(decoding: self[word], as: UTF16.self) }

    private subscript(word: Int) -> ArraySlice<UInt16> {
        units[Int(first[word])..<Int(first[word + 1])]
    }

    /// Returns a word's number, if it is in the list.
    ///
    /// - Complexity: O(log *n*).
    func number(of word: String) -> UInt32? {
        let wanted = Array(word.utf16)
        let row = lowerBound(wanted)
        return row < count && self[row].elementsEqual(wanted) ? UInt32(row) : nil
    }

    /// Returns the words beginning with a text.
    ///
    /// - Complexity: O(log *n*).
    func words(beginningWith text: String) -> Range<Int> {
        let start = Array(text.utf16)
        let low = lowerBound(start)
        return low..<end(ofPrefix: ArraySlice(start), from: low)
    }

    private func lowerBound(_ wanted: [UInt16]) -> Int {
        (0..<count).partitioningIndex { !self[$0].lexicographicallyPrecedes(wanted) }
    }

    /// Returns the end of the run of words from `low` on that begin with a text.
    private func end(ofPrefix prefix: ArraySlice<UInt16>, from low: Int) -> Int {
        (low..<count).partitioningIndex { !self[$0].starts(with: prefix) }
    }

    /// Returns words within some edits of another: insertions, deletions, replacements and swaps of
    /// neighbors.
    ///
    /// The words form a tree of prefixes, walked in order with one row of distances for each
    /// letter; a prefix too far away skips all words that begin with it.
    ///
    /// Method: the distance is the optimal string alignment of Lowrance and Wagner, JACM 22 (1975),
    /// [doi:10.1145/321879.321880](https://doi.org/10.1145/321879.321880).
    ///
    /// - Parameters:
    ///   - most: The most edits.
    ///   - isPrefix: Whether the given word may be the beginning of a longer one.
    /// - Returns: Matches in the order of the list, at most ``mostMatches``.
    /// - Complexity: At most ``mostSteps`` rows of the word's length.
    func words(like text: String, within most: Int, isPrefix: Bool) -> [Match] {
        var walk = VocabularyWalk(text, within: most, isPrefix: isPrefix)
        var found: [Match] = []
        var (word, steps) = (0, 0)
        while word < count, steps < Self.mostSteps, found.count < Self.mostMatches {
            let letters = self[word]
            switch walk.advance(to: letters, steps: &steps) {
            case .edits(let edits):
                found.append(Match(word: UInt32(word), edits: edits))
                word += 1
            case .tooFar:
                word += 1
            case .prefixTooFar(let length):
                word = end(ofPrefix: letters.prefix(length), from: word + 1)
            }
        }
        return found
    }
}
