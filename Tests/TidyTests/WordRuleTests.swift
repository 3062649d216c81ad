// The rules of words must catch what the glossary rules out and let the rest pass.

import Testing

@Suite struct WordRuleTests {
    private static let glossary = Glossary(
        """
        # Glossary

        ## Network

        | term | meaning | in code | not used |
        | --- | --- | --- | --- |
        | node | a point | `NodeID` | vertex, `crossroad` |
        | path | edges | `NetworkPath` | |

        ## Words not used

        | word | instead | allowed in |
        | --- | --- | --- |
        | `nobody` | no request | |
        | `way` | path | `Geo/OSM/`, `one way`, `via way` |
        | `takeIn` | add | |
        | `in vain` | without effect | |
        """)

    private func found(_ text: String, path: String = "Sources/Geo/Sample.swift") -> [String] {
        TidyRules.unusedWords(SourceFile(path: path, text: text), Self.glossary).map(\.problem)
    }

    @Test func `the tables are read`() {
        #expect(Self.glossary.terms == ["node", "path"])
        #expect(Self.glossary.names == ["NodeID", "NetworkPath"])
        #expect(Self.glossary.unusedInNames.map(\.words) == [["crossroad"]])
        #expect(
            Self.glossary.unused.map(\.words) == [
                ["nobody"], ["way"], ["take", "in"], ["in", "vain"],
            ])
        #expect(Self.glossary.unused[1].paths == ["Geo/OSM/"])
        #expect(Self.glossary.unused[1].phrases == [["one", "way"], ["via", "way"]])
        #expect(Self.glossary.badRows.isEmpty)
    }

    @Test func `a row that lacks a cell or its name is reported`() {
        let terms = "## A\n| a | b | c | d |\n| --- | --- | --- | --- |\n"
        #expect(Glossary(terms + "| a | b | `C` |").badRows.count == 1)
        #expect(Glossary(terms + "| a | b | c | |").badRows.count == 1)
        #expect(Glossary(terms + "| a | b | `C` | |").badRows.isEmpty)
    }

    @Test(arguments: [
        "// Nobody waits.", "/// The way there.", "/* the way */", "let wayThere = 1",
        "func way() {}", "enum Way {}", "a.takeIn(b)", "// It may take in a node.",
        "// stated in\n// vain", "// one\n// more way", "error(\"nobody is here\")",
        "error(\"there is\\nnobody\")", "error(\"\\(a) nobody\")",
        "let a = \"\"\"\n  the way\n  \"\"\"",
    ])
    func `a word that is ruled out is caught`(code: String) {
        #expect(found(code).count == 1, "\(code)")
    }

    @Test(arguments: [
        "// A highway, always.", "let isOneWay = 1", "// A one-way street, a via-way restriction.",
        "// The tag `way` and ``way``.", "tags[\"way\"]", "// vain in", "let intake = 1",
        "// stated in\nlet a = 1\n// vain", "let a = \"a \\\"way\\\" <way b=1>\"",
    ])
    func `other words pass`(code: String) {
        #expect(found(code).isEmpty, "\(code)")
    }

    @Test func `the finding names the word, its line and another`() {
        let file = SourceFile(path: "Sources/Geo/A.swift", text: "let a = 1\n// Nobody\n")
        let findings = TidyRules.unusedWords(file, Self.glossary)
        #expect(findings.map(\.line) == [2])
        #expect(
            findings.map(\.problem) == ["\"nobody\" is not a word of the glossary; no request"])
    }

    @Test func `words are allowed in their files and in rooms that are not held`() {
        #expect(found("// a way", path: "Sources/Geo/OSM/A.swift").isEmpty)
        #expect(found("// nobody", path: "Sources/Geo/OSM/A.swift").count == 1)
        #expect(found("// nobody", path: "Sources/Unheard/A.swift").isEmpty)
    }

    @Test func `tests keep to the words, but for the samples of this rule`() {
        #expect(found("@Test func `nobody waits`() {}", path: "Tests/Geo/A.swift").count == 1)
        #expect(found("// a way", path: "Tests/Geo/OSM/A.swift").isEmpty)
        #expect(found("// nobody", path: TidyRules.wordSamples).isEmpty)
    }

    @Test(arguments: [
        ("README.md", "Nobody waits."), ("a/B.md", "| x | stated in\nvain |"),
        ("a.yaml", "a: b  # nobody"), ("scripts/run", "# Nobody waits."),
        ("a/b.py", "nobody = 1"),
    ])
    func `pages, definitions and scripts keep to the words`(path: String, text: String) {
        #expect(TidyRules.unusedWords(in: text, path: path, Self.glossary).count == 1)
    }

    @Test(arguments: [
        ("README.md", "The tag `way`."), ("README.md", "```\nnobody\n```"),
        ("a.yaml", "way: nobody"),
        ("a.py", "tags[\"way\"]"), ("a.txt", "nobody"), (Glossary.path, "nobody"),
        ("Geo/OSM/a.md", "a way"),
    ])
    func `code of pages and values of definitions are not read`(path: String, text: String) {
        #expect(TidyRules.unusedWords(in: text, path: path, Self.glossary).isEmpty)
    }

    @Test func `a name by the wrong term is caught`() {
        func problems(_ text: String) -> [String] {
            TidyRules.termsInNames(
                SourceFile(path: "Sources/Geo/A.swift", text: text), Self.glossary
            ).map(\.problem)
        }
        #expect(problems("struct CrossroadTable {}").count == 1)
        #expect(
            problems("func crossroad() {}") == [
                "\"crossroad\" in \"crossroad\"; the glossary says node"
            ])
        #expect(problems("struct NodeTable {}\n// a crossroad").isEmpty)
    }
}
