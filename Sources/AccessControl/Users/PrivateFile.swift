// Small secret files that only the server's account can read.

import Foundation
import SystemResources

/// Writes secret files.
///
/// A file is either replaced as a whole or stays as it was (`DraftFile`), with one writer at a time
/// (``FileLock``).
package enum PrivateFile {
    /// Writes a file that only its owner can read.
    ///
    /// - Throws: File system errors; ``FileIsLocked``.
    package static func write(_ text: String, to path: String) throws {
        try change(path) { (text, ()) }
    }

    /// Replaces a file's text under its lock.
    ///
    /// - Parameter body: Reads the file and returns its new text. If it throws, the file stays as
    ///   it was.
    /// - Throws: The error thrown by `body`; file system errors; ``FileIsLocked``.
    package static func change<Result>(
        _ path: String, _ body: () throws -> (text: String, result: Result)
    ) throws -> Result {
        let target = try DraftFile.target(of: path)
        return try FileLock.holding(target) {
            let (text, result) = try body()
            try replace(target, with: text)
            return result
        }
    }

    private static func replace(_ target: String, with text: String) throws {
        // The draft is made with its final permissions, so nobody else can ever read it.
        var draft = try DraftFile(for: target, mode: 0o600)
        try keepOwner(of: target, for: draft)
        try draft.write(Array(text.utf8))
        try draft.publish()
    }

    /// Gives a new file the old one's owner, and also its mode if only the owner has permissions.
    private static func keepOwner(of target: String, for draft: borrowing DraftFile) throws {
        guard let old = FileOwner(of: target) else { return }
        try old.give(draft.descriptor)
        let isNarrow = old.mode & ~0o600 == 0 && old.mode & 0o400 != 0
        try draft.setMode(isNarrow ? old.mode : 0o600)
    }
}
