// Tests how much of a caller's text a message repeats.

import Geo
import Testing

struct ExcerptTests {
    @Test func `a text is cut by scalars, however many make one character`() {
        let accents = "e" + String(repeating: "\u{301}", count: 50_000)
        #expect(accents.count == 1)
        #expect(accents.excerpt(60).unicodeScalars.count == 61)
        #expect("short".excerpt(5) == "short")
        #expect("longer".excerpt(5) == "longe…")
        #expect("".excerpt() == "")
        #expect(JSONValue.string(accents).excerpt.utf8.count < 200)
    }

    @Test func `an element that never ends is named by its beginning`() {
        let name = String(repeating: "x", count: 60_000)
        let error = #expect(throws: FeatureReadError.self) {
            try GPXReader().featureSet(Array("<gpx><\(name)>".utf8))
        }
        #expect((error?.description.utf8.count ?? .max) < 200)
    }
}
