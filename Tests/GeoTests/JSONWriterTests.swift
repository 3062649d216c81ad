// Tests the JSON writer: bytes, numbers and escapes.

import DataStructures
import Geo
import Testing

struct JSONWriterTests {
    @Test func `cares for commas and nesting`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", 1)
        writer.array("b") { writer in
            writer.string("x")
            writer.beginArray()
            writer.endArray()
            writer.bool(true)
            writer.null()
        }
        writer.object("c") { $0.member("d", 2.5) }
        writer.object("e") { _ in }
        writer.endObject()
        #expect(writer.text == #"{"a":1,"b":["x",[],true,null],"c":{"d":2.5},"e":{}}"#)
    }

    @Test func `indents when pretty`() {
        var writer = JSONWriter(pretty: true)
        writer.value(["a": [1, 2], "b": [:]])
        #expect(writer.text == "{\n \"a\": [\n  1,\n  2\n ],\n \"b\": {}\n}")
    }

    @Test func `writes numbers in their shortest form`() {
        func text(_ value: Double) -> String { JSONValue.number(value).text }
        #expect(text(3) == "3")
        #expect(text(-0.1) == "-0.1")
        #expect(text(1_700_000_000_000) == "1700000000000")
        #expect(text(1e15) == "1000000000000000")
        #expect(text(1e300) == "1e+300")
        #expect(text(.nan) == "null")
        #expect(text(.infinity) == "null")
    }

    @Test func `rounds coordinates to decimals`() {
        func text(_ value: Double, _ decimals: Int?) -> String {
            var writer = JSONWriter()
            writer.coordinate(value, decimals: decimals)
            return writer.text
        }
        #expect(text(7.418_765_4, 3) == "7.419")
        #expect(text(7.400_000_4, 6) == "7.4")
        #expect(text(-0.000_4, 3) == "0")
        #expect(text(-0.05, 2) == "-0.05")
        #expect(text(1.5, 0) == "2")
        #expect(text(0.1, nil) == "0.1")
        #expect(text(1e300, 3) == "1e+300")
        #expect(text(.nan, 3) == "null")
        #expect(text(-0.0, 3) == "0")
    }

    @Test func `digits of whole numbers and of decimals`() {
        var generator = SeededGenerator(8)
        var powers: [Int64] = (0...18).map { place in
            (0..<place).reduce(Int64(1)) { p, _ in p * 10 }
        }
        powers += powers.map { $0 - 1 } + powers.map { -$0 } + [.max, .min, 0]
        for number in powers
            + (0..<10_000).map({ _ in
                Int64.random(in: .min ... .max, using: &generator)
                    >> Int64.random(in: 0...63, using: &generator)
            })
        {
            var writer = JSONWriter()
            writer.integer(number)
            #expect(writer.text == String(number))
            // The decimal of so many units, read back.
            for (decimals, power) in [(1, 10), (2, 100), (6, 1e6), (7, 1e7), (15, 1e15)] {
                let value = Double(number % 1_000_000) / power
                var coordinate = JSONWriter()
                coordinate.coordinate(value, decimals: decimals)
                let text = coordinate.text
                #expect(Double(text) == value, "\(text)")
                #expect(!text.contains(".") || text.last != "0", "\(text)")
            }
        }
    }

    @Test func `escapes are found at every place of texts of every length`() {
        /// The escapes required by RFC 8259.
        func expected(_ byte: UInt8) -> String {
            switch byte {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 0x0A: "\\n"
            case 0x0D: "\\r"
            case 0x09: "\\t"
            case ..<0x20: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            default: String(UnicodeScalar(byte))
            }
        }
        for length in 1...26 {
            for place in 0..<length {
                for byte: UInt8 in 0..<0x80 {
                    var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: length)
                    bytes[place] = byte
                    var writer = JSONWriter()
                    writer.string(String(decoding: bytes, as: UTF8.self))
                    let (before, after) = (place, length - place - 1)
                    let text =
                        "\"" + String(repeating: "~", count: before) + expected(byte)
                        + String(repeating: "~", count: after) + "\""
                    #expect(writer.text == text)
                }
            }
        }
    }

    @Test func `escapes quotes, control bytes and line ends of scripts`() throws {
        let text = "a\"b\\c\n\u{1}\u{2028}\u{2029}é😀\u{20AC}"
        let written = JSONValue.string(text).text
        #expect(written == "\"a\\\"b\\\\c\\n\\u0001\\u2028\\u2029é😀\u{20AC}\"")
        #expect(try JSONValue.parse(written).string == text)
    }

    @Test(arguments: UInt64(0)..<20)
    func `every double reads back as itself`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<500 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let text = JSONValue.number(value).text
            #expect(try JSONValue.parse(text).number == value, "seed \(seed): \(text)")
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `numbers are written as the standard library writes them`(seed: UInt64) {
        var random = SeededGenerator(seed)
        for _ in 0..<500 {
            let digits = Double(Int64(bitPattern: random.next()) >> Int64(random.next() % 60))
            let scale = [1, 10, 1e2, 1e5, 1e6, 1e7, 1e8, 1e12, 60_000][Int(random.next() % 9)]
            let neighbor = (digits / scale).nextUp
            for value in [digits / scale, neighbor] {
                let plain = value.description
                let expected = plain.hasSuffix(".0") ? String(plain.dropLast(2)) : plain
                let text = JSONValue.number(value).text
                #expect(text == (expected == "-0" ? "0" : expected), "seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `text is escaped wherever it needs to be and nowhere else`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let letters = [
            "a", "é", "\u{2027}", "\u{2028}", "\u{2029}", "\"", "\\", "\n", "\u{1F}", "😀",
        ]
        for _ in 0..<200 {
            let count = Int(random.next() % 40)
            let text = (0..<count).map { _ in
                random.next() % 4 > 0 ? "x" : letters[Int(random.next() % 10)]
            }.joined()
            let written = JSONValue.string(text).text
            #expect(try JSONValue.parse(written).string == text, "seed \(seed)")
            let inner = written.dropFirst().dropLast()
            #expect(!inner.unicodeScalars.contains { $0.value < 0x20 || $0.value | 1 == 0x2029 })
        }
    }

    @Test func `a value without its key stops the process`() async {
        await #expect(processExitsWith: .failure) {
            var writer = JSONWriter()
            writer.beginObject()
            writer.null()
        }
    }
}
