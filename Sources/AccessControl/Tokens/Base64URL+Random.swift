// Random text for tokens and codes.

import Crypto
package import DataStructures

extension Base64URL {
    /// Random text that cannot be guessed.
    ///
    /// - Parameter byteCount: How many bytes of the system's randomness it has, at least 1.
    package static func random(byteCount: Int = 32) -> String {
        let key = SymmetricKey(size: SymmetricKeySize(bitCount: 8 * byteCount))
        return key.withUnsafeBytes { text(of: $0) }
    }
}
