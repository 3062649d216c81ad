// Numbers and texts written as bytes, for route handles and stored feeds.

/// Writes a record, for example a route handle: whole numbers as LEB128, doubles as 8 bytes,
/// little-endian.
package struct RecordWriter {
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
    package mutating func block(_ content: RecordWriter) {
        count(content.bytes.count)
        bytes += content.bytes
    }
}
