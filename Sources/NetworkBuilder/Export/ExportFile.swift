// A text file being written: large, sequential, and visible only when it is whole.

import Foundation

/// Why an export could not be written.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence naming the file and the error of the system.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Writes bytes through a buffer to a temporary name beside the final one.
///
/// The file takes its own name in ``publish()``; one that is dropped before is removed, so an
/// interrupted export leaves what was there before. Country-size tables pass through a fixed 256
/// KiB.
struct ExportFile: ~Copyable {
    private static let bufferBytes = 1 << 18

    private let path: String
    /// `nil` when the bytes go to a descriptor that the caller owns.
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
        // What is replaced keeps its permissions.
        var status = stat()
        if stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o7777) }
        buffer.reserveCapacity(Self.bufferBytes + 4_096)
    }

    /// Writes to a descriptor that is open already and stays open.
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

    /// Appends one byte.
    mutating func append(_ byte: UInt8) { buffer.append(byte) }

    /// Appends text as it is.
    mutating func append(_ text: String) { buffer.append(contentsOf: text.utf8) }

    /// Appends a whole number in decimal.
    mutating func append(number: some BinaryInteger) { append(Int64(number), decimals: 0) }

    /// Appends `number` divided by ten to the power `decimals`, in full and without rounding.
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

    /// Writes the buffer out when it is full; called after each row.
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

    /// Writes out what is buffered and closes the file, still under its temporary name.
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

    /// Gives the closed file its name, replacing the file that had it.
    mutating func publish() throws {
        try close()
        guard let temporaryPath, rename(temporaryPath, path) == 0 else {
            throw ExportError("\(path) cannot be replaced: \(String(cString: strerror(errno)))")
        }
        isPublished = true
    }
}
