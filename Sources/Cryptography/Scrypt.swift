// Keys from passwords, at a cost of memory and time, by OpenSSL.

import COpenSSL

/// The function scrypt: C. Percival and S. Josefsson, RFC 7914,
/// [doi:10.17487/RFC7914](https://doi.org/10.17487/RFC7914).
package enum Scrypt {
    /// The cost is not one of the standard's, or there is not enough memory for it.
    package struct InvalidCost: Error {}

    /// Derives a key from a password.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes of the key.
    ///   - rounds: A power of 2, at least 2 and less than 2^(16 · `blockSize`).
    ///   - blockSize: The size of a block in 128 bytes.
    ///   - parallelism: The number of times that the memory is filled.
    /// - Throws: ``InvalidCost``.
    /// - Complexity: O(`rounds` · `blockSize` · `parallelism`) time, and 128 · `rounds` ·
    ///   `blockSize` bytes.
    package static func key(
        from password: String, salt: [UInt8], byteCount: Int, rounds: Int, blockSize: Int,
        parallelism: Int
    ) throws(InvalidCost) -> [UInt8] {
        var key = [UInt8](repeating: 0, count: byteCount)
        // Its own limit of memory would be 32 MiB.
        let needed = 128 * blockSize * (rounds + parallelism + 2)
        let length = password.utf8.count
        let isDerived = EVP_PBE_scrypt(
            password, length, salt, salt.count, UInt64(rounds), UInt64(blockSize),
            UInt64(parallelism), UInt64(needed), &key, byteCount)
        guard isDerived == 1 else { throw InvalidCost() }
        return key
    }
}
