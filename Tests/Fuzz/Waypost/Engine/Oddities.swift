// Numbers, words and bytes that break readers of any format.

import DataStructures
import RouteTesting

/// Pieces to insert into inputs of every format.
enum Oddities {
    /// Numbers as text.
    static let numbers: [[UInt8]] = [
        "0", "-0", "-1", "1e308", "-1e308", "1e309", "1e-400", "5e-324", "2147483647",
        "2147483648", "-2147483649", "4294967296", "9007199254740993", "9223372036854775807",
        "9223372036854775808", "-9223372036854775809", "18446744073709551616", "NaN", "nan",
        "Infinity", "-inf", "0x1F", "1e", "1.", ".5", "00", "180.0000001", "-90.0000001", "360",
        "1e99999999999", "179769313486231570000000000000000000000000000000000", "٣",
    ].map { Array($0.utf8) }

    /// Whole numbers at the ends of their types.
    static let integers: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
        0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, 0x0001_0000, 0x0100_0000,
    ]

    /// Brackets of the formats.
    static let brackets: [([UInt8], [UInt8])] = [
        ("[", "]"), ("{\"a\":", "}"), ("(", ")"), ("{", "}"), ("<a>", "</a>"), ("\"", "\""),
        ("NOT (", ")"), ("- ", ""), ("&", ""), ("%25", ""), ("GEOMETRYCOLLECTION(", ")"),
        ("'", "'"),
    ].map { (Array($0.utf8), Array($1.utf8)) }

    /// Words that belong to no particular format.
    static let words: [[UInt8]] =
        numbers
        + [
            "null", "true", "\u{FEFF}", "\u{0}", "\r\n", "\n", "\t", " ", ",", ";", ":", "=", "&",
            "\\", "\\u0000", "\\uD800", "%00", "%FF", "é", "🚗", "e\u{301}\u{301}", "\u{202E}",
            "\u{85}",
        ].map { Array($0.utf8) }

    /// Invalid UTF-8, and long runs of one letter.
    static func text(_ random: inout SeededGenerator) -> [UInt8] {
        switch random.below(6) {
        case 0: [0xC0, 0x80]
        case 1: [0xED, 0xA0, 0x80]
        case 2: [0xF4, 0x90, 0x80, 0x80]
        case 3: [0xE2, 0x82]
        case 4: [0xFF, 0xFE, 0x00]
        default: [UInt8](repeating: UInt8(32 + random.below(95)), count: 1 + random.below(600))
        }
    }
}
