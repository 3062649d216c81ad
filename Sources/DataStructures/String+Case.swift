// Compares texts in any case.

extension String {
    /// Whether two texts are equal in lower case.
    ///
    /// Names of attributes and fields are ASCII, and requests compare dozens with all known ones:
    /// no lower-case copy of them is made.
    ///
    /// - Complexity: O(*n*) in the length of the shorter text.
    package func isEqualInAnyCase(to other: String) -> Bool {
        var (own, others) = (utf8.makeIterator(), other.utf8.makeIterator())
        while true {
            switch (own.next(), others.next()) {
            case (nil, nil): return true
            case (let one?, let two?):
                guard one | two < 0x80 else { return lowercased() == other.lowercased() }
                let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= one | 0x20
                guard one == two || isLetter && one | 0x20 == two | 0x20 else { return false }
            default: return false
            }
        }
    }
}
