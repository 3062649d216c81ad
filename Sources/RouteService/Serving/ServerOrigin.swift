// Scheme and host of the server, as absolute URLs in its answers need them.

import Hummingbird
import NIOCore

/// How this server is reached.
struct ServerOrigin: Sendable {
    /// `http` or `https`, as this process serves it.
    var scheme: String
    /// Host and port to fall back to.
    var host: String
    /// What stands in front, such as `https://maps.example`; `nil` when nothing does.
    var publicURL: String?

    /// Where a request comes from, and the name under which it reached the server.
    ///
    /// The host is the client's own word, which comes back to that client alone: answers that hold
    /// it are not kept by caches.
    func source(of request: Request, on channel: any Channel) -> RequestSource {
        let named = request.head.authority.flatMap { Self.isPlain($0) ? $0 : nil }
        return RequestSource(
            address: channel.remoteAddress?.ipAddress ?? "",
            origin: publicURL ?? "\(scheme)://\(named ?? host)")
    }

    private static func isPlain(_ host: String) -> Bool {
        (1...255).contains(host.utf8.count)
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"):
                    true
                default:
                    false
                }
            }
    }
}
