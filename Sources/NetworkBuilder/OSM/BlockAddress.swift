// Addresses by blocks, as in Japan.

/// Where houses are numbered block by block, and streets have no names.
///
/// `addr:quarter=赤坂`, `addr:neighbourhood=三丁目` and `addr:block_number=5` are the block `三丁目5`
/// of the quarter `赤坂`; the tags are explained
/// [in the wiki](https://wiki.openstreetmap.org/wiki/Japan_tagging#Addresses).
struct BlockAddress {
    /// The quarter's name, without the number of its district.
    let quarter: String
    /// The district's number, if it has one, and the block's.
    let number: String

    private static let district = "丁目"
    private static let numerals = Set("0123456789０１２３４５６７８９一二三四五六七八九十")

    /// - Parameter text: Returns the value of a key; an empty text if it is missing.
    /// - Returns: `nil` if the tags name no block.
    init?(_ text: (String) -> String) {
        let (quarter, part) = (text("addr:quarter"), text("addr:neighbourhood"))
        let block = text("addr:block_number")
        let name = part.hasPrefix(quarter) ? part : quarter + part
        guard !block.isEmpty, !name.isEmpty else { return nil }
        guard name.hasSuffix(Self.district) else {
            (self.quarter, number) = (name, block)
            return
        }
        let numerals = name.dropLast(Self.district.count).reversed().prefix {
            Self.numerals.contains($0)
        }
        self.quarter = String(name.dropLast(Self.district.count + numerals.count))
        number = name.suffix(Self.district.count + numerals.count) + block
        guard !self.quarter.isEmpty else { return nil }
    }
}
