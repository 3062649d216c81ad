// If a sample on a page is no test's code, it is caught; so is a test's sample which no page shows.

import Testing

@Suite struct SampleRuleTests {
    private let file = SourceFile(
        path: "Tests/GeoTests/A.swift",
        text: """
            @Test func `drive`() {
                // sample: Drive
                let b = 1
                if b > 0 {

                    drive()
                }
                // end of sample
                stop()
            }
            """)

    private func page(_ code: String, heading: String = "Drive") -> String {
        "# Samples\n\n### \(heading)\n\nDrives.\n\n```swift\n\(code)\n```\n"
    }

    private func problems(_ page: String, _ files: [SourceFile]) -> [String] {
        TidyRules.strayingSamples(in: page, files: files).map(\.problem)
    }

    private let code = "let b = 1\nif b > 0 {\n\n    drive()\n}"

    @Test func `a block that is a region passes`() {
        #expect(problems(page(code), [file]) == [])
        #expect(TidyRules.regions(of: file).map(\.line) == [2])
        #expect(TidyRules.blocks(of: page(code)).map(\.line) == [7])
    }

    @Test func `a block that differs is caught`() {
        for changed in [code + "\nstop()", "let b = 2", code.replacing("    drive", with: "drive")]
        {
            #expect(
                problems(page(changed), [file])
                    == ["\"Drive\" differs from line 2 of Tests/GeoTests/A.swift"])
        }
    }

    @Test func `a block without a region, and a region without a block, are caught`() {
        #expect(
            problems(page(code, heading: "Park"), [file]) == [
                "no region of a test is named \"Park\"",
                "Documentation/Navigation-samples.md does not show \"Drive\"",
            ])
        #expect(problems("# Samples\n", [file]).count == 1)
        #expect(problems(page(code), []).count == 1)
    }

    @Test func `a block that no test of its name runs is caught`() {
        let path = "Tests/GeoTests/A.swift"
        let text = file.lines.joined(separator: "\n")
        let other = SourceFile(path: path, text: text.replacing("`drive`", with: "`park`"))
        #expect(problems(page(code), [other]) == ["no test in \(path) is named \"Drive\""])
    }

    @Test func `a name is used once`() {
        #expect(problems(page(code), [file, file]) == ["two samples are named Drive"])
    }
}
