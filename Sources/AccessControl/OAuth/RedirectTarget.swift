// Where codes may be sent.

import Geo

/// An allowed redirect URI.
///
/// Programs are not registered here, so there is no list to compare with. A code may only go to
/// targets where no other client gets it: a page on this server that shows it, URLs with this
/// server's own scheme, host and port, and programs on the user's own machine (RFC 8252 §7.3), on
/// any port.
package enum RedirectTarget: Hashable, Sendable {
    /// `urn:ietf:wg:oauth:2.0:oob`: a page shows the code and also puts it in its window title.
    case page
    /// A URL, and its scheme, host and port.
    case url(String, origin: String)

    /// The longest redirect URI accepted, in bytes.
    package static let longestBytes = 1_024
    /// The redirect URI for the page.
    package static let pageName = "urn:ietf:wg:oauth:2.0:oob"

    /// Reads a redirect URI.
    ///
    /// - Parameter own: This server's scheme, host and port, as the browser knows it.
    /// - Throws: ``OAuthError`` if the URI is not allowed.
    package init(_ text: String, own: String) throws(OAuthError) {
        guard text != Self.pageName else {
            self = .page
            return
        }
        guard let origin = Self.origin(of: text),
            origin == own.lowercased() || Self.isLoopback(origin)
        else {
            // ArcGIS clients look for the first two words.
            throw OAuthError(
                .invalidRequest,
                "Invalid redirect_uri: it must be \(Self.pageName), a URL of this server (\(own)), "
                    + "or http://127.0.0.1, http://[::1] or http://localhost with any port, "
                    + "without a fragment.")
        }
        self = .url(text, origin: origin)
    }

    /// The redirect URI.
    package var text: String {
        switch self {
        case .page: Self.pageName
        case .url(let text, _): text
        }
    }

    /// Returns the URL with values added to its query.
    package func url(with values: KeyValuePairs<String, String>) -> String {
        let query = values.map { "\($0.key)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
        return "\(text)\(text.contains("?") ? "&" : "?")\(query)"
    }

    /// Returns scheme, host and port in lower case, or `nil` if the URL is unusual.
    ///
    /// It is strict so that no browser can see another host in the same URL: no user names, no
    /// backslashes, only printable ASCII.
    private static func origin(of text: String) -> String? {
        let odd = Set("\"<>\\^`{|}#".utf8)
        guard text.utf8.count <= longestBytes,
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && !odd.contains($0) }),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        guard ["http", "https"].contains(scheme), rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
        guard !authority.isEmpty, !authority.contains("@") else { return nil }
        return "\(scheme)://\(authority.lowercased())"
    }

    private static func isLoopback(_ origin: String) -> Bool {
        let hosts = ["http://127.0.0.1", "http://[::1]", "http://localhost"]
        return hosts.contains { host in
            guard origin.hasPrefix(host) else { return false }
            let port = origin.dropFirst(host.count)
            guard port.first == ":" else { return port.isEmpty }
            return PlainNumber.port(port.dropFirst()) != nil
        }
    }
}
