// Message digests and authentication codes, by OpenSSL.

import COpenSSL

/// The SHA-256 digest: NIST, *Secure Hash Standard*, FIPS 180-4,
/// [doi:10.6028/NIST.FIPS.180-4](https://doi.org/10.6028/NIST.FIPS.180-4).
///
///     SHA256.hash(Array("abc".utf8))      // 32 bytes: ba 78 16 bf …
package enum SHA256 {
    /// The length of a digest in bytes.
    package static let byteCount = 32

    /// Computes a message's digest.
    ///
    /// - Complexity: O(*n*) in the message's bytes.
    package static func hash(_ message: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { digest, count in
            COpenSSL.SHA256(message, message.count, digest.baseAddress)
            count = byteCount
        }
    }
}

/// HMAC with SHA-256 (RFC 2104): proves that a message comes from an owner of the key.
package enum MessageAuthenticationCode {
    /// Computes the code for a message.
    ///
    /// - Complexity: O(*n*) in the message's bytes.
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

    /// Returns whether a code belongs to a message. The comparison takes constant time.
    package static func isValid(
        _ code: [UInt8], of message: [UInt8], signedWith key: SymmetricKey
    ) -> Bool {
        let right = self.code(of: message, signedWith: key)
        return code.count == right.count && CRYPTO_memcmp(code, right, right.count) == 0
    }
}
