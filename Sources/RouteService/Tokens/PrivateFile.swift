// Small files with what only the server's own account may read.

import Foundation

/// Writes files of secrets.
enum PrivateFile {
    /// Writes a file whole or not at all, for its owner alone to read.
    ///
    /// - Throws: What the file system says.
    static func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        let draft = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
        // The draft has its permissions from the start: no moment in which others could read it.
        guard
            FileManager.default.createFile(
                atPath: draft.path, contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        guard rename(draft.path, url.path) == 0 else {
            let code = errno
            try FileManager.default.removeItem(at: draft)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
    }
}
