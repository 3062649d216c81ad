// Form fields and addresses, byte by byte.

import Testing

@testable import RouteService

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
    func `fields are decoded`(text: String, fields: [[String]]) {
        #expect(FormFields.parse(Array(text.utf8)).map { [$0.name, $0.value] } == fields)
    }

    @Test(arguments: UInt64(0)..<50)
    func `what is encoded comes back`(seed: UInt64) {
        var state = seed
        let value = String(
            String.UnicodeScalarView(
                (0..<100).compactMap { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Unicode.Scalar(UInt32(state >> 44))
                }))
        let encoded = value.utf8.map { byte -> String in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        #expect(FormFields.parse(Array("v=\(encoded.joined())".utf8)).map(\.value) == [value])
    }

    @Test func `a plus sign in a path is a plus sign`() {
        #expect(FormFields.decode("a+b%20c", plusIsSpace: false) == "a+b c")
    }
}
