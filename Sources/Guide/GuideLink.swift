// Where a page's links lead on a server.

/// The target of a link on a page of the guide.
package enum GuideLink: Hashable, Sendable {
    /// A part of the same page.
    case part(anchor: String)
    /// Another page, or a part of it.
    case page(GuidePage, anchor: String?)
    /// A page elsewhere, over HTTP.
    case elsewhere(String)

    /// Reads a target as it is in the page's file.
    ///
    /// - Returns: `nil` for files that the guide does not have, such as sources and tests, and for
    ///   other schemes: show the link as text.
    package init?(_ target: String) {
        if target.hasPrefix("#") {
            self = .part(anchor: String(target.dropFirst()))
            return
        }
        if target.hasPrefix("https://") || target.hasPrefix("http://") {
            self = .elsewhere(target)
            return
        }
        let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
        guard let file = parts.first, file.hasSuffix(".md"), !file.contains("/"),
            let page = GuidePage(rawValue: String(file.dropLast(3)))
        else { return nil }
        self = .page(page, anchor: parts.count > 1 ? parts[1] : nil)
    }
}
