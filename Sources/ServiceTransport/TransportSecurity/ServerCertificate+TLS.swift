// Turns certificate files into TLS settings. They are read and checked at the start, so that errors
// are reported then and not at the first handshake.

#if TLS

import AccessControl
import Foundation
import Hummingbird
package import HummingbirdCore
import HummingbirdTLS
package import Logging
package import NIOSSL

/// Settings for the server's TLS connections.
package typealias ServerTLS = TLSConfiguration

extension ServerCertificate {
    /// The cipher suites for TLS 1.2: forward secrecy and authenticated encryption, without RSA key
    /// exchange or CBC (RFC 9325 §4.2). All suites in TLS 1.3 have these properties.
    private static let cipherSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// Reads both files and returns a configuration for TLS 1.2 or newer with HTTP/1.1.
    ///
    /// - Throws: ``InvalidCertificate`` naming the file, what is wrong and what would work.
    package func tlsConfiguration(logger: Logger) throws(InvalidCertificate) -> TLSConfiguration {
        let chain = try readChain()
        let key = try readKey()
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.cipherSuites
        configuration.applicationProtocols = ["http/1.1"]
        do {
            // BoringSSL checks here that the key matches the certificate.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw InvalidCertificate(
                file: keyPath,
                text: "the private key does not belong to the first certificate of "
                    + "\(certificatePath); name the pair that was made together, the server's "
                    + "own certificate first")
        }
        warn(of: chain, logger)
        ExposedFile.warn(of: keyPath, holding: "the private key for TLS", logger)
        return configuration
    }

    private func readChain() throws(InvalidCertificate) -> [NIOSSLCertificate] {
        let bytes = try Self.read(
            certificatePath, as: "certificate", option: "--tls-certificate")
        let advice = "write PEM text that begins with \"-----BEGIN CERTIFICATE-----\""
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(bytes)
            guard chain.isEmpty else { return chain }
        } catch {
            throw InvalidCertificate(
                file: certificatePath,
                text: "the file holds no certificate that can be read; \(advice)")
        }
        throw InvalidCertificate(
            file: certificatePath, text: "the file holds no certificate; \(advice)")
    }

    private func readKey() throws(InvalidCertificate) -> NIOSSLPrivateKey {
        let bytes = try Self.read(keyPath, as: "private key", option: "--tls-key")
        if String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") {
            throw InvalidCertificate(
                file: keyPath,
                text: "the private key is encrypted; decrypt it with \"openssl pkey -in FILE "
                    + "-out FILE\" and protect the file by its permissions")
        }
        do {
            return try NIOSSLPrivateKey(bytes: bytes, format: .pem)
        } catch {
            throw InvalidCertificate(
                file: keyPath,
                text:
                    "the file holds no private key that can be read; write PEM text that begins "
                    + "with \"-----BEGIN PRIVATE KEY-----\"")
        }
    }

    private static func read(
        _ path: String, as what: String, option: String
    ) throws(InvalidCertificate) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? "the \(what) cannot be read; check the file's permissions"
                : "there is no such file; \(option) names the \(what)"
            throw InvalidCertificate(file: path, text: reason)
        }
    }

    /// Warns about expired certificates. Some clients accept them, so this is not an error.
    private func warn(of chain: [NIOSSLCertificate], _ logger: Logger) {
        let now = Date().timeIntervalSince1970
        for certificate in chain {
            let begin = TimeInterval(certificate.notValidBefore)
            let end = TimeInterval(certificate.notValidAfter)
            guard now < begin || now > end else { continue }
            logger.warning(
                "the certificate is not valid today; clients will refuse it",
                metadata: [
                    "file": "\(certificatePath)",
                    "from": "\(Date(timeIntervalSince1970: begin))",
                    "to": "\(Date(timeIntervalSince1970: end))",
                ])
        }
    }
}

/// Wraps a channel in TLS.
package func secured(
    _ plain: some ServerChildChannel, by settings: ServerTLS
) throws -> any ServerChildChannel {
    try TLSChannel(plain, tlsConfiguration: settings)
}

#endif
