// Random text for tokens and codes.

import Cryptography
package import DataStructures

extension Base64URL {
    /// Returns random text that cannot be guessed.
    ///
    /// - Parameter byteCount: How many bytes to take from the system's random source, at least 1.
    package static func random(byteCount: Int = 32) -> String {
        SymmetricKey.random(byteCount: byteCount).withUnsafeBytes { text(of: $0) }
    }
}
