// Words while an index is built: numbered as they come, then sorted.

/// Gives each word a provisional number.
struct WordTable {
    private var numbers: [String: UInt32] = [:]
    private var words: [String] = []

    /// Returns the numbers of a text's words.
    mutating func numbers(of text: String) -> [UInt32] {
        NameFolding.words(text).map { number(of: $0) }
    }

    mutating func number(of word: String) -> UInt32 {
        if let number = numbers[word] { return number }
        let number = UInt32(words.count)
        numbers[word] = number
        words.append(word)
        return number
    }

    /// Returns the sorted words, and for each provisional number the final one.
    func sorted() -> (words: [String], final: [UInt32]) {
        let order = words.indices.sorted { Vocabulary.precedes(words[$0], words[$1]) }
        var final = [UInt32](repeating: 0, count: words.count)
        for (place, old) in order.enumerated() { final[old] = UInt32(place) }
        return (order.map { words[$0] }, final)
    }
}
