// A path in front of the server's own paths, where a proxy shows them.

/// The path in front of the server's own paths, where a proxy shows them; empty without one.
package struct PathPrefix: Hashable, Sendable {
    /// The path without a slash at its end: `/routing`, or empty.
    package let text: String

    /// Creates a prefix; the empty one changes no path.
    package init(_ text: String = "") { self.text = text }

    /// Returns the server's own path for one that has the prefix; `nil` for any other path.
    package func ownPath(of path: String) -> String? {
        guard !text.isEmpty, path.hasPrefix(text) else { return nil }
        let own = path.dropFirst(text.count)
        guard own.isEmpty || own.hasPrefix("/") else { return nil }
        return own.isEmpty ? "/" : String(own)
    }

    /// Returns a path of this server as browsers ask for it; other URLs stay as they are.
    func path(to target: String) -> String {
        Self.isOwn(target) ? text + target : target
    }

    /// Whether a link leads to this server: a path, but not the short form of another server's URL.
    package static func isOwn(_ target: String) -> Bool {
        target.hasPrefix("/") && !target.hasPrefix("//")
    }
}
