// Small secret files that only the server's account can read.

import Foundation
import Glibc

/// Writes secret files.
///
/// A file is either replaced as a whole or stays as it was, with one writer at a time
/// (``FileLock``). Symbolic links stay; the file they lead to is replaced.
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
        let target = try destination(of: path)
        return try FileLock.holding(target) {
            let (text, result) = try body()
            try replace(target, with: text)
            return result
        }
    }

    /// Resolves all symbolic links, whether or not the file exists yet.
    private static func destination(of path: String) throws -> String {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(current, &buffer, buffer.count)
            // Not a link: a file, or a path without one.
            guard count >= 0 else { return current }
            let link = String(
                decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = (current as NSString).deletingLastPathComponent
            current = link.hasPrefix("/") || folder.isEmpty ? link : "\(folder)/\(link)"
        }
        throw POSIXError(.ELOOP)
    }

    /// Writes a new file under another name, and renames it once it is completely on the disk.
    private static func replace(_ target: String, with text: String) throws {
        let url = URL(fileURLWithPath: target)
        let draft = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)").path
        // The draft is made with its final permissions, so nobody else can ever read it.
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(of: errno) }
        do {
            defer { close(descriptor) }
            try keepOwner(of: target, for: descriptor)
            try write(text, to: descriptor)
            guard fsync(descriptor) == 0 else { throw POSIXError(of: errno) }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, target) == 0 else {
            let code = errno
            unlink(draft)
            throw POSIXError(of: code)
        }
    }

    /// Gives a new file the old one's owner, and also its mode if only the owner has permissions.
    private static func keepOwner(of target: String, for descriptor: Int32) throws {
        guard let old = FileOwner(of: target) else { return }
        try old.give(descriptor)
        let isNarrow = old.mode & ~0o600 == 0 && old.mode & 0o400 != 0
        guard fchmod(descriptor, isNarrow ? old.mode : 0o600) == 0 else {
            throw POSIXError(of: errno)
        }
    }

    private static func write(_ text: String, to descriptor: Int32) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw POSIXError(of: errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
