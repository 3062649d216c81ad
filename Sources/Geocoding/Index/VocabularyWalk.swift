// Measures the distance from one word to many, reusing what their beginnings share.

/// Rows of edit distances along the letters of a word; the next word keeps the rows of its common
/// beginning.
struct VocabularyWalk {
    enum Outcome: Equatable {
        /// The word is this far away.
        case edits(Int)
        case tooFar
        /// Every word with the same first `length` letters is too far away.
        case prefixTooFar(length: Int)
    }

    /// Words are cut at this length. Longer ones are too far away in any case.
    private static let mostDepth = 96

    private let wanted: [UInt16]
    private let most: UInt8
    private let isPrefix: Bool
    /// One row of ``width`` distances before ``path``, and one after each of its letters.
    private var cells: [UInt8]
    private let width: Int
    /// The least of each row.
    private var least: [UInt8]
    /// For each row, the least distance from the wanted word to any beginning of the path so far.
    private var leastAtEnd: [UInt8]
    private var path: [UInt16] = []

    init(_ text: String, within most: Int, isPrefix: Bool) {
        wanted = Array(text.utf16.prefix(Self.mostDepth))
        self.most = UInt8(most)
        self.isPrefix = isPrefix
        width = wanted.count + 1
        cells = [UInt8](repeating: 0, count: (Self.mostDepth + 1) * width)
        for column in 0..<width { cells[column] = UInt8(column) }
        least = [0]
        leastAtEnd = [UInt8(wanted.count)]
    }

    /// Measures the next word.
    ///
    /// - Parameter steps: Counts the rows computed.
    mutating func advance(to word: ArraySlice<UInt16>, steps: inout Int) -> Outcome {
        var depth = 0
        for (old, new) in zip(path, word) {
            guard old == new else { break }
            depth += 1
        }
        path.removeSubrange(depth...)
        least.removeSubrange((depth + 1)...)
        leastAtEnd.removeSubrange((depth + 1)...)
        for letter in word.dropFirst(depth).prefix(Self.mostDepth - depth) {
            append(letter)
            steps += 1
            let length = path.count
            let isNear =
                least[length] <= most || least[length - 1] < most
                || isPrefix && leastAtEnd[length] <= most
            if !isNear { return .prefixTooFar(length: length) }
        }
        let edits = isPrefix ? leastAtEnd[path.count] : cells[path.count * width + wanted.count]
        return edits <= most ? .edits(Int(edits)) : .tooFar
    }

    private mutating func append(_ letter: UInt16) {
        let above = path.count * width
        let row = above + width
        let before = path.last
        var lowest = UInt8(path.count + 1)
        cells[row] = lowest
        for column in wanted.indices {
            let replaced = cells[above + column] + (wanted[column] == letter ? 0 : 1)
            var value = min(replaced, cells[row + column] + 1, cells[above + column + 1] + 1)
            if column > 0, wanted[column] == before, wanted[column - 1] == letter {
                value = min(value, cells[above - width + column - 1] + 1)
            }
            cells[row + column + 1] = value
            lowest = min(lowest, value)
        }
        path.append(letter)
        least.append(lowest)
        leastAtEnd.append(min(leastAtEnd[path.count - 1], cells[row + wanted.count]))
    }
}
