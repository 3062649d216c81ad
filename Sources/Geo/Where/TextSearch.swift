// Finds a text within another, in time that hostile texts cannot prolong.

/// Finds texts by their bytes.
///
/// Method: R. Karp, M. Rabin, *Efficient Randomized Pattern-Matching Algorithms* (1987), modulo the
/// prime 2⁶¹ − 1 with a random base, so that no text can be crafted to cause many false matches. It
/// needs no extra memory, whereas search tables would be as large as the text to find, perhaps
/// megabytes.
enum TextSearch {
    private static let prime: UInt64 = (1 << 61) - 1
    private static let base = UInt64.random(in: 1 << 20..<prime)
    /// Bytes between two questions to the meter.
    private static let block = 1 << 16

    /// Returns a text's position within another in code points, counted from 1; 0 if it does not
    /// occur.
    ///
    /// - Complexity: O(*n* + *m*) in both lengths.
    static func position(
        of part: String, in text: String, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> Int {
        let (part, text) = (Array(part.utf8), Array(text.utf8))
        if part.isEmpty { return 1 }
        guard part.count <= text.count else { return 0 }
        var wanted: UInt64 = 0
        var found: UInt64 = 0
        // The weight of the byte that leaves the window.
        var weight: UInt64 = 1
        for place in part.indices {
            if place % block == 0 { try meter.count(block) }
            wanted = shifted(wanted, adding: part[place])
            found = shifted(found, adding: text[place])
            if place > 0 { weight = product(weight, base) }
        }
        var start = 0
        while true {
            if found == wanted, text[start..<(start + part.count)].elementsEqual(part) {
                return text[..<start].count { $0 & 0xC0 != 0x80 } + 1
            }
            guard start + part.count < text.count else { return 0 }
            if start % block == 0 { try meter.count(block) }
            let gone = product(weight, UInt64(text[start]) + 1)
            found = shifted(
                found >= gone ? found - gone : found + prime - gone,
                adding: text[start + part.count])
            start += 1
        }
    }

    private static func shifted(_ hash: UInt64, adding byte: UInt8) -> UInt64 {
        let sum = product(hash, base) + UInt64(byte) + 1
        return sum >= prime ? sum - prime : sum
    }

    /// Multiplies two numbers modulo the prime.
    private static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let full = a.multipliedFullWidth(by: b)
        let sum = (full.low & prime) + (full.high << 3 | full.low >> 61)
        return sum >= prime ? sum - prime : sum
    }
}
