// Digests and codes of messages, by OpenSSL.

import COpenSSL

/// The digest SHA-256: NIST, *Secure Hash Standard*, FIPS 180-4,
/// [doi:10.6028/NIST.FIPS.180-4](https://doi.org/10.6028/NIST.FIPS.180-4).
///
///     SHA256.hash(Array("abc".utf8))      // 32 bytes: ba 78 16 bf …
package enum SHA256 {
    /// The bytes of a digest.
    package static let byteCount = 32

    /// The digest of a message.
    ///
    /// - Complexity: O(*n*) in the bytes of the message.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            COpenSSL.SHA256(message, message.count, digest.baseAddress)
            count = byteCount
        }
    }
}

/// Codes that show that a message comes from an owner of a key: HMAC with SHA-256, RFC 2104.
package enum MessageAuthenticationCode {
    /// The code of a message.
    ///
    /// - Complexity: O(*n*) in the bytes of the message.
    package static func code(of message: [UInt8], signedWith key: SymmetricKey) -> [UInt8] {
        key.withUnsafeBytes { secret in
            [UInt8](unsafeUninitializedCapacity: SHA256.byteCount) { code, count in
                let made = HMAC(
                    EVP_sha256(), secret.baseAddress, Int32(secret.count), message, message.count,
                    code.baseAddress, nil)
                precondition(made != nil, "OpenSSL has no HMAC with SHA-256")
                count = SHA256.byteCount
            }
        }
    }

    /// Whether a code is that of a message. It takes as long when it is not.
    package static func isValid(
        _ code: [UInt8], of message: [UInt8], signedWith key: SymmetricKey
    ) -> Bool {
        let right = self.code(of: message, signedWith: key)
        return code.count == right.count && CRYPTO_memcmp(code, right, right.count) == 0
    }
}
