// The bytes of a dataset: mapped from a file, or held in memory for tests and small networks.

import DataStructures
import Foundation
import Synchronization

/// Read-only bytes at a fixed address while this object lives.
package final class DatasetFile: @unchecked Sendable {
    // Sendable: the bytes are never written after `init`.
    package let bytes: UnsafeRawBufferPointer
    /// The identity of the file when it was opened, `nil` for bytes that were given.
    let identity: FileIdentity?
    /// The file itself while it is mapped, `nil` for copies.
    private let descriptor: Int32?
    private let isMapped: Bool
    private let hold: Mutex<Hold>

    /// How the bytes depend on the file.
    private enum Hold: Sendable {
        /// They change with it.
        case mapped
        /// Writers of it wait.
        case leased(FileLease)
        /// They are a copy.
        case copied
        /// A writer changed them before they were copied.
        case lost
    }

    /// Maps a file, or a copy of it.
    ///
    /// - Parameter protection: What programs that write into the file do to the bytes.
    /// - Throws: ``DatasetError`` naming the file when it is missing, empty or being written, or
    ///   cannot be mapped.
    package init(path: String, protection: DatasetProtection = .none) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatasetError("\(path): \(String(cString: strerror(errno)))")
        }
        var isKept = false
        defer { if !isKept { close(descriptor) } }
        let lease = protection == .held ? FileLease(on: descriptor) : nil
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw DatasetError("\(path) is empty: rebuild needed (waypost network build)")
        }
        let version = FileIdentity(status)
        identity = version
        let original = try Self.map(descriptor, Int(status.st_size), path)
        MappedFileGuard.add(original, path: path)
        guard protection == .none || lease != nil else {
            defer { Self.unmap(original) }
            (bytes, isMapped) = try Self.copy(of: original, path)
            self.descriptor = nil
            hold = Mutex(.copied)
            // A reader of a file that changes meanwhile has parts of both versions.
            guard version.isSameContent(as: FileIdentity(descriptor: descriptor)) else {
                throw DatasetError("\(path) is being written: open it when that is done")
            }
            return
        }
        bytes = original
        isMapped = true
        self.descriptor = descriptor
        hold = Mutex(lease.map { Hold.leased($0) } ?? .mapped)
        isKept = true
    }

    private static func map(
        _ descriptor: Int32, _ size: Int, _ path: String
    ) throws(DatasetError) -> UnsafeRawBufferPointer {
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            address != MAP_FAILED
        else { throw DatasetError("\(path) cannot be mapped: \(String(cString: strerror(errno)))") }
        return UnsafeRawBufferPointer(start: address, count: size)
    }

    private static func unmap(_ bytes: UnsafeRawBufferPointer) {
        MappedFileGuard.remove(bytes)
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// Copies bytes into a file without a name, or into memory where there is no room for one.
    private static func copy(
        of original: UnsafeRawBufferPointer, _ path: String
    ) throws(DatasetError) -> (bytes: UnsafeRawBufferPointer, isMapped: Bool) {
        guard let copy = UnnamedFile(), copy.write(original, at: 0) else {
            return (inMemory(original.count) { $0.copyMemory(from: original) }, false)
        }
        defer { withExtendedLifetime(copy) {} }
        return (try map(copy.descriptor, original.count, path), true)
    }

    private static func inMemory(
        _ count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void
    ) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(count, 1), alignment: DatasetHeader.alignment)
        write(copy)
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<count])
    }

    /// Whether the bytes may have been changed by a program that wrote into the file. Replacing it
    /// by another file does not count: the mapping keeps the old one.
    var hasChanged: Bool {
        switch hold.withLock({ $0 }) {
        case .mapped: !hasOldContent
        case .leased, .copied: false
        case .lost: true
        }
    }

    /// Copies the bytes if a program waits to write into the file, and lets it write then. The
    /// address stays the same; readers notice nothing.
    ///
    /// Called by one thread at a time. It takes as long as the file takes to be copied.
    ///
    /// - Returns: Whether a program waited.
    func admitWriters() -> Bool {
        guard case .leased(let lease) = hold.withLock({ $0 }), lease.isAwaited else { return false }
        defer { lease.end() }
        let isWhole = replaceByCopy() && hasOldContent
        hold.withLock { $0 = isWhole ? .copied : .lost }
        return true
    }

    /// Whether nothing has been written into the file since it was opened.
    private var hasOldContent: Bool {
        guard let descriptor, let now = FileIdentity(descriptor: descriptor) else { return false }
        return now.isSameContent(as: identity)
    }

    /// Maps a private copy at the address of the bytes, in one step.
    private func replaceByCopy() -> Bool {
        guard let copy = UnnamedFile(), copy.write(bytes, at: 0) else { return false }
        defer { withExtendedLifetime(copy) {} }
        guard hasOldContent else { return false }
        let address = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        let placed = mmap(
            address, bytes.count, PROT_READ, MAP_PRIVATE | MAP_FIXED, copy.descriptor, 0)
        guard placed == address else { return false }
        MappedFileGuard.remove(bytes)
        return true
    }

    /// Releases mapped pages to the system, which keeps them as long as it has room; a later read
    /// maps them again.
    func releasePages() {
        guard isMapped, let address = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: address), bytes.count, MADV_DONTNEED)
    }

    /// Copies bytes into memory of its own.
    package init(bytes source: [UInt8]) {
        bytes = Self.inMemory(source.count) { $0.copyBytes(from: source) }
        identity = nil
        descriptor = nil
        isMapped = false
        hold = Mutex(.copied)
    }

    deinit {
        if isMapped {
            Self.unmap(bytes)
        } else {
            bytes.baseAddress?.deallocate()
        }
        if let descriptor { close(descriptor) }
    }
}
