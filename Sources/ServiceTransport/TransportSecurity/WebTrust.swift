// TLS for connections to hosts from which features are fetched.

#if TLS

import NIOCore
import NIOSSL
import Synchronization

/// The certificates that downloads trust; read from the system once.
final class WebTrust: Sendable {
    /// The TLS settings for connections.
    typealias Context = NIOSSLContext

    /// The system's certificates.
    static let system = WebTrust(.default)

    private let roots: NIOSSLTrustRoots
    private let made = Mutex<NIOSSLContext?>(nil)

    init(_ roots: NIOSSLTrustRoots) { self.roots = roots }

    /// Returns the TLS settings for connections. The first call reads files.
    func context() throws -> Context {
        try made.withLock { made in
            if let made { return made }
            var settings = TLSConfiguration.makeClientConfiguration()
            settings.trustRoots = roots
            settings.minimumTLSVersion = .tlsv12
            let context = try NIOSSLContext(configuration: settings)
            made = context
            return context
        }
    }

    /// Creates the TLS handler for one connection.
    ///
    /// NIO also accepts a certificate that matches only the address. With a forged DNS answer, an
    /// attacker could present a certificate for another address, so the name is checked again.
    ///
    /// - Parameter name: The name that the certificate must match; `nil` for an address.
    static func handler(
        of context: Context, for name: String?
    ) throws -> NIOSSLClientHandler {
        guard let name else {
            return try NIOSSLClientHandler(context: context, serverHostname: nil)
        }
        return try ._makeSSLClientHandler(context: context, serverHostname: name) {
            certificate, channel in
            let names = certificate._subjectAlternativeNames().compactMap { alternative in
                alternative.nameType == .dnsName
                    ? String(decoding: alternative.contents, as: UTF8.self) : nil
            }
            let isFor = names.contains { covers($0, name) }
            return isFor
                ? channel.eventLoop.makeSucceededVoidFuture()
                : channel.eventLoop.makeFailedFuture(
                    FetchProblem(text: "its certificate is for another name"))
        }
    }

    /// Returns whether a certificate's name matches a host; it may begin with `*.` for one label.
    static func covers(_ certified: String, _ host: String) -> Bool {
        let certified = certified.lowercased()
        if certified == host { return true }
        guard certified.hasPrefix("*."), let dot = host.firstIndex(of: ".") else {
            return false
        }
        return dot > host.startIndex && host[dot...] == certified.dropFirst()
            && certified.count { $0 == "." } >= 2
    }
}

#endif
