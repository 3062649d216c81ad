// Checks that a host's addresses are public, to prevent requests into private networks.

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Resolves host names. It blocks, so it must not run on a thread that serves requests.
struct HostResolver: Sendable {
    /// Returns every address of a host, 4 or 16 bytes each; none if its name cannot be resolved.
    var addresses: @Sendable (_ host: String) -> [[UInt8]]

    /// The operating system's resolver.
    static let system = HostResolver { HostAddresses.addresses(of: $0) }
}

/// Finds and checks hosts' addresses.
enum HostAddresses {
    /// How many addresses to try for one host.
    private static let mostTried = 8

    /// Returns the addresses to connect to, in the order to try them.
    ///
    /// The connection must use an address from this list. If the name were looked up again, it
    /// could resolve to other addresses (DNS rebinding).
    ///
    /// - Throws: ``FetchProblem`` if there is no address, or if any is private.
    static func connectable(
        _ addresses: [[UInt8]], allowsPrivate: Bool
    ) throws(FetchProblem) -> [[UInt8]] {
        guard !addresses.isEmpty else { throw FetchProblem(text: "its name cannot be resolved") }
        guard allowsPrivate || addresses.allSatisfy(isPublic) else {
            throw FetchProblem(text: "it is in a private network")
        }
        return Array(addresses.prefix(mostTried))
    }

    /// Looks up every address of a host, 4 or 16 bytes each.
    static func addresses(of host: String) -> [[UInt8]] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var addresses: [[UInt8]] = []
        var next = list
        while let entry = next?.pointee {
            if let address = entry.ai_addr {
                if entry.ai_family == AF_INET {
                    address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        addresses.append(withUnsafeBytes(of: $0.pointee.sin_addr) { Array($0) })
                    }
                } else if entry.ai_family == AF_INET6 {
                    address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                        addresses.append(withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) })
                    }
                }
            }
            next = entry.ai_next
        }
        return addresses
    }

    /// Returns whether an address lies outside every private, local, shared and reserved range (RFC
    /// 6890).
    static func isPublic(_ address: [UInt8]) -> Bool {
        if address.count == 4 { return isPublicVersion4(address[0], address[1], address[2]) }
        guard address.count == 16 else { return false }
        let isMapped =
            address[..<10].allSatisfy { $0 == 0 } && address[10] == 0xFF && address[11] == 0xFF
        let isTranslated =
            Array(address[..<12]) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        if isMapped || isTranslated {
            return isPublicVersion4(address[12], address[13], address[14])
        }
        // Only 2000::/3 is public, and 6to4 (2002::/16) embeds an IPv4 address.
        guard address[0] & 0xE0 == 0x20 else { return false }
        if address[0] == 0x20, address[1] == 0x02 {
            return isPublicVersion4(address[2], address[3], address[4])
        }
        return true
    }

    private static func isPublicVersion4(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
        switch (a, b) {
        case (0, _), (10, _), (127, _), (224..., _): false
        case (100, 64..<128), (169, 254), (172, 16..<32), (192, 168), (198, 18..<20): false
        case (192, 0): c != 0 && c != 2
        case (198, 51): c != 100
        case (203, 0): c != 113
        default: true
        }
    }
}
