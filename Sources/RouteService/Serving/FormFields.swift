// Form fields from a query string and a body.
//
// Foundation's and Hummingbird's decoders want to know the fields beforehand or keep a plus sign;
// a route request has fifty optional fields, some megabytes long.

/// Fields by name. The last of a repeated name counts.
enum FormFields {
    /// Reads `a=1&b=2` text: percent escapes are decoded, `+` is a space.
    static func parse(_ bytes: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = decode(pair[..<equals], plusIsSpace: true)
            fields[name] = decode(pair[equals...].dropFirst(), plusIsSpace: true)
        }
        return fields
    }

    /// Decodes percent escapes; a broken escape stays as it is written.
    static func decode(_ text: Substring, plusIsSpace: Bool) -> String {
        decode(Array(text.utf8)[...], plusIsSpace: plusIsSpace)
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let byte = bytes[place]
            if byte == UInt8(ascii: "%"), place + 2 < bytes.endIndex,
                let high = hexValue(bytes[place + 1]), let low = hexValue(bytes[place + 2])
            {
                decoded.append(high << 4 | low)
                place += 3
            } else {
                let isSpace = plusIsSpace && byte == UInt8(ascii: "+")
                decoded.append(isSpace ? UInt8(ascii: " ") : byte)
                place += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
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
