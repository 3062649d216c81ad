// The URL by which clients reach a server behind a proxy: an origin, and a path if it has one.

package import ServiceTransport

/// A server's public URL, such as `https://maps.example` or `https://example.org/routing`.
///
/// With a path, a proxy passes on what lies below it, and either removes the path or leaves it:
/// ``PathPrefix`` takes both. All URLs and links in answers have it.
package struct PublicURL: Hashable, Sendable {
    /// The scheme, host and port, as browsers write them.
    package let origin: String
    /// The path, which may be empty.
    package let prefix: PathPrefix

    /// The first words of the server's own paths. A prefix that begins with one of them could not
    /// be told from the path itself.
    static let ownWords: Set = [
        ServerContext.name, "guide", "livez", "map", "metrics", "openapi.json", "readyz",
    ]

    /// Parses a URL; a slash at its end is ignored.
    ///
    /// - Returns: `nil` unless it is `http` or `https`, with a host, an optional port and a path of
    ///   letters, digits and `-._~` whose first word is none of ``ownWords``; or if it is longer
    ///   than 255 bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= 255, let scheme = text.firstRange(of: "://") else { return nil }
        let rest = text[scheme.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        guard let origin = ServerOrigin.publicOrigin(String(text[..<end])) else { return nil }
        var path = rest[end...]
        if path.hasSuffix("/") { path = path.dropLast() }
        let words = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard words.allSatisfy(Self.isPlain),
            !Self.ownWords.contains(words.first?.lowercased() ?? "")
        else { return nil }
        self.origin = origin
        prefix = PathPrefix(String(path))
    }

    private static func isPlain(_ word: Substring) -> Bool {
        ![".", "..", ""].contains(word)
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"), UInt8(ascii: "~"):
                    true
                default:
                    false
                }
            }
    }
}
