// Tests files in every encoding that offices use.

import Testing

@testable import Geo

struct TextEncodingTests {
    private static let table = "Name;lon;lat\nMüller & Söhne;7,5;43,5\nCafé à la Place;8;44\n"

    private func decoded(
        _ bytes: [UInt8], size: Int = 1 << 16, isXML: Bool = false, encoding: String? = nil,
        _ notes: ReadingNotes? = nil
    ) throws -> String {
        var rest = bytes[...]
        let pieces = BytePieces { () throws(FeatureReadError) in
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            return piece.isEmpty ? nil : piece
        }
        let text = try pieces.decoded(
            isXML: isXML, hints: FileHints(encoding: encoding), notes: notes
        ).joined()
        return try #require(String(validating: text, as: UTF8.self))
    }

    private func latin(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

    private func utf16(_ text: String, isLittleEndian: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit -> [UInt8] in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isLittleEndian ? [low, high] : [high, low]
        }
    }

    @Test(arguments: [1, 2, 3, 5, 64, 1 << 16])
    func `pieces of any size are the same text`(size: Int) throws {
        let text = Self.table + "😀 ßéñ\n"
        #expect(try decoded(Array(text.utf8), size: size) == text)
        #expect(try decoded([0xEF, 0xBB, 0xBF] + text.utf8, size: size) == text)
        for isLittleEndian in [true, false] {
            let units = utf16(text, isLittleEndian: isLittleEndian)
            #expect(try decoded(units, size: size) == text)
            let bare = utf16(text, isLittleEndian: isLittleEndian, mark: false)
            #expect(try decoded(bare, size: size) == text)
        }
        let notes = ReadingNotes()
        #expect(try decoded(latin(Self.table), size: size, notes) == Self.table)
        #expect(notes.texts.count == 1)
        #expect(notes.texts.first?.contains("Windows-1252") == true)
        #expect(notes.texts.first?.contains("line 2 has") == true)
    }

    @Test(arguments: [1, 2, 3, 7, 1 << 16])
    func `what makes no sense makes none in pieces of any size`(size: Int) throws {
        // D³uga in Windows-1250, where a piece ends behind the D.
        let bytes = Array("Name\nD".utf8) + [0xB3] + Array("uga\n".utf8)
        #expect(throws: FeatureReadError.self) { try decoded(bytes, size: size) }
        // A declaration must end within the first bytes, so this is none.
        let far = "<?xml " + String(repeating: "x", count: 300) + " encoding=\"nonsense\"?>\n"
        #expect(try decoded(Array(far.utf8), size: size, isXML: true) == far)
    }

    @Test func `Windows-1252 has its own signs`() throws {
        let bytes: [UInt8] = Array("Caf".utf8) + [0xE9, 0x20, 0x80, 0x20, 0x93] + Array("x".utf8)
        #expect(try decoded(bytes + [0x94, 0x20, 0x96]) == "Café € “x” –")
    }

    @Test(
        arguments: [
            // Москва in Windows-1251, Łódź and D³uga in 1250, München in code page 850.
            [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0], Array("D".utf8) + [0xB3] + Array("uga".utf8),
            Array("M".utf8) + [0x81] + Array("nchen".utf8),
            // UTF-8 first, another encoding behind.
            Array("Müller\n".utf8) + [0xE9, 0x20],
        ] as [[UInt8]])
    func `bytes that make no sense are an error with the line`(bytes: [UInt8]) {
        let error = #expect(throws: FeatureReadError.self) {
            try decoded(Array("Name\n".utf8) + bytes + Array("\nx\n".utf8))
        }
        // Who has no option is told of none.
        #expect(error?.reason.hasSuffix("; save the file as UTF-8") == true)
        #expect(error?.reason.hasPrefix("line ") == true)
    }

    @Test(
        arguments: [
            ("windows-1251", [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0], "Москва"),
            ("cp1250", [0x44, 0xB3, 0x75, 0x67, 0x61], "Długa"),
            ("850", [0x4D, 0x81, 0x6E], "Mün"), ("ISO-8859-15", [0xA4], "€"),
            ("Shift_JIS", [0x93, 0x8C, 0x8B, 0x9E], "東京"), ("latin1", [0xE9], "é"),
        ] as [(String, [UInt8], String)])
    func `a stated encoding is heeded`(name: String, bytes: [UInt8], text: String) throws {
        for size in [1, 3, 100] {
            #expect(try decoded(bytes + [0x0A], size: size, encoding: name) == text + "\n")
        }
        let declared = Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + bytes
        #expect(try decoded(declared, size: 7, isXML: true).hasSuffix(text))
    }

    @Test func `a declaration that a converter has left behind is not heeded`() throws {
        let text = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>Müller</a>"
        #expect(try decoded(Array(text.utf8), isXML: true) == text)
        let wide = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>Müller</a>"
        #expect(try decoded(Array(wide.utf8), isXML: true) == wide)
        #expect(try decoded(utf16(wide, isLittleEndian: false), isXML: true) == wide)
    }

    @Test func `unknown names and cut characters are errors`() {
        #expect(throws: FeatureReadError.self) { try decoded([0x41], encoding: "EBCDIC-XYZ") }
        #expect(throws: FeatureReadError.self) {
            try decoded(Array("<?xml version='1.0' encoding='nonsense'?><a/>".utf8), isXML: true)
        }
        #expect(throws: FeatureReadError.self) { try decoded([0xEF, 0xBB, 0xBF, 0xC3]) }
        #expect(throws: FeatureReadError.self) { try decoded([0xFF, 0xFE, 0x41]) }
        #expect(throws: FeatureReadError.self) { try decoded([0xFF, 0xFE, 0x00, 0xDC, 0x41, 0]) }
    }

    @Test func `a table is read in any of them`() throws {
        for bytes in [
            Array(Self.table.utf8), latin(Self.table), utf16(Self.table, isLittleEndian: true),
        ] {
            let set = try #require(try CSVFeatureReader().features(bytes).points)
            #expect(set.value("Name", of: set.features[0]) == .string("Müller & Söhne"))
            #expect(set.features[0].geometry == .point(Coordinate(x: 7.5, y: 43.5)))
        }
    }
}
