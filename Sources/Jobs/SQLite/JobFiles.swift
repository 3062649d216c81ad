// Files beside the jobs database, for large inputs and results. A file is either complete under its
// final name or named as a draft, which a process that was killed leaves behind.

import Foundation
import Glibc
import Synchronization
import SystemResources

/// The folder for large inputs and results.
struct JobFiles: Sendable {
    let folder: URL

    /// Content up to this size is stored in the database itself.
    static let inlineBytes = 32_768
    /// Files without a job are removed if nothing was written to them for this many seconds.
    static let orphanSeconds = 3_600.0
    private static let draftPrefix = "draft-"

    /// Opens the folder, or creates it readable only by its owner.
    init(folder: URL) throws {
        self.folder = folder
        try Folder.make(folder.path, mode: 0o700)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Creates an empty draft.
    func makeDraft() throws(FileWriteError) -> DraftFile {
        let path = path(Self.draftPrefix + DraftFile.mark())
        return try DraftFile(at: path, for: path, mode: 0o600)
    }

    /// Gives a draft its final name, which is durable after ``synchronize()``.
    func publish(_ draft: inout DraftFile, as name: String) throws(FileWriteError) {
        try draft.publish(as: path(name))
    }

    /// Writes a whole file and waits until it is on disk.
    func write(_ bytes: [UInt8], as name: String) throws(FileWriteError) {
        var draft = try makeDraft()
        try draft.write(bytes)
        try publish(&draft, as: name)
        try synchronize()
    }

    /// Makes new files' names durable.
    func synchronize() throws(FileWriteError) { try DraftFile.synchronize(folder.path) }

    /// Reads bytes of a file.
    ///
    /// - Parameter range: The bytes to read, cut at the file's end; `nil` for all.
    func read(_ name: String, in range: Range<Int>? = nil) throws -> [UInt8] {
        let descriptor = open(path(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("opening", name) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure("reading", name) }
        let wanted = (range ?? 0..<Int(status.st_size)).clamped(to: 0..<Int(status.st_size))
        var bytes = [UInt8](repeating: 0, count: wanted.count)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count,
                    off_t(wanted.lowerBound + count))
            }
            guard read > 0 || (read < 0 && errno == EINTR) else {
                throw FileFailure("reading", name)
            }
            count += max(0, read)
        }
        return bytes
    }

    /// Removes a file. If it is missing or cannot be removed, a later sweep deals with it.
    func remove(_ name: String) { unlink(path(name)) }

    /// Lists files that were not written to for a while.
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

/// A failed call to the file system.
struct FileFailure: Error, CustomStringConvertible {
    let description: String

    /// Describes the last call's failure, from `errno`.
    init(_ action: String, _ name: String) {
        description = "\(action) \(name): \(String(cString: strerror(errno)))"
    }
}

/// A result's content in a SQLite store: in memory while small, then in a file.
final class FileResultDraft: JobResultDraft {
    private struct Content: ~Copyable {
        var held: [UInt8] = []
        var count = 0
        var draft: DraftFile?
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
                if content.draft == nil {
                    content.held += bytes
                    guard content.held.count > JobFiles.inlineBytes else { return }
                    content.draft = try files.makeDraft()
                    try content.draft?.write(content.held)
                    content.held = []
                } else {
                    try content.draft?.write(bytes)
                }
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Where a result's content is stored.
    enum Place {
        case bytes([UInt8])
        case file(String)
    }

    /// Completes the content. If it is a file, it is on disk afterwards, and its name after
    /// ``JobFiles/synchronize()``.
    ///
    /// - Parameter name: The file's final name, if there is a file.
    func seal(as name: String) throws -> Place {
        try content.withLock { content in
            precondition(!content.isOver, "a result is stored once")
            content.isOver = true
            guard var draft = content.draft.take() else { return .bytes(content.held) }
            try files.publish(&draft, as: name)
            return .file(name)
        }
    }

    func discard() {
        content.withLock { content in
            guard !content.isOver else { return }
            content.isOver = true
            content.held = []
            content.draft = nil
        }
    }
}
