// The key that tokens are signed with.

package import Cryptography
import Foundation

/// The key of tokens: random, or read from a file.
package enum TokenKey {
    /// The least size of a key in a file.
    private static let leastBytes = 32

    /// A random key, for a server whose tokens end when it stops.
    package static func random() -> SymmetricKey { .random(byteCount: 32) }

    /// The key in a file. Its tokens stay good after a restart, and are good at every server with
    /// the same file. The file has 32 bytes or more, such as `openssl rand -out FILE 32` writes.
    ///
    /// - Throws: ``InvalidUserFile`` when the file cannot be read or is too short.
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
