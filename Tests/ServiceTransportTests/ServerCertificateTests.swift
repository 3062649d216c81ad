// Tests what is reported about certificates and keys that cannot be used.

#if TLS

import Fixtures
import Foundation
import Testing

@testable import ServiceTransport

@Suite struct ServerCertificateTests {
    private let files = TestFiles()

    private func certificate(_ chain: String, _ key: String) throws -> ServerCertificate {
        ServerCertificate(
            certificatePath: try files.write("chain.pem", chain),
            keyPath: try files.write("key.pem", key))
    }

    /// The message about a certificate and key that cannot be used.
    private func fault(_ chain: String, _ key: String) throws -> String {
        let pair = try certificate(chain, key)
        do throws(InvalidCertificate) {
            _ = try pair.tlsConfiguration(logger: .silent)
        } catch {
            return error.description
        }
        return "none"
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

#endif
