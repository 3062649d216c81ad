// Tests TLS: what is served, and what is reported about unusable files.

import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import NIOSSL
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct TransportSecurityTests {
    private let files = TestFiles()

    private func certificate(_ chain: String, _ key: String) throws -> ServerCertificate {
        ServerCertificate(
            certificatePath: try files.write("chain.pem", chain),
            keyPath: try files.write("key.pem", key))
    }

    /// The message about an unusable certificate and key.
    private func fault(_ chain: String, _ key: String) throws -> String {
        let pair = try certificate(chain, key)
        do throws(InvalidCertificate) {
            _ = try pair.tlsConfiguration(logger: .silent)
        } catch {
            return error.description
        }
        return "none"
    }

    @Test func `a certificate and its key serve https`() async throws {
        let certificate = try certificate(TestCertificate.chain, TestCertificate.key)
        let server = try makeServer(fixtureCatalog()) { $0.certificate = certificate }
        try await server.test(secure: true) { client in
            let response = try await client.execute(
                uri: "/arcgis/rest/info?f=json", method: .get)
            #expect(response.status == .ok)
            #expect(try response.json()["currentVersion"] == 11.3)
        }
    }

    @Test func `a solve is answered over https`() async throws {
        let certificate = try certificate(TestCertificate.chain, TestCertificate.key)
        let layer = FakeLayer()
        let server = try makeServer(fixtureCatalog(layer)) { $0.certificate = certificate }
        try await server.test(secure: true) { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(response.text.contains("\"messages\""))
        }
        #expect(layer.started == 1)
    }

    /// TLS 1.2 ciphers that clients may offer, by OpenSSL name, and whether the server accepts them
    /// with an RSA and an ECDSA certificate.
    static let offers: [(cipher: String, rsa: Bool, ecdsa: Bool)] = [
        ("ECDHE-RSA-AES128-GCM-SHA256", true, false),
        ("ECDHE-RSA-CHACHA20-POLY1305", true, false),
        ("ECDHE-ECDSA-AES256-GCM-SHA384", false, true),
        // RSA key exchange: the key would decrypt everything ever recorded.
        ("AES128-GCM-SHA256", false, false), ("AES256-GCM-SHA384", false, false),
        // CBC, with and without ephemeral keys.
        ("ECDHE-RSA-AES128-SHA", false, false), ("ECDHE-RSA-AES256-SHA", false, false),
        ("ECDHE-ECDSA-AES128-SHA", false, false), ("ECDHE-ECDSA-AES256-SHA", false, false),
        ("AES128-SHA", false, false), ("AES256-SHA", false, false),
    ]

    @Test func `a client of TLS 1.2 gets ECDHE with GCM or ChaCha20, and nothing else`()
        async throws
    {
        for (chain, key, isRSA) in [
            (TestCertificate.rsaChain, TestCertificate.rsaKey, true),
            (TestCertificate.chain, TestCertificate.key, false),
        ] {
            let certificate = try certificate(chain, key)
            let server = try makeServer(fixtureCatalog()) { $0.certificate = certificate }
            try await server.test(secure: true) { client in
                let port = client.port
                for offer in Self.offers {
                    var wish = TLSConfiguration.makeClientConfiguration()
                    wish.maximumTLSVersion = .tlsv12
                    wish.cipherSuites = offer.cipher
                    let isMet = try await Handshake.succeeds(wish, port: port)
                    #expect(isMet == (isRSA ? offer.rsa : offer.ecdsa), "\(offer.cipher), \(isRSA)")
                }
                var latest = TLSConfiguration.makeClientConfiguration()
                latest.minimumTLSVersion = .tlsv13
                #expect(try await Handshake.succeeds(latest, port: port))
                var old = TLSConfiguration.makeClientConfiguration()
                old.minimumTLSVersion = .tlsv1
                old.maximumTLSVersion = .tlsv11
                #expect(try await !Handshake.succeeds(old, port: port))
            }
        }
    }

    @Test func `browsers are asked to return by TLS, where there is TLS`() async throws {
        let paths = ["/arcgis/rest/info?f=json", "/arcgis/rest/services", "/nowhere", "/"]
        let certificate = try certificate(TestCertificate.chain, TestCertificate.key)
        func answers(
            secure: Bool = false, _ change: @escaping (inout RouteServiceConfiguration) -> Void
        ) async throws -> Set<String> {
            try await makeServer(fixtureCatalog(), change).test(secure: secure) { client in
                var found: Set<String> = []
                for uri in paths {
                    let answer = try await client.execute(uri: uri, method: .get)
                    found.insert(answer.headers[.strictTransportSecurity] ?? "none")
                }
                return found
            }
        }
        let year: Set = ["max-age=31536000"]
        #expect(try await answers(secure: true) { $0.certificate = certificate } == year)
        #expect(try await answers { $0.publicURL = "https://maps.example" } == year)
        #expect(try await answers { $0.publicURL = "http://maps.example" } == ["none"])
        #expect(try await answers { _ in } == ["none"])
    }

    @Test func `a key of another certificate is refused, with both files named`() throws {
        let text = try fault(TestCertificate.chain, TestCertificate.otherKey)
        #expect(text.contains("key.pem"))
        #expect(text.contains("does not belong"))
        #expect(text.contains("chain.pem"))
    }

    @Test func `a file that is no certificate is refused with what it must begin with`() throws {
        #expect(try fault("hello", TestCertificate.key).contains("BEGIN CERTIFICATE"))
        #expect(try fault("", TestCertificate.key).contains("BEGIN CERTIFICATE"))
        #expect(try fault(TestCertificate.key, "").contains("BEGIN CERTIFICATE"))
    }

    @Test func `a file that is no private key is refused with what it must begin with`() throws {
        #expect(
            try fault(TestCertificate.chain, TestCertificate.chain).contains("BEGIN PRIVATE KEY"))
    }

    @Test func `an encrypted key is refused with the command that decrypts it`() throws {
        let key = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGH\n-----END ENCRYPTED PRIVATE KEY-----"
        #expect(try fault(TestCertificate.chain, key).contains("openssl pkey"))
    }

    @Test func `a missing file is named with its option`() throws {
        let pair = ServerCertificate(
            certificatePath: files.path("nothing.pem"), keyPath: files.path("nothing.key"))
        let error = #expect(throws: InvalidCertificate.self) {
            try pair.tlsConfiguration(logger: .silent)
        }
        #expect(error?.description.contains("--tls-certificate") == true)
    }
}

/// Performs a handshake with a client's offer, and nothing more.
enum Handshake {
    /// Whether the local server accepts the offer.
    static func succeeds(_ offer: TLSConfiguration, port: Int) async throws -> Bool {
        var offer = offer
        offer.certificateVerification = .none
        let context = try NIOSSLContext(configuration: offer)
        let group = MultiThreadedEventLoopGroup.singleton
        let outcome = group.next().makePromise(of: Bool.self)
        let channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let security = try NIOSSLClientHandler(context: context, serverHostname: nil)
                    try channel.pipeline.syncOperations.addHandlers([
                        security, OutcomeHandler(outcome: outcome),
                    ])
                }
            }
            .connect(host: "localhost", port: port).get()
        let succeeded = try await outcome.futureResult.get()
        if succeeded { try await channel.close().get() }
        return succeeded
    }

    /// Records whether a handshake ends with an answer or before one.
    private final class OutcomeHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        let outcome: EventLoopPromise<Bool>

        init(outcome: EventLoopPromise<Bool>) { self.outcome = outcome }

        func channelActive(context: ChannelHandlerContext) {
            let request = ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(request), promise: nil)
            context.fireChannelActive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { outcome.succeed(true) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            outcome.succeed(false)
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { outcome.succeed(false) }
    }
}
