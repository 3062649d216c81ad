// Secrets that more people can read than need to.

import Foundation
package import Logging

/// A file of secrets that its group or everybody may read or change.
package struct ExposedFile: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    package let path: String
    /// Its permissions.
    package let mode: UInt32

    /// Looks at a file; `nil` when it is its owner's alone, or not there.
    package init?(_ path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let owner = FileOwner(of: target), owner.mode & 0o066 != 0 else { return nil }
        self.path = path
        mode = owner.mode & 0o777
    }

    /// What is wrong, and the command that mends it.
    package var description: String {
        "\(path) can be read or changed by users other than its owner (mode \(modeText)); "
            + "chmod 600 \(path)"
    }

    /// The permissions as `chmod` writes them.
    package var modeText: String { String(mode, radix: 8) }

    /// Warns of a file in a log, where it is exposed.
    ///
    /// - Parameter what: What the file holds, such as "the token key".
    package static func warn(of path: String, holding what: String, _ logger: Logger) {
        guard let exposed = ExposedFile(path) else { return }
        logger.warning(
            "\(what) can be read or changed by users other than its owner; chmod 600 \(path)",
            metadata: ["file": "\(path)", "mode": "\(exposed.modeText)"])
    }
}
