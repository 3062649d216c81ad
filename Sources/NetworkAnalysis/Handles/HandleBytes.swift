// Numbers and texts as bytes, written and read strictly: of route handles, and of stored feeds.

/// Writes the parts of a handle or of another record: whole numbers as LEB128, doubles as 8 bytes,
/// little-endian.
package struct HandleWriter {
    /// What has been written.
    package private(set) var bytes: [UInt8] = []

    /// Begins with no bytes.
    package init() {}

    /// Writes a byte.
    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    /// Writes a whole number in 7 bits a byte, the lowest first.
    package mutating func number(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a count.
    package mutating func count(_ value: Int) { number(UInt64(value)) }

    /// Writes a whole number of either sign; small ones are short.
    package mutating func signed(_ value: Int64) {
        number(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes a double.
    package mutating func double(_ value: Double) { word(value.bitPattern) }

    /// Writes 8 bytes.
    package mutating func word(_ value: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// Writes a text with its length.
    package mutating func text(_ value: String) {
        count(value.utf8.count)
        bytes += value.utf8
    }

    /// Writes a block with its length, so that a reader can skip it.
    package mutating func block(_ content: HandleWriter) {
        count(content.bytes.count)
        bytes += content.bytes
    }
}

/// Why a text is not a handle that can be read.
package enum HandleDamage: Error, Hashable {
    /// The bytes end early, or continue after the end.
    case length
    /// A value is out of its range, at this byte.
    case value(Int)
}

/// Reads the parts of a handle or of another record. Every value is checked, and nothing is
/// reserved by a count that the bytes cannot hold.
package struct HandleReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    /// Reads some bytes from their beginning.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    /// The number of bytes that are left.
    package var left: Int { bytes.endIndex - next }

    /// The error about a value that was just read.
    package var damage: HandleDamage { .value(next - bytes.startIndex) }

    /// Reads a byte.
    package mutating func byte() throws(HandleDamage) -> UInt8 {
        guard next < bytes.endIndex else { throw .length }
        defer { next += 1 }
        return bytes[next]
    }

    /// Reads a whole number; each has one form only.
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

    /// Reads a whole number of either sign.
    package mutating func signed() throws(HandleDamage) -> Int64 {
        let value = try number()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads the number of things that follow.
    ///
    /// - Parameter size: The fewest bytes of each.
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

    /// Reads 8 bytes.
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

    /// Reads a text.
    package mutating func text(atMost limit: Int) throws(HandleDamage) -> String {
        let length = try count()
        guard length <= limit else { throw damage }
        let part = bytes[next..<(next + length)]
        next += length
        guard let text = String(validating: part, as: UTF8.self) else { throw damage }
        return text
    }

    /// Reads a block.
    package mutating func block() throws(HandleDamage) -> HandleReader {
        let length = try count()
        defer { next += length }
        return HandleReader(bytes[next..<(next + length)])
    }

    /// Checks that nothing is left.
    package func end() throws(HandleDamage) { guard left == 0 else { throw .length } }
}
