// Numbers and texts as bytes, written and read strictly. Route handles and stored feeds use them.

/// Writes a handle or another record: whole numbers as LEB128, doubles as 8 bytes, little-endian.
package struct HandleWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes a whole number with 7 bits in each byte, lowest bits first.
    package mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    package mutating func count(_ value: Int) { number(UInt64(value)) }

    /// Writes a signed whole number; small magnitudes are short.
    package mutating func signed(_ value: Int64) {
        number(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    package mutating func double(_ value: Double) { word(value.bitPattern) }

    /// Writes 8 bytes, little-endian.
    package mutating func word(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// Writes a text after its length in bytes.
    package mutating func text(_ value: String) {
        count(value.utf8.count)
        bytes += value.utf8
    }

    /// Writes a block after its length, so that readers can skip it.
    package mutating func block(_ content: HandleWriter) {
        count(content.bytes.count)
        bytes += content.bytes
    }
}

/// Why bytes cannot be read as a handle.
package enum HandleDamage: Error, Hashable {
    /// The bytes end early, or continue after the end.
    case length
    /// A value is out of range, at this byte.
    case value(Int)
}

/// Reads a handle or another record. Every value is checked, and no memory is reserved for a count
/// the bytes cannot hold.
package struct HandleReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    /// The number of bytes left.
    package var left: Int { bytes.endIndex - next }

    /// The error for the value just read.
    package var damage: HandleDamage { .value(next - bytes.startIndex) }

    package mutating func byte() throws(HandleDamage) -> UInt8 {
        guard next < bytes.endIndex else { throw .length }
        defer { next += 1 }
        return bytes[next]
    }

    /// Reads a whole number; each number has only one form.
    package mutating func number() throws(HandleDamage) -> UInt64 {
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
    package mutating func signed() throws(HandleDamage) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads how many items follow.
    ///
    /// - Parameter size: The fewest bytes an item takes.
    package mutating func count(ofAtLeast size: Int = 1) throws(HandleDamage) -> Int {
        let value = try number()
        guard value <= UInt64(left / max(size, 1)) else { throw damage }
        return Int(value)
    }

    /// Reads a whole number within bounds.
    package mutating func number(in range: ClosedRange<Int>) throws(HandleDamage) -> Int {
        guard let value = Int(exactly: try number()), range.contains(value) else { throw damage }
        return value
    }

    /// Reads 8 bytes, little-endian.
    package mutating func word() throws(HandleDamage) -> UInt64 {
        guard left >= 8 else { throw .length }
        var value: UInt64 = 0
        for place in 0..<8 { value |= UInt64(bytes[next + place]) << UInt64(8 * place) }
        next += 8
        return value
    }

    /// Reads a double within bounds.
    package mutating func double(in range: ClosedRange<Double>) throws(HandleDamage) -> Double {
        let value = Double(bitPattern: try word())
        guard range.contains(value) else { throw damage }
        return value
    }

    /// Reads a text with at most `limit` bytes.
    package mutating func text(atMost limit: Int) throws(HandleDamage) -> String {
        let length = try count()
        guard length <= limit else { throw damage }
        let part = bytes[next..<(next + length)]
        next += length
        guard let text = String(validating: part, as: UTF8.self) else { throw damage }
        return text
    }

    package mutating func block() throws(HandleDamage) -> HandleReader {
        let length = try count()
        defer { next += length }
        return HandleReader(bytes[next..<(next + length)])
    }

    /// Checks that no bytes are left.
    package func end() throws(HandleDamage) { guard left == 0 else { throw .length } }
}
