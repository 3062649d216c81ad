// Form fields from a query string and a body.

import Geo

/// Decodes form fields.
///
/// Foundation's decoder keeps plus signs, and Hummingbird's needs to know the fields in advance; a
/// route request has fifty optional fields, some of them megabytes long.
package enum FormFields {
    package typealias Field = (name: String, value: String)

    /// Finds the fields in `a=1&b=2` text; decodes their names but not their values.
    ///
    /// - Throws: ``ServiceError`` for too many fields or a name that is too long.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func places(in bytes: [UInt8]) throws(ServiceError) -> [SentForm.Field] {
        var fields: [SentForm.Field] = []
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
            defer { start = end + 1 }
            guard end > start else { continue }
            let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "=")) ?? end
            guard equals - start <= SentForm.longestName else {
                throw ErrorTable.longFieldName(found: equals - start)
            }
            guard fields.count < SentForm.mostFields else { throw ErrorTable.tooManyFields() }
            fields.append(
                SentForm.Field(
                    name: decode(bytes[start..<equals], plusIsSpace: true),
                    value: min(equals + 1, end)..<end))
        }
        return fields
    }

    /// Decodes percent escapes; an invalid escape stays as it is.
    package static func decode(_ text: Substring, plusIsSpace: Bool) -> String {
        decode(Array(text.utf8)[...], plusIsSpace: plusIsSpace)
    }

    /// Decodes percent escapes and, if `plusIsSpace`, `+` as a space.
    ///
    /// Values with 20 MB occur in practice, so the bytes are written directly into the string,
    /// which repairs invalid UTF-8.
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String {
        bytes.withUnsafeBufferPointer { source in
            String(unsafeUninitializedCapacity: source.count) { target in
                var count = 0
                var place = 0
                while place < source.count {
                    var byte = source[place]
                    place += 1
                    if byte == UInt8(ascii: "+"), plusIsSpace {
                        byte = UInt8(ascii: " ")
                    } else if byte == UInt8(ascii: "%"), place + 1 < source.count,
                        let high = hexValue(source[place]), let low = hexValue(source[place + 1])
                    {
                        byte = high << 4 | low
                        place += 2
                    }
                    target[count] = byte
                    count += 1
                }
                return count
            }
        }
    }

    /// Decodes a value in Windows-1252; `nil` if it is UTF-8, as most of what states otherwise is.
    static func westernText(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            var byte = bytes[place]
            if byte == UInt8(ascii: "+") {
                byte = UInt8(ascii: " ")
            } else if byte == UInt8(ascii: "%"), place + 2 < bytes.endIndex,
                let high = hexValue(bytes[place + 1]), let low = hexValue(bytes[place + 2])
            {
                byte = high << 4 | low
                place += 2
            }
            decoded.append(byte)
            place += 1
        }
        return String(validating: decoded, as: UTF8.self) == nil
            ? Windows1252.text(decoded) : nil
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
