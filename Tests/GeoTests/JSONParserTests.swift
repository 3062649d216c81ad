// Tests the JSON reader: what it accepts, what it refuses and its messages.

import DataStructures
import Geo
import Testing

struct JSONParserTests {
    @Test func `reads every kind of value`() throws {
        let value = try JSONValue.parse(
            #" {"a": [1, -2.5, 1.7E12, 0], "b": {"c": null}, "d": true, "e": false, "f": "x"} "#)
        #expect(
            value == [
                "a": [1, -2.5, 1_700_000_000_000, 0], "b": ["c": nil], "d": true, "e": false,
                "f": "x",
            ])
        #expect(value["b"]?["c"]?.isNull == true)
        #expect(value["a"]?.array?[2].integer == 1_700_000_000_000)
        #expect(value["a"]?.array?[1].integer == nil)
    }

    @Test func `keeps the order of keys and the last of repeated values`() throws {
        let object = try #require(try JSONValue.parse(#"{"z":1,"a":2,"z":3}"#).object)
        #expect(object.keys == ["z", "a"])
        #expect(object["z"] == 3)
    }

    @Test func `finds members of large objects`() throws {
        var object = JSONObject()
        for number in 0..<1_000 { object["key\(number)"] = .number(Double(number)) }
        object["key5"] = nil
        #expect(object.count == 999)
        #expect(object["key5"] == nil)
        #expect(object["key999"] == 999)
        #expect(object.value(ignoringCase: "KEY77") == 77)
        #expect(try JSONValue.parse(JSONValue.object(object).text) == .object(object))
    }

    @Test func `decodes escapes and surrogate pairs`() throws {
        let value = try JSONValue.parse(#""\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00é😀""#)
        #expect(value.string == "\"\\/\u{8}\u{c}\n\r\tAé😀é😀")
    }

    @Test(arguments: [
        #""\ud83d""#, #""\ud83dx""#, #""\ud83d\u0041""#, #""\ude00\ud83d""#, #""\u12g4""#, #""\x""#,
        "\"a\nb\"", "\"open", "[1,]", "[1 2]", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}", "{'a':1}", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "1.", ".5", "1e",
        "1e+",
        "0x10", "tru", "nul", "True", "", "   ", "1 2", "\"a\"\"b\"", "// c\n1", "1e999", "-1e999",
        "\u{0}",
    ])
    func `refuses what is not JSON`(text: String) {
        #expect(throws: JSONParseError.self) { try JSONValue.parse(text) }
    }

    @Test func `says where and what was expected`() {
        func message(_ text: String) -> String {
            do {
                return try JSONValue.parse(text).text
            } catch {
                return error.description
            }
        }
        #expect(
            message("{\"é\": 1,\n  \"x\": NaN}")
                == "line 2, column 8: expected a value, found `NaN}`")
        #expect(message("[\"é\" 1]") == "line 1, column 6: expected \",\" or \"]\", found `1]`")
        #expect(
            message("[1") == "line 1, column 3: expected \",\" or \"]\", found the end of the text")
    }

    @Test func `refuses broken UTF-8`() {
        for broken: [UInt8] in [[0xC3], [0xFF], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80]] {
            for bytes in [[0x22] + broken + [0x22], [0x22, 0x5C, 0x6E] + broken + [0x22]] {
                #expect(throws: JSONParseError.self) { try JSONValue.parse(bytes) }
            }
        }
    }

    @Test func `bounds depth, bytes and values`() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        _ = try JSONValue.parse(deep)
        #expect(throws: JSONParseError.self) { try JSONValue.parse("[" + deep + "]") }
        #expect(throws: JSONParseError.self) {
            try JSONValue.parse(String(repeating: "{\"a\":", count: 1_000_000))
        }
        let limits = JSONLimits(maximumBytes: 10, maximumValues: 4)
        #expect(throws: JSONParseError.self) { try JSONValue.parse("[1,2,3,4]", limits: limits) }
        #expect(throws: JSONParseError.self) {
            try JSONValue.parse("\"123456789\"", limits: limits)
        }
        #expect(try JSONValue.parse("[1,2,3]", limits: limits) == [1, 2, 3])
    }

    @Test(arguments: UInt64(0)..<50)
    func `reads numbers as the standard library does`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        for _ in 0..<200 {
            var text = String(Int64.random(in: -9_999...9_999, using: &random))
            if Bool.random(using: &random) {
                text += "."
                for _ in 0..<Int.random(in: 1...25, using: &random) {
                    text += String(Int.random(in: 0...9, using: &random))
                }
            }
            if Bool.random(using: &random) {
                text += "e" + String(Int.random(in: -330...300, using: &random))
            }
            let expected = try #require(Double(text))
            let found = try #require(try JSONValue.parse(text).number)
            #expect(found.bitPattern == expected.bitPattern, "seed \(seed): \(text)")
        }
    }

    @Test func `takes long and small numbers`() throws {
        let digits = "0." + String(repeating: "0", count: 300) + String(repeating: "7", count: 700)
        #expect(try JSONValue.parse(digits).number == Double(digits))
        #expect(try JSONValue.parse("1e-999").number == 0)
        #expect(try JSONValue.parse("-0").number?.sign == .minus)
        #expect(throws: JSONParseError.self) {
            try JSONValue.parse(String(repeating: "1", count: 2_000))
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `survives any change of bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sample = Array(
            #"{"features":[{"geometry":{"x":-1.5e3,"y":"NaN"},"attributes":{"N\u00e9":null}}]}"#
                .utf8)
        for _ in 0..<300 {
            var bytes = sample
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            let outcome = Result { try JSONValue.parse(bytes) }
            guard case .success(let value) = outcome else { continue }
            #expect(try JSONValue.parse(value.text) == value, "seed \(seed)")
        }
    }

    @Test func `refuses ten megabytes of nonsense`() {
        var random = SeededGenerator(1)
        let nonsense = (0..<1_250_000).flatMap { _ in
            withUnsafeBytes(of: random.next()) { Array($0) }
        }
        #expect(throws: JSONParseError.self) { try JSONValue.parse(nonsense) }
        #expect(throws: JSONParseError.self) {
            try JSONValue.parse(String(repeating: "[],", count: 3_000_000))
        }
    }
}
