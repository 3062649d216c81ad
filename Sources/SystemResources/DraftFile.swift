// A file that takes its name once it is whole and on the disk.

package import Foundation
import Glibc

/// A file on its way to its place.
///
/// You write it under another name in the same folder. ``publish()`` then waits until its bytes are
/// on the disk, renames it, and waits for the name: whoever opens the path reads the old file or
/// the new one, after a power failure too. If you drop a draft without publishing it, it is
/// removed.
///
/// ```swift
/// var draft = try DraftFile(for: "answer.json")
/// try draft.write(bytes)
/// try draft.publish()
/// ```
///
/// Symbolic links stay, and the file at their end is replaced. Each draft has a name of its
/// own and is never an existing file: two writers of one path do not meet in a draft, and a link
/// that lies there is not followed.
///
/// Where other code writes the files, as SQLite and GDAL do, use the parts: ``target(of:)``,
/// ``mark()``, ``synchronize(_:)`` and ``rename(_:to:)``.
package struct DraftFile: ~Copyable {
    /// The file to replace, unless ``publish(as:)`` names another.
    package let target: String
    package let path: String
    /// The path in messages: as the caller gave it.
    private let given: String
    /// The open draft, or −1 once it is sealed.
    package private(set) var descriptor: Int32
    private var isPublished = false

    /// Makes an empty draft beside the file that it will replace.
    ///
    /// - Parameters:
    ///   - path: The file, which need not exist.
    ///   - mode: Its permissions; `nil` for the replaced file's, or for what the process gives to
    ///     new files.
    package init(for path: String, mode: mode_t? = nil) throws(FileWriteError) {
        let target = try Self.target(of: path)
        let (folder, name) = Self.parts(of: target)
        // A name may have 255 bytes. A draft of a file with a long name carries its beginning.
        let start = String(decoding: name.utf8.prefix(200), as: UTF8.self)
        try self.init(
            at: "\(folder)\(start).\(Self.mark()).partial", target: target, given: path,
            mode: mode ?? Self.mode(of: target))
    }

    /// Makes an empty draft of a given name, which no other writer may use: the caller holds a
    /// lock, or has the name from ``mark()``.
    package init(at path: String, for target: String, mode: mode_t) throws(FileWriteError) {
        try self.init(at: path, target: target, given: target, mode: mode)
    }

    private init(
        at path: String, target: String, given: String, mode: mode_t?
    ) throws(FileWriteError) {
        descriptor = try Self.make(path, mode: mode, given)
        (self.target, self.path, self.given) = (target, path, given)
    }

    /// Makes an empty file, and no other: neither an existing one nor a link's target.
    private static func make(
        _ path: String, mode: mode_t?, _ given: String
    ) throws(FileWriteError) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw FileWriteError(given) }
        // The process's mask does not apply to a given mode.
        if let mode, fchmod(descriptor, mode) != 0 {
            let error = FileWriteError(given)
            close(descriptor)
            unlink(path)
            throw error
        }
        return descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        if !isPublished { unlink(path) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(FileWriteError) {
        if let code = bytes.write(to: descriptor) { throw FileWriteError(given, code) }
    }

    package func write(_ bytes: [UInt8]) throws(FileWriteError) {
        if let code = bytes.withUnsafeBytes({ $0.write(to: descriptor) }) {
            throw FileWriteError(given, code)
        }
    }

    /// Sets the permissions.
    package func setMode(_ mode: mode_t) throws(FileWriteError) {
        guard fchmod(descriptor, mode) == 0 else { throw FileWriteError(given) }
    }

    /// Waits until the bytes are on the disk, and ends writing. Further calls do nothing.
    package mutating func seal() throws(FileWriteError) {
        guard descriptor >= 0 else { return }
        guard fsync(descriptor) == 0 else { throw FileWriteError(given) }
        let result = close(descriptor)
        descriptor = -1
        guard result == 0 else { throw FileWriteError(given) }
    }

    /// Gives the draft its name, which replaces the earlier file, and waits until both are on the
    /// disk.
    package mutating func publish() throws(FileWriteError) {
        try publish(as: target)
        try Self.synchronizeFolder(of: target)
    }

    /// Gives the draft a name in the same file system. Its bytes are on the disk afterwards, its
    /// name is after ``synchronize(_:)`` of the folder.
    package mutating func publish(as target: String) throws(FileWriteError) {
        try seal()
        guard Glibc.rename(path, target) == 0 else { throw FileWriteError(given) }
        isPublished = true
    }
}

// MARK: - The parts

extension DraftFile {
    /// Follows the symbolic links that a path names, whether or not the file at their end exists.
    package static func target(of path: String) throws(FileWriteError) -> String {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(current, &buffer, buffer.count)
            // Not a link: a file, or a path without one.
            guard count >= 0 else { return current }
            let link = String(
                decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            current = link.hasPrefix("/") ? link : parts(of: current).folder + link
        }
        throw FileWriteError(path, ELOOP)
    }

    /// A mark for the name of a draft, which no two writers share: 16 hexadecimal digits.
    package static func mark() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Waits until a file's bytes, or a folder's names, are on the disk.
    ///
    /// Some file systems cannot do so for folders, and some folders may be written but not read.
    /// Nothing is left to do then.
    package static func synchronize(_ path: String) throws(FileWriteError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != EACCES else { return }
            throw FileWriteError(path)
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw FileWriteError(path)
        }
    }

    /// Waits until the name of a file is on the disk.
    package static func synchronizeFolder(of path: String) throws(FileWriteError) {
        let folder = parts(of: path).folder
        try synchronize(folder.isEmpty ? "." : folder)
    }

    /// Publishes a file that other code has written and closed: as ``publish()`` does it.
    ///
    /// - Parameter target: The new name, without symbolic links.
    package static func rename(_ path: String, to target: String) throws(FileWriteError) {
        try synchronize(path)
        guard Glibc.rename(path, target) == 0 else { throw FileWriteError(target) }
        try synchronizeFolder(of: target)
    }

    /// Divides a path behind its last `/`.
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        let start = path.utf8.index(after: slash)
        return (String(path[..<start]), String(path[start...]))
    }

    /// The permissions of a file; `nil` if there is none.
    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }
}

extension UnsafeRawBufferPointer {
    /// Writes all bytes to a descriptor.
    ///
    /// - Returns: `nil`, or the system's error number.
    package func write(to descriptor: Int32) -> Int32? {
        var written = 0
        while written < count {
            // Linux writes two gigabytes at most in one call.
            let done = Glibc.write(
                descriptor, baseAddress?.advanced(by: written), Swift.min(count - written, 1 << 30))
            if done < 0, errno == EINTR { continue }
            guard done > 0 else { return done < 0 ? errno : EIO }
            written += done
        }
        return nil
    }
}

/// Why a file could not be written.
package struct FileWriteError: Error, Hashable, CustomStringConvertible {
    /// The file, as its writer named it.
    package let path: String
    /// The system's error number.
    package let code: Int32

    /// Describes the failure of a call to the system, the last one if no number is given.
    package init(_ path: String, _ code: Int32 = errno) {
        (self.path, self.code) = (path, code)
    }

    /// What the system says, or which folder is missing.
    package var reason: String {
        let folder = path.folderOfPath
        if code == ENOENT, !folder.isEmpty, access(folder, F_OK) != 0 {
            return "there is no folder \(folder); make it, or write elsewhere"
        }
        return String(cString: strerror(code))
    }

    package var description: String { "\(path) cannot be written: \(reason)" }
}

extension FileWriteError: LocalizedError {
    package var errorDescription: String? { description }
}
