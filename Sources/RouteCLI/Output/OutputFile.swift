// Writes a command's output: to a new file, an existing one, or a special file.

import Foundation
import SystemResources

/// A path for output.
///
/// A file is written completely or not at all. A regular file is replaced atomically and keeps its
/// permissions; if the path is a symbolic link, its target is replaced. A device, a pipe or a
/// socket is written directly, and a path that names an open descriptor (`/dev/stdout`,
/// `/dev/fd/3`) through that descriptor. There is one exception: if the folder is read-only but the
/// file is writable, the file is overwritten in place.
struct OutputFile {
    let path: String

    /// The descriptor of this process that the path refers to, if any.
    var openDescriptor: Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
                return Int32(path.dropFirst(folder.count))
            }
            return nil
        }
    }

    enum Kind: Hashable {
        /// An open descriptor.
        case descriptor(Int32)
        /// A device, a pipe or a socket.
        case special(path: String)
        /// A file, which may be missing.
        case file(path: String, exists: Bool)
    }

    /// Finds the path's kind, after resolving symbolic links.
    ///
    /// - Throws: ``CommandFailure`` for a folder, and for a file that may not be written or from
    ///   which the command has read rows (``FilesRead``).
    func kind() throws -> Kind {
        if let openDescriptor { return .descriptor(openDescriptor) }
        let target = try reporting { () throws(FileWriteError) in try DraftFile.target(of: path) }
        guard access(target, F_OK) == 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return .file(path: target, exists: false)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: throw failure("it is a folder")
        case .typeRegular:
            guard access(target, W_OK) == 0 else { throw failure(errno) }
            guard FilesRead.current?.contains(target) != true else {
                throw failure("rows are read from it, and would be lost; choose another name")
            }
            return .file(path: target, exists: true)
        default: return .special(path: target)
        }
    }

    /// Writes a function's output piece by piece.
    ///
    /// - Throws: ``CommandFailure`` naming the path and the cause; errors of the function.
    func write(_ produce: (ByteSink) throws -> Void) throws {
        switch try kind() {
        case .descriptor(let descriptor): try write(produce, to: descriptor)
        case .special(let target): try withDescriptor(of: target) { try write(produce, to: $0) }
        case .file(let target, let exists): try replace(target, exists: exists, produce)
        }
    }

    /// Opens an existing special file and writes to it.
    func withDescriptor(of target: String, _ body: (Int32) throws -> Void) throws {
        let descriptor = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        try body(descriptor)
    }

    /// Writes a draft, which takes the file's place when it is complete.
    private func replace(
        _ target: String, exists: Bool, _ produce: (ByteSink) throws -> Void
    ) throws {
        var draft: DraftFile
        do throws(FileWriteError) {
            draft = try DraftFile(for: target)
        } catch {
            // The folder may be read-only while the file itself is writable.
            guard exists, [EACCES, EPERM, EROFS].contains(error.code) else {
                throw failure(error.code)
            }
            return try withDescriptor(of: target) { try write(produce, to: $0) }
        }
        try write(produce, to: draft.descriptor)
        try reporting { () throws(FileWriteError) in try draft.publish() }
    }

    private func write(
        _ produce: (ByteSink) throws -> Void, to descriptor: Int32
    ) throws {
        try ByteSink.collect(produce) { bytes in
            if let code = Self.send(bytes, to: descriptor) { throw failure(code) }
        }
    }

    /// Writes all bytes to a descriptor.
    ///
    /// - Returns: `nil`, or the system's error number.
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { $0.write(to: descriptor) }
    }

    /// Calls a function and describes its failure.
    private func reporting<Result>(
        _ body: () throws(FileWriteError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(FileWriteError) { return try body() } catch { throw failure(error.code) }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        failure(FileWriteError(path, code).reason)
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "\(path) cannot be written: \(reason)")
    }
}
