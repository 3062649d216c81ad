// The page to return to after a log-in.

import PublishedServices

/// A page on this server, as a path with its query.
///
/// It comes from a header or a form, so it must be a path in the services directory and can never
/// lead to another server.
struct ReturnPath: Hashable, Sendable {
    /// The path and the query.
    let text: String

    /// Its form field's name.
    static let field = "returnTo"

    /// Longer paths are dropped.
    private static let longestBytes = 2_000

    /// Parses a path from a form.
    init?(_ text: String) {
        guard text.utf8.count <= Self.longestBytes, text.utf8.allSatisfy(Self.isPlain),
            text.lowercased().hasPrefix("/\(ServerContext.name)/rest/")
        else { return nil }
        self.text = Self.withoutToken(text)
    }

    /// Parses the page the browser came from.
    ///
    /// - Parameter base: What this server's URLs begin with.
    init?(referer: String?, base: String) {
        guard let referer, referer.hasPrefix(base) else { return nil }
        self.init(String(referer.dropFirst(base.count)))
    }

    /// Removes the refused token, which would take precedence over the new one.
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
