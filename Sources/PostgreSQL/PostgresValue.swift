// Values sent to PostgreSQL and read from it.

/// A parameter or column value.
package enum PostgresValue: Hashable, Sendable {
    /// NULL.
    case null
    /// An integer; sent as `bigint`.
    case integer(Int64)
    /// A floating-point number; sent as `double precision`.
    case double(Double)
    /// A text; it must not contain U+0000, which PostgreSQL does not store. It is sent untyped, so
    /// the statement decides whether it is a date, a UUID or JSON.
    case text(String)
    /// Bytes; sent as `bytea`.
    case bytes([UInt8])
    /// A truth value; sent as `boolean`.
    case bool(Bool)

    package init(_ value: Int) { self = .integer(Int64(value)) }

    /// An integer, or NULL for `nil`.
    package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }

    /// A text, or NULL for `nil`.
    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}

/// The PostgreSQL types that are read and written in binary form, by object id.
enum PostgresType {
    static let unspecified: UInt32 = 0
    static let bool: UInt32 = 16
    static let bytes: UInt32 = 17
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let objectID: UInt32 = 26
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let uuid: UInt32 = 2_950
    static let jsonb: UInt32 = 3_802
    /// `char`, `name`, `text`, `json`, unknown, `character` and `varchar`, whose binary form is
    /// their text.
    static let texts: Set<UInt32> = [18, 19, 25, 114, 705, 1_042, 1_043]

    /// Reads a value from its binary form.
    static func value(_ bytes: UnsafeRawBufferPointer, of type: UInt32) -> PostgresValue {
        switch (type, bytes.count) {
        case (bool, 1): .bool(bytes[0] != 0)
        case (int2, 2): .integer(Int64(bigEndian(bytes, Int16.self)))
        case (int4, 4): .integer(Int64(bigEndian(bytes, Int32.self)))
        case (objectID, 4): .integer(Int64(bigEndian(bytes, UInt32.self)))
        case (int8, 8): .integer(bigEndian(bytes, Int64.self))
        case (float4, 4): .double(Double(Float(bitPattern: bigEndian(bytes, UInt32.self))))
        case (float8, 8): .double(Double(bitPattern: bigEndian(bytes, UInt64.self)))
        case (uuid, 16): .text(uuidText(bytes))
        // The first byte is the format's version; the text follows.
        case (jsonb, 1...): .text(String(decoding: bytes.dropFirst(), as: UTF8.self))
        case _ where texts.contains(type): .text(String(decoding: bytes, as: UTF8.self))
        default: .bytes(Array(bytes))
        }
    }

    private static func bigEndian<Number: FixedWidthInteger>(
        _ bytes: UnsafeRawBufferPointer, _: Number.Type
    ) -> Number {
        Number(bigEndian: bytes.loadUnaligned(as: Number.self))
    }

    private static func uuidText(_ bytes: UnsafeRawBufferPointer) -> String {
        var text = ""
        for (place, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(place) { text += "-" }
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return text
    }
}
