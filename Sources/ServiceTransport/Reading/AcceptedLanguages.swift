// The languages a browser prefers.

/// The languages in an `Accept-Language` header, the preferred one first (RFC 9110, 12.5.4).
package struct AcceptedLanguages: Hashable, Sendable {
    /// The tags, such as `pt-PT`. Refused languages (`q=0`) and `*` are left out.
    package let tags: [String]

    /// Further languages in a header are ignored.
    private static let most = 20

    /// Reads a header and skips whatever it cannot parse.
    package init(_ header: String) {
        var ranked: [(tag: String, quality: Double)] = []
        for part in header.prefix(1_000).split(separator: ",").prefix(Self.most) {
            let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = pieces.first, !tag.isEmpty,
                tag.allSatisfy({ $0.isASCII && $0.isLetter || $0.isNumber || $0 == "-" })
            else { continue }
            let weight = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > 0 { ranked.append((tag, quality)) }
        }
        let order = ranked.indices.sorted {
            (-ranked[$0].quality, $0) < (-ranked[$1].quality, $1)
        }
        tags = order.map { ranked[$0].tag }
    }
}
