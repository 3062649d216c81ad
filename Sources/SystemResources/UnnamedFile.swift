// A temporary file without a name.

import Glibc

/// A temporary file without a name: no other program can find it. Closing it frees its space.
///
/// ```swift
/// guard let copy = UnnamedFile(), copy.write(bytes, at: 0) else { return inMemory(bytes) }
/// defer { withExtendedLifetime(copy) {} }    // its descriptor is closed with it
/// return map(copy.descriptor)
/// ```
package final class UnnamedFile: Sendable {
    /// The file, open for reading and writing while this object lives.
    package let descriptor: Int32

    /// The folder for temporary files: `TMPDIR`, or `/var/tmp`, which lies on a disk even if `/tmp`
    /// lies in memory.
    package static var folder: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/var/tmp"
    }

    /// Makes an empty file; `nil` if none can be made.
    package init?(in folder: String = UnnamedFile.folder) {
        var name = Array("\(folder)/waypost-XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard unlink(name) == 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes bytes at an offset.
    ///
    /// - Returns: Whether all were written. It fails if there is no room, or if the bytes are
    ///   mapped from a file that has lost them.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written,
                off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Fills a buffer from an offset.
    ///
    /// - Returns: `nil`, or the system's error number; `EIO` if the file ends early.
    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Int32? {
        var filled = 0
        while filled < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
                off_t(offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            guard count > 0 else { return EIO }
            filled += count
        }
        return nil
    }
}
