// Identifies callers: a user or an anonymous network, and where the request comes from.

import Glibc

/// The caller to whom a request is charged and whose access is checked.
package enum Caller: Hashable, Sendable {
    /// The user named in the token.
    case user(String)
    /// A caller without a token, identified by the network its request comes from.
    case anonymous(network: String)

    /// A text that differs for every caller.
    package var key: String {
        switch self {
        case .user(let name): "user \(name)"
        case .anonymous(let network): "network \(network)"
        }
    }

    /// The user's name, or `nil` without a token.
    package var userName: String? {
        if case .user(let name) = self { name } else { nil }
    }
}

/// Where a request comes from, and the address at which it reached the server.
package struct RequestSource: Hashable, Sendable {
    /// The client's IP address; empty if the request did not come over a connection.
    package let address: String
    /// This server's scheme, host and port as answers name them (``ServerOrigin``):
    /// `https://maps.example:6443`.
    package let origin: String
    /// The path in front of this server's own paths, behind a proxy: `/routing`, or empty.
    package let prefix: String

    package init(address: String, origin: String, prefix: String = "") {
        self.address = address
        self.origin = origin
        self.prefix = prefix
    }

    /// What this server's URLs begin with: the origin and the prefix.
    package var base: String { origin + prefix }

    /// The network to which anonymous requests are charged: an IPv4 address, or an IPv6 address's
    /// first 64 bits, because one subscriber has all addresses that share them.
    package var network: String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255
        return isMapped
            ? bytes.suffix(4).map { String($0) }.joined(separator: ".")
            : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
