// A result's content while it is being written, in a file without a name.

import Foundation
import Glibc
import Synchronization
import SystemResources

/// A result's content before it is stored in a database.
///
/// Small content stays in memory. Larger content goes to a temporary file without a name, so that a
/// killed process leaves nothing behind.
final class SpooledDraft: JobResultDraft {
    private struct Content: ~Copyable {
        var held: [UInt8] = []
        var count = 0
        var file: UnnamedFile?
        /// How many bytes are in the file.
        var stored = 0
        /// Whether the content is complete.
        var isOver = false
    }

    private let name: String
    private let contentType: String
    private let content = Mutex(Content())
    /// How many bytes are held in memory.
    private static let heldBytes = 1 << 16

    init(name: String, contentType: String) {
        self.name = name
        self.contentType = contentType
    }

    var result: JobResult {
        JobResult(
            name: name, contentType: contentType, byteCount: content.withLock { $0.count })
    }

    func append(_ bytes: [UInt8]) throws(JobStoreError) {
        do {
            try content.withLock { content in
                precondition(!content.isOver, "a result that is stored or dropped is complete")
                content.count += bytes.count
                content.held += bytes
                guard content.held.count > Self.heldBytes else { return }
                if content.file == nil { content.file = try Self.makeFile() }
                let isWritten = content.held.withUnsafeBytes { bytes in
                    content.file?.write(bytes, at: content.stored) == true
                }
                guard isWritten else { throw FileFailure("writing", name) }
                content.stored += content.held.count
                content.held = []
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private static func makeFile() throws -> UnnamedFile {
        let folder = FileManager.default.temporaryDirectory.path
        guard let file = UnnamedFile(in: folder) else {
            throw FileFailure("creating a file in", folder)
        }
        return file
    }

    /// Completes the content. Further calls do nothing.
    func seal() { content.withLock { $0.isOver = true } }

    func discard() {
        content.withLock { content in
            guard !content.isOver else { return }
            content.isOver = true
            content.held = []
            content.file = nil
        }
    }

    /// Calls `body` with the content in pieces. You may call it several times.
    func forEachChunk(of size: Int, _ body: ([UInt8]) throws -> Void) throws {
        let (held, file, stored) = content.withLock { ($0.held, $0.file, $0.stored) }
        let count = stored + held.count
        var offset = 0
        while offset < count {
            var chunk = [UInt8](repeating: 0, count: max(0, min(size, stored - offset)))
            if let code = chunk.withUnsafeMutableBytes({ file?.read(into: $0, at: offset) }) {
                errno = code
                throw FileFailure("reading", name)
            }
            let next = offset + chunk.count - stored
            if next >= 0 { chunk += held[next..<min(held.count, next + size - chunk.count)] }
            try body(chunk)
            offset += chunk.count
        }
    }
}
