// Finds secret files with permissions that are too wide.

import Foundation
package import Logging

/// A secret file that accounts other than its owner's can read or change.
package struct ExposedFile: Hashable, Sendable, CustomStringConvertible {
    package let path: String
    package let mode: UInt32

    /// Checks a file; `nil` if only its owner can read and change it, or it does not exist.
    package init?(_ path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let owner = FileOwner(of: target), owner.mode & 0o066 != 0 else { return nil }
        self.path = path
        mode = owner.mode & 0o777
    }

    /// What is wrong, and the command that fixes it.
    package var description: String {
        "\(path) can be read or changed by users other than its owner (mode \(modeText)); "
            + "chmod 600 \(path)"
    }

    /// The permissions as `chmod` writes them.
    package var modeText: String { String(mode, radix: 8) }

    /// Logs a warning if a file is exposed.
    ///
    /// - Parameter what: What the file holds, such as "the token key".
    package static func warn(of path: String, holding what: String, _ logger: Logger) {
        guard let exposed = ExposedFile(path) else { return }
        logger.warning(
            "\(what) can be read or changed by users other than its owner; chmod 600 \(path)",
            metadata: ["file": "\(path)", "mode": "\(exposed.modeText)"])
    }
}
