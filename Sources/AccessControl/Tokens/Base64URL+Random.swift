// Random text for tokens and codes.

import Cryptography
package import DataStructures

extension Base64URL {
    /// Random text that cannot be guessed.
    ///
    /// - Parameter byteCount: How many bytes of the system's randomness it has, at least 1.
    package static func random(byteCount: Int = 32) -> String {
        SymmetricKey.random(byteCount: byteCount).withUnsafeBytes { text(of: $0) }
    }
}
