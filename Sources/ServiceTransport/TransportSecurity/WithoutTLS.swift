// Replaces the rest of this folder in a build without TLS, such as the demo's. There are no
// certificates; requests and options that need them get an error.

#if !TLS

package import HummingbirdCore
package import Logging
import NIOCore

/// The settings for TLS connections. None can exist.
package enum ServerTLS: Sendable {}

extension ServerCertificate {
    /// - Throws: ``InvalidCertificate``, always.
    package func tlsConfiguration(logger: Logger) throws(InvalidCertificate) -> ServerTLS {
        throw InvalidCertificate(
            file: certificatePath,
            text: "this waypost was built without TLS; build it with: swift build -c release")
    }
}

/// Wraps a channel in TLS. It cannot be called.
package func secured(
    _ plain: some ServerChildChannel, by settings: ServerTLS
) throws -> any ServerChildChannel {}

/// The certificates that downloads trust: none.
struct WebTrust: Sendable {
    /// The TLS settings for connections. None can exist.
    enum Context: Sendable {}

    static let system = WebTrust()

    /// - Throws: ``FetchProblem``, always.
    func context() throws -> Context {
        throw FetchProblem(
            text: "this server was built without TLS, so that it can fetch http URLs only")
    }

    /// Creates the TLS handler for one connection. It cannot be called.
    static func handler(of context: Context, for name: String?) throws -> any ChannelHandler {}
}

#endif
