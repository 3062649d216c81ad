// Numbers and texts read from bytes, strictly.

/// Why bytes cannot be read as a record.
package enum RecordDamage: Error, Hashable {
    /// The bytes end early, or continue after the end.
    case length
    /// A value is out of range, at this byte.
    case value(Int)
}

/// Reads what ``RecordWriter`` has written. Every value is checked, and no memory is reserved for a
/// count that the bytes cannot hold.
package struct RecordReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    /// The number of bytes left.
    package var left: Int { bytes.endIndex - next }

    /// The error for the value just read.
    package var damage: RecordDamage { .value(next - bytes.startIndex) }

    package mutating func byte() throws(RecordDamage) -> UInt8 {
        guard next < bytes.endIndex else { throw .length }
        defer { next += 1 }
        return bytes[next]
    }

    /// Reads a whole number; each number has only one form.
    package mutating func number() throws(RecordDamage) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try byte()
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || bits <= 1, shift == 0 || byte != 0 else { throw damage }
            value |= bits << shift
            if byte & 0x80 == 0 { return value }
        }
        throw damage
    }

    /// Reads a signed whole number.
    package mutating func signed() throws(RecordDamage) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads how many items follow.
    ///
    /// - Parameter size: The fewest bytes an item takes.
    package mutating func count(ofAtLeast size: Int = 1) throws(RecordDamage) -> Int {
        let value = try number()
        guard value <= UInt64(left / max(size, 1)) else { throw damage }
        return Int(value)
    }

    /// Reads a whole number within bounds.
    package mutating func number(in range: ClosedRange<Int>) throws(RecordDamage) -> Int {
        guard let value = Int(exactly: try number()), range.contains(value) else { throw damage }
        return value
    }

    /// Reads 8 bytes, little-endian.
    package mutating func word() throws(RecordDamage) -> UInt64 {
        guard left >= 8 else { throw .length }
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(bytes[next + place]) << UInt64(8 * place) }
        next += 8
        return value
    }

    /// Reads a double within bounds.
    package mutating func double(in range: ClosedRange<Double>) throws(RecordDamage) -> Double {
        let value = Double(bitPattern: try word())
        guard range.contains(value) else { throw damage }
        return value
    }

    /// Reads a text with at most `limit` bytes.
    package mutating func text(atMost limit: Int) throws(RecordDamage) -> String {
        let length = try count()
        guard length <= limit else { throw damage }
        let part = bytes[next..<(next + length)]
        next += length
        guard let text = String(validating: part, as: UTF8.self) else { throw damage }
        return text
    }

    package mutating func block() throws(RecordDamage) -> RecordReader {
        let length = try count()
        defer { next += length }
        return RecordReader(bytes[next..<(next + length)])
    }

    /// Checks that no bytes are left.
    package func end() throws(RecordDamage) { guard left == 0 else { throw .length } }
}
