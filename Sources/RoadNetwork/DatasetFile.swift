// The bytes of a dataset: mapped from a file, or held in memory for tests and small networks.

import Foundation

/// Read-only bytes that stay put for as long as this object lives.
package final class DatasetFile: @unchecked Sendable {
    // Sendable: the bytes are never written after `init`.
    package let bytes: UnsafeRawBufferPointer
    private let isMapped: Bool

    /// Maps a file.
    ///
    /// - Throws: ``DatasetError`` naming the file when it is missing, empty or cannot be mapped.
    package init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw DatasetError("\(path): \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else {
            throw DatasetError("\(path) is empty: rebuild needed (waypost network build)")
        }
        let size = Int(status.st_size)
        guard let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            address != MAP_FAILED
        else { throw DatasetError("\(path) cannot be mapped: \(String(cString: strerror(errno)))") }
        bytes = UnsafeRawBufferPointer(start: address, count: size)
        isMapped = true
    }

    /// Gives mapped pages back to the system, which keeps them as long as it has room; a
    /// process that reads one again gets it again.
    func releasePages() {
        guard isMapped, let address = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: address), bytes.count, MADV_DONTNEED)
    }

    /// Copies bytes into memory of its own.
    package init(bytes source: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(source.count, 1), alignment: DatasetHeader.alignment)
        copy.copyBytes(from: source)
        bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<source.count])
        isMapped = false
    }

    deinit {
        guard let address = bytes.baseAddress else { return }
        if isMapped {
            munmap(UnsafeMutableRawPointer(mutating: address), bytes.count)
        } else {
            address.deallocate()
        }
    }
}
