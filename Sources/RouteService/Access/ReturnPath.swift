// Where a person came from to log in, to go back there afterwards.

/// A page of this server, as a path with its query.
///
/// It comes from a header or a form, so it is held to what a page of the services may be called:
/// nothing leads to another server.
struct ReturnPath: Hashable, Sendable {
    /// The path and the query.
    let text: String

    /// The field of the form that carries it.
    static let field = "returnTo"

    /// Longer ones are left behind.
    private static let longestBytes = 2_000

    /// Takes a path as a form carries it.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestBytes, text.utf8.allSatisfy(Self.isPlain),
            text.lowercased().hasPrefix("/\(ServerContext.name)/rest/")
        else { return nil }
        self.text = Self.withoutToken(text)
    }

    /// Takes the page that a browser was led here from.
    ///
    /// - Parameter origin: Scheme and host of this server.
    init?(referer: String?, origin: String) {
        guard let referer, referer.hasPrefix(origin) else { return nil }
        self.init(String(referer.dropFirst(origin.count)))
    }

    /// The token that was refused would be refused again, before the one that is to come.
    private static func withoutToken(_ text: String) -> String {
        let parts = text.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return text }
        let fields = parts[1].split(separator: "&").filter {
            !$0.lowercased().hasPrefix("token=")
        }
        return fields.isEmpty
            ? String(parts[0]) : "\(parts[0])?\(fields.joined(separator: "&"))"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x21...0x7e).contains(byte) && !"\\\"<>".utf8.contains(byte)
    }
}
