// Distances from one word to many, which share their beginnings.

/// Rows of edit distances along the letters of a word; the next word keeps the rows of its common
/// beginning.
struct VocabularyWalk {
    enum Outcome: Equatable {
        /// The word is this far away.
        case edits(Int)
        case tooFar
        /// Every word that begins with so many letters of this one is too far away.
        case prefixTooFar(length: Int)
    }

    private let wanted: [UInt16]
    private let most: Int
    private let isPrefix: Bool
    /// A row for each letter of ``path``, after a row for none.
    private var rows: [[Int]]
    /// The least distance of the wanted word to a beginning of the path, for each row.
    private var leastAtEnd: [Int]
    private var path: [UInt16] = []

    init(_ text: String, within most: Int, isPrefix: Bool) {
        wanted = Array(text.utf16)
        self.most = most
        self.isPrefix = isPrefix
        rows = [Array(0...wanted.count)]
        leastAtEnd = [wanted.count]
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
        rows.removeSubrange((depth + 1)...)
        leastAtEnd.removeSubrange((depth + 1)...)
        for letter in word.dropFirst(depth) {
            append(letter)
            steps += 1
            let length = path.count
            let isNear =
                (rows[length].min() ?? 0) <= most || (rows[length - 1].min() ?? 0) < most
                || isPrefix && leastAtEnd[length] <= most
            if !isNear { return .prefixTooFar(length: length) }
        }
        let edits = isPrefix ? leastAtEnd[path.count] : rows[path.count][wanted.count]
        return edits <= most ? .edits(edits) : .tooFar
    }

    private mutating func append(_ letter: UInt16) {
        let above = rows[path.count]
        var row = [path.count + 1]
        row.reserveCapacity(wanted.count + 1)
        for column in wanted.indices {
            let replaced = above[column] + (wanted[column] == letter ? 0 : 1)
            var least = min(replaced, row[column] + 1, above[column + 1] + 1)
            if column > 0, !path.isEmpty, wanted[column] == path[path.count - 1],
                wanted[column - 1] == letter
            {
                least = min(least, rows[path.count - 1][column - 1] + 1)
            }
            row.append(least)
        }
        leastAtEnd.append(min(leastAtEnd[path.count], row[wanted.count]))
        path.append(letter)
        rows.append(row)
    }
}
