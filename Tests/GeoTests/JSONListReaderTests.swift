// Tests reading long JSON lists a few elements at a time.

import DataStructures
import Geo
import Testing

struct JSONListReaderTests {
    /// A text in pieces with some bytes each.
    private func pieces(_ bytes: [UInt8], of size: Int) -> BytePieces {
        var start = 0
        return BytePieces { () throws(FeatureReadError) in
            guard start < bytes.count else { return nil }
            defer { start += size }
            return Array(bytes[start..<min(bytes.count, start + size)])
        }
    }

    /// Reassembles a text from its outline and elements.
    private func read(_ bytes: [UInt8], by size: Int) throws(FeatureReadError) -> JSONValue {
        let outline = try JSONListReader.outline(of: pieces(bytes, of: size))
        guard outline.list != .none else { return outline.value }
        var all: [JSONValue] = []
        try JSONListReader.elements(in: pieces(bytes, of: size)) { all += $0 }
        guard outline.list == .features, var object = outline.value.object else {
            return .array(all)
        }
        object["features"] = .array(all)
        return .object(object)
    }

    @Test(arguments: [
        "[]", " [ 1 , [2,[3]] , {\"features\":[4]}, \"]\" ] ", "{}", "7", "\"features\"", "null",
        #"{"a":{"features":[1]},"features":[{"features":[2]},"\"],[",{"b":"é"}],"crs":[1,2]}"#,
        #"{"features":[],"features2":[1]}"#, #"{"features":{"a":[1]},"b":2}"#,
        "\u{FEFF}{\n\"features\"\n:\n[\n1\n,\n2\n]\n}\n", #"{"x":"features","y":[1]}"#,
    ])
    func `outline and elements are the text`(text: String) throws {
        let bytes = Array(text.utf8)
        let whole = try JSONParser.parse(bytes)
        for size in [1, 2, 5, 1_000] { #expect(try read(bytes, by: size) == whole) }
    }

    @Test func `many elements come some at a time`() throws {
        let list = (0..<1_000).map { "{\"n\":\($0)}" }.joined(separator: ",")
        let text = "{\"features\":[\(list)],\"type\":\"late\"}"
        var counts: [Int] = []
        try JSONListReader.elements(in: BytePieces(Array(text.utf8))) { counts.append($0.count) }
        #expect(counts.count > 2 && counts.reduce(0, +) == 1_000)
        #expect(try read(Array(text.utf8), by: 97) == JSONParser.parse(Array(text.utf8)))
    }

    /// A text on several lines with three hundred elements and a wrong byte in some element.
    @Test(arguments: UInt64(0)..<300)
    func `a wrong byte is an error where it is one in the whole text`(seed: UInt64) {
        var random = SeededGenerator(seed)
        let elements = (0..<300).map { "{\"n\":[\($0),\"a\\\"b\"],\n \"m\":true}" }
        let list = elements.joined(separator: ", ")
        let text = "{\"type\":\"é\",\n\"features\": [\(list)],\n\"z\":0}"
        var bytes = Array(text.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let wrong = Array("]}[{,:\"\\0x \n".utf8).randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { bytes[place] = wrong } else { bytes.remove(at: place) }
        var expected: JSONParseError?
        do { _ = try JSONParser.parse(bytes) } catch { expected = error }
        for size in [1, 64, 100_000] {
            var found: FeatureReadError?
            do { _ = try read(bytes, by: size) } catch { found = error }
            #expect((found == nil) == (expected == nil), "seed \(seed), byte \(place)")
        }
    }

    @Test(arguments: [
        "{\"features\":[1,\n2,,3]}", "{\"features\":[1,\n{\"a\" 2}]}", "[1,2,]",
        "[[1,2],[3 4]]",
        "{\"features\":[1,2],\"b\":x}", "{\"features\":[\n1,\n2],\n\"b\":x}",
        "{\"features\":[1,\n2",
        "{\"features\":", "{\"é\":1 2,\"features\":[1]}",
    ])
    func `an error names the place in the whole text`(text: String) {
        let bytes = Array(text.utf8)
        let expected = #expect(throws: JSONParseError.self) { try JSONParser.parse(bytes) }
        let found = #expect(throws: FeatureReadError.self) { try read(bytes, by: 3) }
        let place = expected.map { "line \($0.line), column \($0.column):" } ?? ""
        #expect(found?.reason.contains(place) == true, "\(found?.reason ?? ""), not \(place)")
    }

    @Test func `many elements have their places, too`() {
        let list = (0..<700).map { "\($0)" }.joined(separator: ",\n")
        let text = "{\"features\":[\(list),\nx]}"
        let found = #expect(throws: FeatureReadError.self) { try read(Array(text.utf8), by: 50) }
        #expect(found?.reason.contains("line 701, column 1:") == true, "\(found?.reason ?? "")")
    }
}
