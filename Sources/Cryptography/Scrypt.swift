// Keys derived from passwords, at a cost in memory and time, by OpenSSL.

import COpenSSL

/// The scrypt function: C. Percival and S. Josefsson, RFC 7914,
/// [doi:10.17487/RFC7914](https://doi.org/10.17487/RFC7914).
package enum Scrypt {
    /// The cost parameters are not allowed by the standard, or there is not enough memory.
    package struct InvalidCost: Error {}

    /// Derives a key from a password.
    ///
    /// - Parameters:
    ///   - byteCount: The key's length in bytes.
    ///   - rounds: A power of 2, at least 2 and less than 2^(16 · `blockSize`).
    ///   - blockSize: The block size in units of 128 bytes.
    ///   - parallelism: How often the memory is filled.
    /// - Throws: ``InvalidCost``.
    /// - Complexity: O(`rounds` · `blockSize` · `parallelism`) time, and 128 · `rounds` ·
    ///   `blockSize` bytes.
    package static func key(
        from password: String, salt: [UInt8], byteCount: Int, rounds: Int, blockSize: Int,
        parallelism: Int
    ) throws(InvalidCost) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: byteCount)
        // OpenSSL's default memory limit would be 32 MiB.
        let needed = 128 * blockSize * (rounds + parallelism + 2)
        let length = password.utf8.count
        let isDerived = EVP_PBE_scrypt(
            password, length, salt, salt.count, UInt64(rounds), UInt64(blockSize),
            UInt64(parallelism), UInt64(needed), &key, byteCount)
        guard isDerived == 1 else { throw InvalidCost() }
        return key
    }
}
