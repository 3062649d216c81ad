// A dataset's bytes: mapped from a file, or held in memory for tests and small networks.

import Foundation
import Synchronization
import SystemResources

/// Read-only bytes at an address that stays the same as long as this object lives.
///
/// Bytes come from a mapped file, so opening takes no time and the system pages in what is
/// read. But mapped bytes change if a program writes into the file. ``DatasetProtection`` says what
/// to do about it: nothing, copy the bytes at once, or hold a lease that makes writers wait until
/// ``admitWriters()`` has copied them. The copy replaces the mapping at the same address in one
/// step, so readers never notice.
package final class DatasetFile: @unchecked Sendable {
    // Sendable: the bytes are never written after `init`.
    package let bytes: UnsafeRawBufferPointer
    /// The file's identity when it was opened; `nil` for bytes in memory.
    let identity: FileIdentity?
    /// The open file while it is mapped; `nil` for copies.
    private let descriptor: Int32?
    private let isMapped: Bool
    private let hold: Mutex<Hold>

    /// How the bytes depend on the file.
    private enum Hold: Sendable {
        /// They change with the file.
        case mapped
        /// Programs that want to write must wait.
        case leased(FileLease)
        /// They are a copy.
        case copied
        /// A program changed them before they were copied.
        case lost
    }

    /// Maps a file, or a copy of it.
    ///
    /// - Parameter protection: What happens if a program writes into the file.
    /// - Throws: ``DatasetError`` naming the file if it is missing, empty, being written, or cannot
    ///   be mapped.
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
            // If the file changes while it is copied, the copy mixes both versions.
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

    /// Copies bytes into an unnamed file, or into memory if the disk has no room.
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

    /// Whether a program may have changed the bytes by writing into the file. Replacing the file by
    /// another does not count: the mapping keeps the old one.
    var hasChanged: Bool {
        switch hold.withLock({ $0 }) {
        case .mapped: !hasOldContent
        case .leased, .copied: false
        case .lost: true
        }
    }

    /// If a program waits to write into the file, copies the bytes and then lets it write. The
    /// address stays the same, so readers notice nothing.
    ///
    /// Call this from one thread at a time. It takes as long as copying the file.
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

    /// Maps a private copy at the bytes' address, in one step.
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

    /// Releases mapped pages to the system, which keeps them while it has room. A later read maps
    /// them again.
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
