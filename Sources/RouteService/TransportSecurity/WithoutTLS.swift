// In place of the rest of this folder in a build without TLS, such as the demo's: it has no
// certificates, and says so where a request or an option needs them.

#if !TLS

import HummingbirdCore
import Logging
import NIOCore

/// The settings of the server's TLS connections, of which there are none.
enum ServerTLS: Sendable {}

extension ServerCertificate {
    /// - Throws: ``InvalidCertificate``, always.
    func tlsConfiguration(logger: Logger) throws(InvalidCertificate) -> ServerTLS {
        throw InvalidCertificate(
            file: certificatePath,
            text: "this waypost was built without TLS; build it with: swift build -c release")
    }
}

/// A channel with TLS around another one, which cannot be asked for.
func secured(
    _ plain: some ServerChildChannel, by settings: ServerTLS
) throws -> any ServerChildChannel {}

/// The certificates that downloads trust: none.
struct WebTrust: Sendable {
    /// The TLS settings of connections, of which there are none.
    enum Context: Sendable {}

    static let system = WebTrust()

    /// - Throws: ``FetchProblem``, always.
    func context() throws -> Context {
        throw FetchProblem(
            text: "this server was built without TLS, so that it can fetch http URLs only")
    }

    /// The TLS handler of one connection, which cannot be asked for.
    static func handler(of context: Context, for name: String?) throws -> any ChannelHandler {}
}

#endif
