// The current input, in memory which survives the process.

import Foundation

/// A file with the input being read: after a crash, it is the finding.
///
///     offset  bytes  field
///          0      8  number of the run, little-endian
///          8      8  length of the input
///         16      …  the input
///
/// The file is mapped, so writing it costs a copy and no system call.
final class StateFile {
    private static let capacity = 2 << 20
    private static let headBytes = 16

    private let base: UnsafeMutableRawPointer

    init(_ path: String) throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
        guard descriptor >= 0, ftruncate(descriptor, off_t(Self.capacity)) == 0 else {
            throw Violation("\(path) cannot be written")
        }
        defer { close(descriptor) }
        guard
            let mapped = mmap(
                nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            mapped != MAP_FAILED
        else { throw Violation("\(path) cannot be mapped") }
        base = mapped
    }

    deinit { munmap(base, Self.capacity) }

    /// Records the next input before it is read.
    func note(run: Int, _ input: [UInt8]) {
        let count = min(input.count, Self.capacity - Self.headBytes)
        base.storeBytes(of: UInt64(run), as: UInt64.self)
        base.storeBytes(of: UInt64(count), toByteOffset: 8, as: UInt64.self)
        input.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            memcpy(base + Self.headBytes, source, count)
        }
    }
}
