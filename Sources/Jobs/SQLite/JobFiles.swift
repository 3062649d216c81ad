// The files beside the database of jobs: large inputs and results. A file is complete under its own
// name or has the name of a draft.

import Foundation
import Glibc
import Synchronization

/// The folder of large inputs and results.
struct JobFiles: Sendable {
    /// The folder.
    let folder: URL

    /// The greatest number of bytes that are stored in the database itself.
    static let inlineBytes = 32_768
    /// Files of unfinished jobs are removed when they were not written to for so many seconds.
    static let orphanSeconds = 3_600.0
    private static let draftPrefix = "draft-"

    /// Opens the folder, and makes it where there is none; only its owner can read it.
    init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Creates an empty file with the name of a draft.
    func makeDraft() throws -> (name: String, descriptor: Int32) {
        let name = Self.draftPrefix + UUID().uuidString.lowercased()
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("creating", name) }
        return (name, descriptor)
    }

    /// Writes bytes at the end of a draft.
    static func append(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw FileFailure("writing", "a draft") }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// Gives a draft that is on the disk its own name.
    func publish(_ draft: String, as name: String) throws {
        guard rename(path(draft), path(name)) == 0 else { throw FileFailure("renaming", name) }
    }

    /// Writes a whole file.
    func write(_ bytes: [UInt8], as name: String) throws {
        let (draft, descriptor) = try makeDraft()
        do {
            defer { close(descriptor) }
            try Self.append(bytes, to: descriptor)
            guard fsync(descriptor) == 0 else { throw FileFailure("writing", name) }
        } catch {
            remove(draft)
            throw error
        }
        try publish(draft, as: name)
        try synchronize()
    }

    /// Makes the names of new files durable.
    func synchronize() throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("opening", folder.lastPathComponent) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFailure("writing", folder.lastPathComponent) }
    }

    /// Bytes of a file.
    ///
    /// - Parameter range: It is cut at the end of the file; `nil` for all bytes.
    func read(_ name: String, in range: Range<Int>? = nil) throws -> [UInt8] {
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("opening", name) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure("reading", name) }
        let wanted = (range ?? 0..<Int(status.st_size)).clamped(to: 0..<Int(status.st_size))
        return try Self.read(descriptor, wanted)
    }

    /// Bytes of an open file, which has all of them.
    static func read(_ descriptor: Int32, _ range: Range<Int>) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                    off_t(range.lowerBound + count))
            }
            guard read > 0 || (read < 0 && errno == EINTR) else {
                throw FileFailure("reading", "a file of jobs")
            }
            count += max(0, read)
        }
        return bytes
    }

    /// Removes a file. One that is not there, or cannot be removed, is left to a later sweep.
    func remove(_ name: String) { unlink(path(name)) }

    /// The names of files that were not written to for a while.
    func names(unusedFor seconds: Double) throws -> [String] {
        let limit = Date(timeIntervalSinceNow: -seconds)
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: [.contentModificationDateKey]
        ).filter { url in
            let values = try url.resourceValues(forKeys: [.contentModificationDateKey])
            return values.contentModificationDate.map { $0 < limit } ?? false
        }.map(\.lastPathComponent)
    }
}

/// A failure of the file system.
struct FileFailure: Error, CustomStringConvertible {
    let description: String

    /// The failure of the last call.
    init(_ action: String, _ name: String) {
        description = "\(action) \(name): \(String(cString: strerror(errno)))"
    }
}

/// The content of a result of a job in a SQLite store: in memory while it is small, then in a file.
final class FileResultDraft: JobResultDraft {
    private struct Content: ~Copyable {
        var held: [UInt8] = []
        var count = 0
        var draft: String?
        var descriptor: Int32 = -1
        var isOver = false
    }

    private let name: String
    private let contentType: String
    private let files: JobFiles
    private let content = Mutex(Content())

    init(name: String, contentType: String, files: JobFiles) {
        self.name = name
        self.contentType = contentType
        self.files = files
    }

    deinit { discard() }

    var result: JobResult {
        JobResult(
            name: name, contentType: contentType, byteCount: content.withLock { $0.count })
    }

    func append(_ bytes: [UInt8]) throws(JobStoreError) {
        do {
            try content.withLock { content in
                precondition(!content.isOver, "a result that is stored or dropped is complete")
                content.count += bytes.count
                if content.descriptor < 0 {
                    content.held += bytes
                    guard content.held.count > JobFiles.inlineBytes else { return }
                    (content.draft, content.descriptor) = try files.makeDraft()
                    try JobFiles.append(content.held, to: content.descriptor)
                    content.held = []
                } else {
                    try JobFiles.append(bytes, to: content.descriptor)
                }
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Where the content of a result is stored.
    enum Place {
        case bytes([UInt8])
        case file(String)
    }

    /// Completes the content. A file is on the disk then, and its name is after
    /// ``JobFiles/synchronize()``.
    ///
    /// - Parameter name: The name of the file, if it is one.
    func seal(as name: String) throws -> Place {
        try content.withLock { content in
            precondition(!content.isOver, "a result is stored once")
            content.isOver = true
            guard let draft = content.draft else { return .bytes(content.held) }
            let descriptor = content.descriptor
            content.descriptor = -1
            defer { close(descriptor) }
            guard fsync(descriptor) == 0 else { throw FileFailure("writing", name) }
            try files.publish(draft, as: name)
            return .file(name)
        }
    }

    func discard() {
        content.withLock { content in
            guard !content.isOver else { return }
            content.isOver = true
            content.held = []
            if content.descriptor >= 0 { close(content.descriptor) }
            if let draft = content.draft { files.remove(draft) }
        }
    }
}
