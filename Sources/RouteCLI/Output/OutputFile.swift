// Writes a command's output: to a new file, an existing one, or a special file.

import Foundation

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
        /// A file, with its permissions if it exists.
        case file(path: String, mode: mode_t?)
    }

    /// Finds the path's kind, after resolving symbolic links.
    ///
    /// - Throws: ``CommandFailure`` for a folder, and for a file that may not be written.
    func kind() throws -> Kind {
        if let openDescriptor { return .descriptor(openDescriptor) }
        let target = try destination()
        guard access(target, F_OK) == 0 else {
            guard errno == ENOENT else { throw failure(errno) }
            return .file(path: target, mode: nil)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: throw failure("it is a folder")
        case .typeRegular:
            guard access(target, W_OK) == 0 else { throw failure(errno) }
            let permissions = attributes[.posixPermissions] as? NSNumber
            return .file(path: target, mode: permissions?.uint32Value)
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
        case .file(let target, let mode): try replace(target, mode: mode, produce)
        }
    }

    /// Opens an existing special file and writes to it.
    func withDescriptor(of target: String, _ body: (Int32) throws -> Void) throws {
        let descriptor = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        try body(descriptor)
    }

    /// The path after resolving symbolic links, whether or not the file exists.
    private func destination() throws -> String {
        var current = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(current, &buffer, buffer.count - 1)
            // Not a link, or it does not exist: this is the resolved path.
            guard count >= 0 else { return current }
            let text = String(
                decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = (current as NSString).deletingLastPathComponent
            current = text.hasPrefix("/") || folder.isEmpty ? text : "\(folder)/\(text)"
        }
        throw failure("too many symbolic links")
    }

    /// Writes a temporary file and renames it when it is complete.
    private func replace(
        _ target: String, mode: mode_t?, _ produce: (ByteSink) throws -> Void
    ) throws {
        let draft = "\(target).\(UUID().uuidString.prefix(8)).partial"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            // The folder may be read-only while the file itself is writable.
            if mode != nil, [EACCES, EPERM, EROFS].contains(errno) {
                try withDescriptor(of: target) { try write(produce, to: $0) }
                return
            }
            throw failure(errno)
        }
        do {
            try write(produce, to: descriptor)
            if let mode, fchmod(descriptor, mode) != 0 { throw failure(errno) }
        } catch {
            close(descriptor)
            unlink(draft)
            throw error
        }
        guard close(descriptor) == 0, rename(draft, target) == 0 else {
            let code = errno
            unlink(draft)
            throw failure(code)
        }
    }

    private func write(
        _ produce: (ByteSink) throws -> Void, to descriptor: Int32
    ) throws {
        try ByteSink.collect(produce) { bytes in
            do throws(SystemError) {
                try Self.send(bytes, to: descriptor)
            } catch {
                throw failure(error.code)
            }
        }
    }

    /// The number of a system call's error.
    struct SystemError: Error {
        let code: Int32
    }

    /// Writes all bytes to a descriptor.
    static func send(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno != EINTR { throw SystemError(code: errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private func failure(_ code: Int32) -> CommandFailure {
        let folder = (path as NSString).deletingLastPathComponent
        if code == ENOENT, !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) {
            return failure("there is no folder \(folder); make it, or write elsewhere")
        }
        return failure(String(cString: strerror(code)))
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "\(path) cannot be written: \(reason)")
    }
}
