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

    private func problems(
        _ page: String, _ files: [SourceFile], at path: String = TidyRules.samplesPage
    ) -> [String] {
        TidyRules.strayingSamples(
            in: [(path, page)], files: files, products: ["Waypost"]
        ).map(\.problem)
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
                "no region of a test has the code below \"Park\"",
                "no page shows \"Drive\"",
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

    @Test func `another page has any region, by its lines`() {
        let path = "Documentation/Client.md"
        #expect(problems(page(code, heading: "Park"), [file], at: path) == [])
        #expect(
            problems(page("let b = 2", heading: "Park"), [file], at: path) == [
                "no region of a test has the code below \"Park\"", "no page shows \"Drive\"",
            ])
    }

    @Test func `what a block imports, the file of its region imports`() {
        let path = "Documentation/Client.md"
        let text = file.lines.joined(separator: "\n")
        let importing = SourceFile(path: file.path, text: "import Geo\n\n" + text)
        #expect(problems(page("import Geo\n\n" + code), [importing], at: path) == [])
        #expect(
            problems(page("import Geo\n\n" + code), [file], at: path)
                == ["Tests/GeoTests/A.swift has no \"import Geo\""])
    }

    @Test func `a manifest names a product that there is`() {
        let path = "Documentation/Client.md"
        for (name, count) in [("Waypost", 0), ("Waipost", 1)] {
            let manifest = ".product(name: \"\(name)\", package: \"waypost\")"
            let pages = page(code) + page(manifest)
            #expect(problems(pages, [file], at: path).count == count, "\(name)")
        }
    }
}
