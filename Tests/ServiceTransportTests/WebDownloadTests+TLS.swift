// Tests which hosts a download over TLS believes.

#if TLS

import Fixtures
import NIOCore
import NIOSSL
import Testing

@testable import ServiceTransport

extension WebDownloadTests {
    @Test func `a certificate must be for the name, whatever the address`() async throws {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.chain.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem)
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key)))
        let host = try await ScriptedHost(Self.plain + "\r\n", Self.features) {
            NIOSSLServerHandler(context: tls)
        }
        let trust = WebTrust(.certificates(chain))
        func get(_ name: String, _ trust: WebTrust) async throws -> [UInt8] {
            try await self.get(host, name: name, scheme: "https", { $0.trust = trust })
        }
        #expect(try await get("localhost", trust) == Self.features)
        for (name, trust) in [("gis.example.com", trust), ("localhost", WebTrust.system)] {
            await #expect(throws: FetchProblem.self) { try await get(name, trust) }
        }
        // The certificate covers the address too, so https may use it directly.
        #expect(try await get("127.0.0.1", trust) == Self.features)
    }
}

#endif
