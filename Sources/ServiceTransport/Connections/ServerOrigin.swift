// The server's scheme, host and port, for absolute URLs in its answers.

package import AccessControl
import HTTPTypes
package import Hummingbird
import NIOCore

/// This server's origin, which URLs in answers begin with.
///
/// It never comes from the request, because links with passwords and codes use it, and pages'
/// origins are checked against it. It is the public URL if one is configured. Otherwise it is the
/// host that the server listens on, with the connection's port; if the server listens on all
/// addresses, it is the connection's local address.
///
/// There is one exception. On a connection to a loopback address, the client's own name for the
/// address is used (``LoopbackName``), because browsers treat `localhost` and `127.0.0.1` as two
/// origins.
package struct ServerOrigin: Sendable {
    /// `http` or `https`, as this process serves it.
    var scheme: String
    /// The host the server listens on, as configured.
    var host: String
    /// The port to use if a connection does not have one.
    var port: Int
    /// The origin of the public URL, such as `https://maps.example`, if there is a proxy or a name;
    /// otherwise `nil`.
    package var publicURL: String?
    /// The path of the public URL, in front of all of the server's own paths.
    package var prefix = PathPrefix()

    /// Creates an origin; without a public URL, it is the address clients reach.
    package init(
        scheme: String, host: String, port: Int, publicURL: String? = nil,
        prefix: PathPrefix = PathPrefix()
    ) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.publicURL = publicURL
        self.prefix = prefix
    }

    /// Returns a request's source, and this server's origin for the answer.
    package func source(of request: Request, on channel: any Channel) -> RequestSource {
        RequestSource(
            address: channel.remoteAddress?.ipAddress ?? "",
            origin: publicURL
                ?? origin(reachedAt: channel.localAddress, named: request.head.authority),
            prefix: prefix.text)
    }

    /// Returns this server's origin for a client connected to a local address.
    ///
    /// - Parameter named: The loopback name the client used.
    func origin(reachedAt local: SocketAddress?, named: String?) -> String {
        let port = local?.port ?? port
        let reached = local?.ipAddress.map(Self.plainAddress)
        if let reached, LoopbackName.isLoopback(reached), let named,
            let name = LoopbackName(authority: named, scheme: scheme, port: port)
        {
            return Self.origin(scheme, name.host, port)
        }
        let listensEverywhere = ["", "0.0.0.0", "::", "[::]"].contains(host)
        return Self.origin(scheme, listensEverywhere ? reached ?? "127.0.0.1" : host, port)
    }

    /// Whether clients use TLS, to this server or to a proxy in front.
    var isSecure: Bool { scheme == "https" || publicURL?.hasPrefix("https:") == true }

    /// Adds the prefix to a redirect within this server.
    package func prefixLocation(of response: inout Response) {
        guard let target = response.headers[.location] else { return }
        response.headers[.location] = prefix.path(to: target)
    }

    /// Tells browsers to use only TLS from now on (HSTS, RFC 6797), if TLS is in use.
    package func requireHTTPS(in response: inout Response) {
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    /// Writes an origin as browsers do: in lower case, IPv6 addresses in brackets, without the
    /// scheme's default port.
    package static func origin(_ scheme: String, _ host: String, _ port: Int) -> String {
        let isBare = host.contains(":") && !host.hasPrefix("[")
        let host = (isBare ? "[\(host)]" : host).lowercased()
        return port == standardPort(of: scheme)
            ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// Parses an origin and normalizes it as browsers do.
    ///
    /// - Returns: `nil` unless it is `http` or `https` with a host and an optional port.
    package static func publicOrigin(_ text: String) -> String? {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 255 else { return nil }
        let scheme = parts[0].lowercased()
        guard let standard = standardPort(of: scheme) else { return nil }
        let authority = parts[1]
        // With an IPv6 address, the port's colon comes after the brackets.
        let bracket = authority.lastIndex(of: "]")
        let colon = authority.lastIndex(of: ":").flatMap { colon in
            bracket.map { colon > $0 } ?? true ? colon : nil
        }
        let host = authority[..<(colon ?? authority.endIndex)]
        guard isPlain(host) else { return nil }
        guard let colon else { return origin(scheme, String(host), standard) }
        guard let port = PlainNumber.port(authority[authority.index(after: colon)...]) else {
            return nil
        }
        return origin(scheme, String(host), port)
    }

    /// Returns the port that a URL of a scheme leaves out: 80 or 443.
    package static func standardPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// Converts an IPv4-mapped IPv6 address to IPv4.
    private static func plainAddress(_ text: String) -> String {
        let mapped = "::ffff:"
        guard text.lowercased().hasPrefix(mapped), text.contains(".") else { return text }
        return String(text.dropFirst(mapped.count))
    }

    private static func isPlain(_ host: Substring) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.contains(":")
                && address.utf8.allSatisfy { byte in
                    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
                        || Character(UnicodeScalar(byte)).isHexDigit
                }
        }
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                default:
                    false
                }
            }
    }
}

/// A loopback address's name, with the connection's port.
struct LoopbackName: Hashable, Sendable {
    /// `localhost`, `127.0.0.1` or `[::1]`.
    let host: String

    private static let names = ["localhost", "127.0.0.1", "[::1]"]

    /// Parses a request's authority; `nil` for any other name or port.
    init?(authority: String, scheme: String, port: Int) {
        let authority = authority.lowercased()
        let isStandard = port == ServerOrigin.standardPort(of: scheme)
        guard
            let host = Self.names.first(where: {
                authority == "\($0):\(port)" || isStandard && authority == $0
            })
        else { return nil }
        self.host = host
    }

    static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}
