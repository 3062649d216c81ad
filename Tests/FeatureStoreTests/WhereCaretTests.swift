// Tests the caret under the wrong place in a condition.

import Testing

@testable import FeatureStore

@Suite struct WhereCaretTests {
    private func caret(_ text: String, _ position: Int) -> [Substring] {
        WhereCaret.lines(text, position: position).split(separator: "\n")
    }

    @Test func `the caret stands under the place`() {
        #expect(caret("a = 1 AN b", 6) == ["a = 1 AN b", "      ^"])
        #expect(caret("", 0) == ["^"])
        #expect(caret("a", 99) == ["a", " ^"])
    }

    @Test func `line breaks and tabs become blanks`() {
        #expect(caret("a\t=\r\n1 x", 6) == ["a =  1 x", "      ^"])
    }

    @Test func `a long condition is cut to the part round the place`() throws {
        let text = String(repeating: "a = 1 OR ", count: 50) + "?"
        for place in [0, 3, 200, 449, 450] {
            let lines = caret(text, place)
            let at = try #require(lines.last).count - 1
            let line = Array(try #require(lines.first))
            #expect(line.count <= 74)
            let scalars = Array(text)
            #expect(at == line.count || place >= scalars.count || line[at] == scalars[place])
        }
    }

    @Test func `an error shows its condition with the caret`() {
        let error = FeatureStoreError.badWhere("a = ?", problem: "\"?\" is no value", position: 4)
        #expect(
            error.description == "where: \"?\" is no value, at character 5\na = ?\n    ^")
        #expect(FeatureStoreError.cancelled.caret == nil)
    }

    @Test func `unknown names list the names there are`() {
        let error = FeatureStoreError.noLayer(
            "delivery", store: "day.gpkg", known: ["deliveries", "depots"], nearest: "deliveries")
        #expect(
            error.message == "day.gpkg has no layer \"delivery\"; did you mean \"deliveries\"? "
                + "the layers are \"deliveries\", \"depots\"")
        let empty = FeatureStoreError.noLayer("a", store: "b", known: [], nearest: nil)
        #expect(empty.message == "b has no layer \"a\"; it has no layers yet")
    }
}
