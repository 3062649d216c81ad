// Tests finding the names that typing errors were meant to be.

import DataStructures
import Testing

struct NearestNameTests {
    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("same", "same", 0),
        ("ab", "ba", 1), ("nmae", "name", 1), ("abcd", "badc", 2), ("ca", "abc", 3),
    ])
    func `edits are counted`(source: String, target: String, count: Int) {
        #expect(NearestName.edits(from: source, to: target) == count)
        #expect(NearestName.edits(from: target, to: source) == count)
    }

    @Test func `a slip finds its name, nonsense finds none`() {
        let names = ["TravelTime", "WalkTime", "Kilometers"]
        #expect(NearestName.of("travltime", among: names) == "TravelTime")
        #expect(NearestName.of("qqqqqqqq", among: names) == nil)
        #expect(NearestName.of(String(repeating: "a", count: 100_000), among: names) == nil)
    }
}
