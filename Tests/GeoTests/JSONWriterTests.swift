// The JSON writer: bytes, numbers and escapes.

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
