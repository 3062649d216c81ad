// Small files of secrets, which only the server's account can read.

import Foundation
import Glibc

/// The writing of files of secrets.
///
/// A file is replaced as a whole or stays as it was, by one writer at a time (``FileLock``). A
/// symbolic link stays, and the file that it leads to is replaced.
package enum PrivateFile {
    /// Writes a file that only its owner can read.
    ///
    /// - Throws: The error of the file system; ``FileIsLocked``.
    package static func write(_ text: String, to path: String) throws {
        try change(path) { (text, ()) }
    }

    /// Replaces the text of a file under its lock.
    ///
    /// - Parameter body: Reads the file and gives its new text. When it throws, the file stays.
    /// - Throws: What `body` throws; the error of the file system; ``FileIsLocked``.
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

    /// The path behind all symbolic links, whether or not there is a file yet.
    private static func destination(of path: String) throws -> String {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(current, &buffer, buffer.count)
            // The end of the links: a file, or a path without one.
            guard count >= 0 else { return current }
            let link = String(
                decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = (current as NSString).deletingLastPathComponent
            current = link.hasPrefix("/") || folder.isEmpty ? link : "\(folder)/\(link)"
        }
        throw POSIXError(.ELOOP)
    }

    /// Writes a new file under another name, and renames it once all of it is on the disk.
    private static func replace(_ target: String, with text: String) throws {
        let url = URL(fileURLWithPath: target)
        let draft = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)").path
        // The draft is made with its permissions, so that at no moment others can read it.
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

    /// Gives a new file the owner of the old one, and its mode if only the owner has permissions.
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
