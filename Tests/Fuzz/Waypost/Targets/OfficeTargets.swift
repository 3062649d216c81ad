// Fuzz targets for encodings, dates and numbers in office files.

import Geo

extension FuzzTarget {
    /// Bytes in any encoding: the output must be UTF-8, from one piece or from many.
    static let encoding = FuzzTarget(
        name: "encoding",
        words: [
            "<?xml version=\"1.0\" encoding=\"", "windows-1251\"?>", "ISO-8859-1\"?>",
            "UTF-16\"?>", "Shift_JIS\"?>", "ISO-2022-JP\"?>", "\u{FEFF}", "M\u{FC}ller",
        ]
    ) { _ in
        { bytes in
            var isTakenAtAll = false
            for isXML in [false, true] {
                func decoded(_ size: Int) throws -> [UInt8] {
                    var rest = bytes[...]
                    let pieces = BytePieces { () throws(FeatureReadError) in
                        let piece = Array(rest.prefix(size))
                        rest = rest.dropFirst(size)
                        return piece.isEmpty ? nil : piece
                    }
                    return try pieces.decoded(isXML: isXML).joined()
                }
                let isRead = try isTaken {
                    let whole = try decoded(max(bytes.count, 1))
                    guard String(validating: whole, as: UTF8.self) != nil else {
                        throw Violation("what was decoded is not UTF-8")
                    }
                    try expectSame(try same("a text") { try decoded(7) }, whole, "a text")
                }
                isTakenAtAll = isTakenAtAll || isRead
            }
            return isTakenAtAll
        }
    }

    /// Dates, times and numbers as offices write them.
    static let time = FuzzTarget(
        name: "time",
        words: [
            "02.03.2026", "3/2/2026", "9:30 PM", "a.m.", "2-Mar-26", "9h30", "오후", "年", "T", "Z",
            "+01:00", "24:00", "46083.4", "1.234,5", "1'234.5", "de marzo de",
        ]
    ) { _ in
        { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            var isTakenAtAll = false
            for line in text.split(separator: "\n").prefix(50) {
                let word = String(line)
                if let found = TimeText(word), !found.isInDoubt {
                    try expectSame(
                        found.time(.dayFirst), found.time(.monthFirst), "a time without doubt")
                }
                let isTime = try isTaken {
                    _ = try TimeReader(order: .dayFirst).time(.string(word), of: "Time")
                }
                isTakenAtAll = isTakenAtAll || isTime
                if let number = WrittenNumber(word), let value = number.value(.comma) {
                    let again = WrittenNumber(JSONValue.number(value).text)?.value(.point)
                    try expectSame(again, value, "a number")
                }
            }
            return isTakenAtAll
        }
    }
}
