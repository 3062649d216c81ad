// The few protocol buffer encodings that OpenStreetMap files use.

/// A message during writing.
///
/// Format: Protocol Buffers, *Encoding*, https://protobuf.dev/programming-guides/encoding.
struct ProtobufBytes {
    private(set) var bytes: [UInt8] = []

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number field.
    mutating func add(_ field: Int, _ value: Int) {
        varint(UInt64(field) << 3)
        varint(UInt64(bitPattern: Int64(value)))
    }

    /// Appends a field with bytes, a text or another message.
    mutating func add(_ field: Int, bytes content: some Collection<UInt8>) {
        varint(UInt64(field) << 3 | 2)
        varint(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    /// Appends a packed number field.
    mutating func add(_ field: Int, packed values: some Sequence<Int>) {
        var content = ProtobufBytes()
        for value in values { content.varint(UInt64(bitPattern: Int64(value))) }
        if !content.bytes.isEmpty { add(field, bytes: content.bytes) }
    }

    /// Appends the differences between numbers, with signed ones zigzag-encoded.
    mutating func add(_ field: Int, deltas values: some Sequence<Int>) {
        var content = ProtobufBytes()
        var last = 0
        for value in values {
            let step = Int64(value - last)
            content.varint(UInt64(bitPattern: step << 1 ^ step >> 63))
            last = value
        }
        if !content.bytes.isEmpty { add(field, bytes: content.bytes) }
    }

    /// A length as four bytes, as files have it before each block header.
    static func framed(_ length: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0) }
    }
}
