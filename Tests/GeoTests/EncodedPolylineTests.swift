// Tests lines in Google's encoding.

import DataStructures
import Geo
import Testing

struct EncodedPolylineTests {
    /// The example in Google's description.
    private let example = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    private let places = [
        Coordinate(x: -120.2, y: 38.5), Coordinate(x: -120.95, y: 40.7),
        Coordinate(x: -126.453, y: 43.252),
    ]

    @Test func `the example of the format is read and written`() throws {
        let coding = EncodedPolyline(decimals: 5)
        #expect(try coding.decoded(example) == places)
        #expect(coding.encoded(places) == example)
        #expect(try coding.decoded("") == [])
        #expect(coding.encoded([]) == "")
    }

    @Test(arguments: [5, 6]) func `lines are read as they were written`(decimals: Int) throws {
        let coding = EncodedPolyline(decimals: decimals)
        let scale = decimals == 5 ? 1e5 : 1e6
        var generator = SeededGenerator(15)
        for count in [1, 2, 40] {
            let line = (0..<count).map { _ in
                Coordinate(
                    x: Double(
                        Int.random(in: -180 * Int(scale)...180 * Int(scale), using: &generator))
                        / scale,
                    y: Double(Int.random(in: -90 * Int(scale)...90 * Int(scale), using: &generator))
                        / scale)
            }
            #expect(try coding.decoded(coding.encoded(line)) == line)
        }
    }

    @Test(arguments: [
        ("_p~iF", "ends after a latitude"), ("_p~", "ends within a number"),
        ("_p~iF ps|U", "byte 6 of the encoded polyline has the code 32"),
        ("~~~~~~~~~~", "longer than any of degrees"), ("_izlhA~rlgdF_{geC~ywl@", "not on Earth"),
    ])
    func `what is no line is an error that names the place`(text: String, reason: String) {
        let error = #expect(throws: FeatureReadError.self) {
            try EncodedPolyline(decimals: 5).decoded(text)
        }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test func `more vertices than allowed are an error`() {
        #expect(throws: FeatureReadError.self) {
            try EncodedPolyline(decimals: 5).decoded(example, maximumVertices: 2)
        }
    }

    @Test(arguments: [5, 6]) func `a line is written as JSON as its text would be`(decimals: Int) {
        let coding = EncodedPolyline(decimals: decimals)
        var generator = SeededGenerator(31)
        var hasBackslash = false
        for count in 0..<60 {
            let line = (0..<count).map { _ in
                Coordinate(
                    x: Double.random(in: -9...9, using: &generator),
                    y: Double.random(in: -9...9, using: &generator))
            }
            let text = coding.encoded(line)
            hasBackslash = hasBackslash || text.contains("\\")
            var direct = JSONWriter()
            var copied = JSONWriter()
            direct.beginArray()
            copied.beginArray()
            for _ in 0..<2 {
                direct.polyline(line[...], coding)
                copied.string(text)
            }
            direct.endArray()
            copied.endArray()
            #expect(direct.text == copied.text)
        }
        #expect(hasBackslash, "some line has the sign that needs an escape")
    }
}
