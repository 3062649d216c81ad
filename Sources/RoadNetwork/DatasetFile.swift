// The bytes of a dataset: mapped from a file, or held in memory for tests and small networks.

import Foundation

/// Read-only bytes at a fixed address while this object lives.
package final class DatasetFile: @unchecked Sendable {
    // Sendable: the bytes are never written after `init`.
    package let bytes: UnsafeRawBufferPointer
    /// The open file that is mapped, `nil` for memory.
    private let mapped: MappedFile?

    private struct MappedFile {
        let descriptor: Int32
        let status: stat
    }

    /// Maps a file.
    ///
    /// - Throws: ``DatasetError`` naming the file when it is missing, empty or cannot be mapped.
    package init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatasetError("\(path): \(String(cString: strerror(errno)))")
        }
        var isKept = false
        defer { if !isKept { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw DatasetError("\(path) is empty: rebuild needed (waypost network build)")
        }
        let size = Int(status.st_size)
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            address != MAP_FAILED
        else { throw DatasetError("\(path) cannot be mapped: \(String(cString: strerror(errno)))") }
        bytes = UnsafeRawBufferPointer(start: address, count: size)
        mapped = MappedFile(descriptor: descriptor, status: status)
        isKept = true
        MappedFileGuard.add(bytes, path: path)
    }

    /// The identity of the mapped file, `nil` for bytes in memory.
    var identity: FileIdentity? { mapped.map { FileIdentity($0.status) } }

    /// Whether the mapped file has been written to since it was opened. Replacing it by another
    /// file does not count: the mapping keeps the old one.
    var hasChanged: Bool {
        guard let mapped else { return false }
        var status = stat()
        guard fstat(mapped.descriptor, &status) == 0 else { return true }
        let (then, now) = (mapped.status, status)
        return then.st_size != now.st_size || then.st_mtim.tv_sec != now.st_mtim.tv_sec
            || then.st_mtim.tv_nsec != now.st_mtim.tv_nsec
    }

    /// Releases mapped pages to the system, which keeps them as long as it has room; a later read
    /// maps them again.
    func releasePages() {
        guard mapped != nil, let address = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: address), bytes.count, MADV_DONTNEED)
    }

    /// Copies bytes into memory of its own.
    package init(bytes source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(source.count, 1), alignment: DatasetHeader.alignment)
        copy.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<source.count])
        mapped = nil
    }

    deinit {
        guard let address = bytes.baseAddress else { return }
        if let mapped {
            MappedFileGuard.remove(bytes)
            munmap(UnsafeMutableRawPointer(mutating: address), bytes.count)
            close(mapped.descriptor)
        } else {
            address.deallocate()
        }
    }
}
