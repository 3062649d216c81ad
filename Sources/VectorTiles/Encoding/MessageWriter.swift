// Writes Protocol Buffers' wire format.

/// Writes a message's bytes.
///
/// Method: protobuf.dev, *Encoding*: varints, and fields with a length.
struct MessageWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Writes a number, seven bits per byte, the lowest first.
    mutating func varint(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func field(_ field: UInt64, _ number: UInt64) {
        varint(field << 3)
        varint(number)
    }

    /// Writes a field with a number in eight bytes.
    mutating func field(_ field: UInt64, decimal number: Double) {
        varint(field << 3 | 1)
        let bits = number.bitPattern
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
    }

    /// Begins a field. Write its bytes next.
    mutating func beginField(_ field: UInt64, byteCount: Int) {
        varint(field << 3 | 2)
        varint(UInt64(byteCount))
    }

    /// Removes all bytes but keeps the memory.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Returns the size in bytes for a field with `count` bytes, if its number is below 16.
    static func byteCount(ofField count: Int) -> Int {
        var (rest, bytes) = (count, 2 + count)
        while rest >= 0x80 {
            rest >>= 7
            bytes += 1
        }
        return bytes
    }

    /// Writes a field with bytes: a text, a list of varints or a message.
    mutating func field(_ field: UInt64, bytes content: [UInt8]) {
        beginField(field, byteCount: content.count)
        bytes.append(contentsOf: content)
    }
}
