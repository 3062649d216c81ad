// The caller of a request: a user or an anonymous network, and where the request comes from.

import Glibc

/// The caller that a request is counted for, and that a service is open to or not.
package enum Caller: Hashable, Sendable {
    /// The user of a token.
    case user(String)
    /// A caller without a token, by the network that the request comes from.
    case anonymous(network: String)

    /// Text that is different for every caller.
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

/// The origin of a request, and the address that the server is reached at.
package struct RequestSource: Hashable, Sendable {
    /// The client's IP address, or empty when the request came by no connection.
    package let address: String
    /// Scheme, host and port of this server, as answers name it (``ServerOrigin``):
    /// `https://maps.example:6443`.
    package let origin: String

    package init(address: String, origin: String) {
        self.address = address
        self.origin = origin
    }

    /// The network that anonymous requests are counted by: an IPv4 address, or the first 64 bits of
    /// an IPv6 address. One subscriber has all addresses with the same 64 bits.
    package var network: String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255
        return isMapped
            ? bytes.suffix(4).map { String($0) }.joined(separator: ".")
            : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
