// The key that tokens are signed with.

package import Crypto
import Foundation

/// Reads or makes keys.
package enum TokenKey {
    /// The least size of a key in a file.
    private static let leastBytes = 32

    /// A key for this run of the server alone: its tokens end with it.
    package static func random() -> SymmetricKey { SymmetricKey(size: .bits256) }

    /// The key in a file, whose tokens outlast a restart and are good at every server with the same
    /// file. Any 32 bytes or more will do, such as those of `openssl rand -out FILE 32`.
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
                text: "has \(bytes.count) bytes; a token key has \(leastBytes) or more")
        }
        return SymmetricKey(data: SHA256.hash(data: bytes))
    }
}
