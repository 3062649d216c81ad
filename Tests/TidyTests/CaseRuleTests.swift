// A case without a test, or with one that is gone, is caught.

import Testing

@Suite struct CaseRuleTests {
    private let page = """
        | case | what was reported | tests |
        | --- | --- | --- |
        | BR01 | A `gate` | `GateTests/a gate is closed`<br>`WallTests/a wall is closed` |
        | BR03 | A wall | `WallTests/a wall is closed` |
        """
    private let file = SourceFile(
        path: "Tests/GeoTests/A.swift",
        text: """
            @Suite struct GateTests {
                private struct Gate {}

                @Test func `a gate is closed`() {}
            }

            extension WallTests {
                @Test(arguments: [1, 2])
                func `a wall is closed`(row: Int) throws {}
            }
            """)

    private func problems(_ page: String) -> [String] {
        TidyRules.untestedCases(in: page, tests: Set(TidyRules.tests(in: file))).map(\.problem)
    }

    @Test func `cases with their tests pass`() {
        #expect(
            TidyRules.tests(in: file) == [
                "GateTests/a gate is closed", "WallTests/a wall is closed",
            ])
        #expect(TidyRules.cases(in: page).map(\.name) == ["BR01", "BR03"])
        #expect(TidyRules.cases(in: page).map(\.tests.count) == [2, 1])
        #expect(problems(page) == [])
    }

    @Test func `a test that is gone, or of another suite, is caught`() {
        #expect(
            problems(page.replacing("`GateTests/a gate", with: "`GateTests/the gate"))
                == ["no test is named \"GateTests/the gate is closed\""])
        #expect(problems(page.replacing("| `WallTests/", with: "| `GateTests/")).count == 1)
    }

    @Test func `a case without a test, and one that stands twice, are caught`() {
        let bare = page.replacing("| `WallTests/a wall is closed` |", with: "| none yet |")
        #expect(problems(bare) == ["BR03 names no test"])
        #expect(
            problems(page.replacing("BR03", with: "BR01")) == ["BR01 stands behind BR01"])
        let later = page.replacing("BR03", with: "BR100")
        #expect(problems(later).isEmpty)
        #expect(problems(later.replacing("BR01", with: "BR101")) == ["BR100 stands behind BR101"])
    }
}
