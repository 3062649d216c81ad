// A text file written in sequence, which appears under its name only when it is whole.

import SystemResources

/// Why an export could not be written.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong: the file and the system's error.
    package let description: String

    init(_ description: String) { self.description = description }
}

/// Writes through a buffer to a draft of the file.
///
/// The file gets its name in ``publish()``. If you drop it before, the draft is removed, so an
/// interrupted export leaves the old file in place. The buffer has 256 KiB even for country-size
/// tables.
struct ExportFile: ~Copyable {
    private static let bufferBytes = 1 << 18

    private let path: String
    /// `nil` if the bytes go to a descriptor owned by the caller.
    private var draft: DraftFile?
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Creates the draft. The new file takes the replaced file's permissions.
    init(path: String) throws {
        do throws(FileWriteError) {
            draft = try DraftFile(for: path)
        } catch {
            throw ExportError(error.description)
        }
        self.path = path
        descriptor = draft?.descriptor ?? -1
        buffer.reserveCapacity(Self.bufferBytes + 4_096)
    }

    /// Writes to an open descriptor, which stays open.
    init(descriptor: Int32, name: String) {
        path = name
        draft = nil
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.bufferBytes + 4_096)
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
        if let code = buffer.withUnsafeBytes({ $0.write(to: descriptor) }) {
            throw ExportError(FileWriteError(path, code).description)
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes out the buffer. A draft is on the disk afterwards and takes no more bytes.
    mutating func close() throws {
        try flush()
        do throws(FileWriteError) { try draft?.seal() } catch {
            throw ExportError(error.description)
        }
    }

    /// Gives the file its name, replacing any file of that name.
    mutating func publish() throws {
        try close()
        do throws(FileWriteError) { try draft?.publish() } catch {
            throw ExportError(error.description)
        }
    }
}
