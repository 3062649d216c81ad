// Scheme, host and port of the server, as absolute URLs in its answers need them.

import AccessControl
import HTTPTypes
import Hummingbird
import NIOCore

/// How this server is reached.
///
/// What answers call this server is never a client's word: links that passwords and codes go along
/// are made of it, and pages are held to it. It is the public URL where one is configured; else the
/// host that the server listens on, with the port that the connection came to; and where it listens
/// on all addresses, the one of this machine's that the client reached it by.
///
/// One word of the client's is taken: on a connection to the loopback address, which of the names
/// of that very address it used (``LoopbackName``). Browsers hold `localhost` and `127.0.0.1` to be
/// two origins.
struct ServerOrigin: Sendable {
    /// `http` or `https`, as this process serves it.
    var scheme: String
    /// The host that the server listens on, as it was given.
    var host: String
    /// The port to fall back to, where a connection does not tell its own.
    var port: Int
    /// What stands in front, such as `https://maps.example`; `nil` when nothing does.
    var publicURL: String?

    /// Where a request comes from, and how this server is called in its answer.
    func source(of request: Request, on channel: any Channel) -> RequestSource {
        RequestSource(
            address: channel.remoteAddress?.ipAddress ?? "",
            origin: publicURL
                ?? origin(reachedAt: channel.localAddress, named: request.head.authority))
    }

    /// How this server is called by a client that reached it at an address of this machine.
    ///
    /// - Parameter named: What the client calls it.
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

    /// Whether clients reach this server by TLS, of its own or of what stands in front.
    var isSecure: Bool { scheme == "https" || publicURL?.hasPrefix("https:") == true }

    /// Tells browsers to come back by TLS alone (HSTS, RFC 6797), where there is TLS.
    func requireHTTPS(in response: inout Response) {
        if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    /// Scheme, host and port as browsers write them: in small letters, IPv6 addresses in brackets,
    /// without the port that the scheme has anyway.
    static func origin(_ scheme: String, _ host: String, _ port: Int) -> String {
        let isBare = host.contains(":") && !host.hasPrefix("[")
        let host = (isBare ? "[\(host)]" : host).lowercased()
        return port == standardPort(of: scheme)
            ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// Reads a public URL, and writes it as browsers do.
    ///
    /// - Returns: `nil` for what is no `http` or `https` with a plain host, and a port if need be.
    static func publicOrigin(_ text: String) -> String? {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 255 else { return nil }
        let scheme = parts[0].lowercased()
        guard let standard = standardPort(of: scheme) else { return nil }
        let authority = parts[1]
        // The colon of a port stands behind the brackets of an IPv6 address.
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

    static func standardPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// An IPv4 address that came by a socket of IPv6 is one of IPv4.
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

/// A name of this machine's own address, with the port that a connection came to.
struct LoopbackName: Hashable, Sendable {
    /// `localhost`, `127.0.0.1` or `[::1]`.
    let host: String

    private static let names = ["localhost", "127.0.0.1", "[::1]"]

    /// Reads the authority of a request, or gives `nil` for any other name or port.
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

    /// Whether an address is one of this machine's to itself.
    static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}
