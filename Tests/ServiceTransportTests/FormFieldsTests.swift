// Tests decoding and encoding form fields and addresses, byte by byte.

import DataStructures
import RouteAPI
@testable import ServiceTransport
import Testing

@Suite struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2", [["a", "1"], ["b", "2"]]),
        ("a=1&a=2", [["a", "1"], ["a", "2"]]),
        ("a=x+y%20z%2B", [["a", "x y z+"]]),
        ("a", [["a", ""]]),
        ("a=", [["a", ""]]),
        ("&&a=1&", [["a", "1"]]),
        ("a=b=c", [["a", "b=c"]]),
        ("a=%", [["a", "%"]]),
        ("a=%4", [["a", "%4"]]),
        ("a=%zz", [["a", "%zz"]]),
        ("a=%C3%A9", [["a", "é"]]),
        ("a=%ff", [["a", "\u{FFFD}"]]),
        ("", []),
    ])
    func `fields are decoded`(text: String, fields: [[String]]) throws {
        let form = try SentForm(urlEncoded: Array(text.utf8))
        #expect(form.decoded().map { [$0.name, $0.value] } == fields)
    }

    @Test(arguments: [
        ("a=Caf%E9+%80", "Café €"), ("a=Caf%C3%A9", "Café"), ("a=b+%zz", "b %zz"),
        ("a=%E9", "é"), ("a=%", "%"),
    ])
    func `fields may be in an encoding of Western Europe`(text: String, value: String) throws {
        let form = try SentForm(urlEncoded: Array(text.utf8), isWestern: true)
        #expect(form.decoded().map(\.value) == [value])
    }

    @Test(arguments: UInt64(0)..<50)
    func `what is encoded comes back`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let value = String(
            String.UnicodeScalarView(
                (0..<100).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0..<1 << 20, using: &random))
                }))
        let encoded = value.utf8.map { byte -> String in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        let form = try SentForm(urlEncoded: Array("v=\(encoded.joined())".utf8))
        #expect(form.decoded().map(\.value) == [value])
    }

    @Test func `a plus sign in a path is a plus sign`() {
        #expect(FormFields.decode("a+b%20c", plusIsSpace: false) == "a+b c")
    }

    @Test func `more fields than a form has are refused`() throws {
        let most = SentForm.mostFields
        let fitting = Array(repeating: "a", count: most).joined(separator: "&")
        #expect(try SentForm(urlEncoded: Array(fitting.utf8)).decoded().count == most)
        let failure = #expect(throws: ServiceError.self) {
            try SentForm(urlEncoded: Array("\(fitting)&a".utf8))
        }
        #expect(failure?.details.first?.contains("more than 1000 fields") == true)
    }

    @Test(arguments: ["f", "travelMode", "token"])
    func `only fields of features may be long`(name: String) throws {
        let long = String(repeating: "+", count: 3 * SentForm.longestPlainValue + 1)
        let failure = #expect(throws: ServiceError.self) {
            try SentForm(urlEncoded: Array("\(name)=\(long)".utf8))
        }
        #expect(failure?.details.first?.contains("has 600001 bytes") == true)
        let inputs = [
            "stops", "Barriers", "polygonBarriers", "inputLocations", "traces", "legs",
            "encodedPolylines", "routeHandle",
        ]
        for input in inputs {
            let features = String(repeating: "x", count: long.utf8.count)
            let form = try SentForm(urlEncoded: Array("\(input)=\(features)+".utf8))
            #expect(form.decoded().first?.value == features)
        }
    }

    @Test func `a name that is a body is refused`() {
        let name = String(repeating: "x", count: SentForm.longestName + 1)
        #expect(throws: ServiceError.self) { try SentForm(urlEncoded: Array(name.utf8)) }
    }

    @Test(arguments: [
        ("--zz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--zz--", [["a", "1"]]),
        (
            "preamble\r\n--zz\r\ncontent-disposition: form-data; name=a\r\n\r\n\r\n--z\r\r\n--zz--",
            [["a", "\r\n--z\r"]]
        ),
        ("--zz\r\nno name\r\n\r\n1\r\n--zz--\r\n", []),
    ])
    func `multipart fields are read`(body: String, fields: [[String]]) throws {
        let form = try SentForm(
            multipart: Array(body.utf8), contentType: "multipart/form-data; boundary=zz")
        #expect(form.decoded().map { [$0.name, $0.value] } == fields)
    }

    @Test(arguments: [
        "", "--zz", "--zz\r\n", "--zy--", "\r\n--zz\r\n\r\n", "--zz\r\nname=a\r\n\r\n1\r\n--zz\r\n",
    ])
    func `multipart bodies that break off are refused`(body: String) {
        #expect(throws: ServiceError.self) {
            try SentForm(
                multipart: Array(body.utf8), contentType: "multipart/form-data; boundary=zz")
        }
    }

    @Test func `a token is found before the rest is decoded`() throws {
        let form = try SentForm(urlEncoded: Array("stops=1&Token=a%2Bb&token=c&f=json".utf8))
        #expect(form.decoded { $0 == "token" }.map(\.value) == ["a+b", "c"])
        #expect(form.decoded { $0 == "callback" }.isEmpty)
    }
}
