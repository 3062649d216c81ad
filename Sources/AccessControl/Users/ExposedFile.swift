// Files of secrets whose permissions are too wide.

import Foundation
package import Logging

/// A file of secrets that accounts other than its owner's can read or change.
package struct ExposedFile: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// The permissions.
    package let mode: UInt32

    /// Checks a file; `nil` when only its owner can read and change it, or there is none.
    package init?(_ path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let owner = FileOwner(of: target), owner.mode & 0o066 != 0 else { return nil }
        self.path = path
        mode = owner.mode & 0o777
    }

    /// What is wrong, and the command that corrects it.
    package var description: String {
        "\(path) can be read or changed by users other than its owner (mode \(modeText)); "
            + "chmod 600 \(path)"
    }

    /// The permissions as `chmod` writes them.
    package var modeText: String { String(mode, radix: 8) }

    /// Logs a warning when a file is exposed.
    ///
    /// - Parameter what: The content of the file, such as "the token key".
    package static func warn(of path: String, holding what: String, _ logger: Logger) {
        guard let exposed = ExposedFile(path) else { return }
        logger.warning(
            "\(what) can be read or changed by users other than its owner; chmod 600 \(path)",
            metadata: ["file": "\(path)", "mode": "\(exposed.modeText)"])
    }
}
