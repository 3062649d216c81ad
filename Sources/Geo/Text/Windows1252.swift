// The encoding for files that state none: Excel's default in Western Europe and America.

/// Windows-1252's characters beyond ASCII.
package enum Windows1252 {
    /// The scalars from 0x80 to 0x9F; the five undefined bytes are control characters.
    private static let special: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013,
        0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(special[Int(byte) - 0x80]) ?? " "
    }

    /// Each byte from 0x80 as UTF-8.
    static let utf8: [[UInt8]] = (0x80...0xFF).map { Array(String(scalar($0)).utf8) }

    /// Decodes bytes; returns nil if they make no sense as Windows-1252.
    package static func text(_ bytes: some Sequence<UInt8>) -> String? {
        var check = Windows1252Check()
        var text: [UInt8] = []
        for byte in bytes {
            guard check.take(byte) else { return nil }
            if byte < 0x80 { text.append(byte) } else { text += utf8[Int(byte) - 0x80] }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the word around a byte, for messages.
    static func word(at place: Int, in bytes: [UInt8]) -> String {
        let ends: (UInt8) -> Bool = { byte in
            byte < 0x20 || "\",;<>|".utf8.contains(byte)
        }
        var start = place
        while start > 0, place - start < 20, !ends(bytes[start - 1]) { start -= 1 }
        var end = min(place + 1, bytes.count)
        while end < bytes.count, end - place < 20, !ends(bytes[end]) { end += 1 }
        var text = String.UnicodeScalarView()
        for byte in bytes[start..<end] { text.append(scalar(byte)) }
        return String(text).trimmingBlanks
    }
}

/// Judges byte by byte whether a text makes sense as Windows-1252.
///
/// In its languages, accented letters occur alone or in pairs among plain letters, and signs do not
/// occur within words. Cyrillic and Greek encodings have whole words beyond ASCII; Polish, DOS and
/// Macintosh encodings have letters where Windows-1252 has signs.
struct Windows1252Check {
    private enum Kind {
        case other
        case letter
        case sign
    }

    private var last = Kind.other
    private var beforeLast = Kind.other
    private var run = 0

    /// Takes a byte and returns whether the text still makes sense.
    mutating func take(_ byte: UInt8) -> Bool {
        let kind = Self.kind(of: byte)
        run = byte >= 0xC0 ? run + 1 : 0
        defer { (beforeLast, last) = (last, kind) }
        if run > 3 || [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) { return false }
        return !(kind == .letter && last == .sign && beforeLast == .letter)
    }

    private static func kind(of byte: UInt8) -> Kind {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x8A, 0x8C, 0x8E, 0x9A, 0x9C, 0x9E, 0x9F, 0xC0...0xFF:
            .letter
        // Apostrophes, dashes, dots and blanks occur within names.
        case 0x91, 0x92, 0x96, 0x97, 0xA0, 0xAA, 0xAD, 0xB0, 0xB4, 0xB7, 0xBA: .other
        case 0x80...0xBF: .sign
        default: .other
        }
    }
}
