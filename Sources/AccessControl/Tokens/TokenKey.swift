// The key that signs tokens.

package import Cryptography
import Foundation

/// Makes or reads the signing key.
package enum TokenKey {
    /// The shortest key accepted from a file, in bytes.
    private static let leastBytes = 32

    /// Makes a random key, for a server whose tokens become invalid when it stops.
    package static func random() -> SymmetricKey { .random(byteCount: 32) }

    /// Reads a key from a file. Its tokens stay valid after a restart, and are valid at every
    /// server with the same file. The file has at least 32 bytes; `openssl rand -out FILE 32`
    /// writes one.
    ///
    /// - Throws: ``InvalidUserFile`` if the file cannot be read or is too short.
    package static func read(_ path: String) throws(InvalidUserFile) -> SymmetricKey {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw InvalidUserFile(
                file: path, line: nil,
                text: "cannot be read; make a key with \"openssl rand -out \(path) 32\"")
        }
        guard bytes.count >= leastBytes else {
            throw InvalidUserFile(
                file: path, line: nil,
                text: "has \(bytes.count) bytes; a token key needs \(leastBytes) or more")
        }
        return SymmetricKey(SHA256.hash([UInt8](bytes)))
    }
}
