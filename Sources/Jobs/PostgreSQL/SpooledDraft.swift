// A result's content while it is being written, in a file without a name.

import Foundation
import Glibc
import Synchronization

/// A result's content before it is stored in a database.
///
/// Small content stays in memory. Larger content goes to a temporary file without a name, so that a
/// killed process leaves nothing behind.
final class SpooledDraft: JobResultDraft {
    private struct Content: ~Copyable {
        var held: [UInt8] = []
        var count = 0
        var descriptor: Int32 = -1
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

    deinit {
        content.withLock { content in
            if content.descriptor >= 0 { close(content.descriptor) }
        }
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
                if content.descriptor < 0 { content.descriptor = try Self.makeFile() }
                try JobFiles.append(content.held, to: content.descriptor)
                content.held = []
            }
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private static func makeFile() throws -> Int32 {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure("creating", path) }
        unlink(path)
        return descriptor
    }

    /// Completes the content. Further calls do nothing.
    func seal() { content.withLock { $0.isOver = true } }

    func discard() {
        content.withLock { content in
            guard !content.isOver else { return }
            content.isOver = true
            content.held = []
            if content.descriptor >= 0 { close(content.descriptor) }
            content.descriptor = -1
        }
    }

    /// Calls `body` with the content in pieces. You may call it several times.
    func forEachChunk(of size: Int, _ body: ([UInt8]) throws -> Void) throws {
        let (count, held, descriptor) = content.withLock {
            ($0.count, $0.held, $0.descriptor)
        }
        let stored = count - held.count
        var offset = 0
        while offset < count {
            var chunk: [UInt8] = []
            if offset < stored {
                chunk = try JobFiles.read(descriptor, offset..<min(offset + size, stored))
            }
            let next = offset + chunk.count - stored
            if next >= 0 { chunk += held[next..<min(held.count, next + size - chunk.count)] }
            try body(chunk)
            offset += chunk.count
        }
    }
}
