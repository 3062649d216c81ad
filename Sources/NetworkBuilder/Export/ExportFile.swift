// A text file written in sequence, which appears under its name only when it is whole.

import Foundation

/// Why an export could not be written.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong: the file and the system's error.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Writes through a buffer to a temporary file beside the final one.
///
/// The file gets its name in ``publish()``. If you drop it before, the temporary file is removed,
/// so an interrupted export leaves the old file in place. The buffer has 256 KiB even for
/// country-size tables.
struct ExportFile: ~Copyable {
    private static let bufferBytes = 1 << 18

    private let path: String
    /// `nil` if the bytes go to a descriptor owned by the caller.
    private let temporaryPath: String?
    private var descriptor: Int32
    private var isPublished = false
    private var buffer: [UInt8] = []

    /// Creates the temporary file.
    init(path: String) throws {
        self.path = path
        let temporaryPath = path + ".partial"
        self.temporaryPath = temporaryPath
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ExportError("\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        // The new file takes the permissions of the one it replaces.
        var status = stat()
        if stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
        buffer.reserveCapacity(Self.bufferBytes + 4_096)
    }

    /// Writes to an open descriptor, which stays open.
    init(descriptor: Int32, name: String) {
        path = name
        temporaryPath = nil
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.bufferBytes + 4_096)
    }

    deinit {
        guard let temporaryPath else { return }
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        if !isPublished { unlink(temporaryPath) }
    }

    mutating func append(_ byte: UInt8) { buffer.append(byte) }

    mutating func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

    /// Appends a whole number in decimal.
    mutating func append(number: some BinaryInteger) { append(Int64(number), decimals: 0) }

    /// Appends `number / 10^decimals` with all decimals, without rounding.
    mutating func append(_ number: Int64, decimals: Int) {
        if number < 0 { buffer.append(UInt8(ascii: "-")) }
        let start = buffer.count
        var rest = number.magnitude
        var digits = 0
        repeat {
            if decimals > 0, digits == decimals { buffer.append(UInt8(ascii: ".")) }
            buffer.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            digits += 1
        } while rest > 0 || digits <= decimals
        buffer[start...].reverse()
    }

    /// Ends a row, and writes the buffer out if it is full.
    mutating func endRow() throws {
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    private mutating func flush() throws {
        var written = 0
        while written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Foundation.write(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw ExportError("\(path) cannot be written: \(String(cString: strerror(errno)))")
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes out the buffer and closes the file, which keeps its temporary name.
    mutating func close() throws {
        guard descriptor >= 0 else { return }
        try flush()
        guard temporaryPath != nil else { return }
        let result = Foundation.close(descriptor)
        descriptor = -1
        guard result == 0 else {
            throw ExportError("\(path) cannot be closed: \(String(cString: strerror(errno)))")
        }
    }

    /// Gives the closed file its final name, replacing any file of that name.
    mutating func publish() throws {
        try close()
        guard let temporaryPath, rename(temporaryPath, path) == 0 else {
            throw ExportError("\(path) cannot be replaced: \(String(cString: strerror(errno)))")
        }
        isPublished = true
    }
}
