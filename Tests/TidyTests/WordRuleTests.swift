// The glossary is read as it is written, and names by the wrong term are caught.

import Testing

@Suite struct WordRuleTests {
    private static let glossary = Glossary(
        """
        # Glossary

        ## Network

        | term | meaning | in code | not used |
        | --- | --- | --- | --- |
        | node | a point | `NodeID` | vertex, `crossroad` |
        | path | edges | `NetworkPath` | `takeIn` |
        """)

    @Test func `the tables are read`() {
        #expect(Self.glossary.terms == ["node", "path"])
        #expect(Self.glossary.names == ["NodeID", "NetworkPath"])
        #expect(Self.glossary.unusedInNames.map(\.words) == [["crossroad"], ["take", "in"]])
        #expect(Self.glossary.badRows.isEmpty)
    }

    @Test func `a row that lacks a cell or its name is reported`() {
        let terms = "## A\n| a | b | c | d |\n| --- | --- | --- | --- |\n"
        #expect(Glossary(terms + "| a | b | `C` |").badRows.count == 1)
        #expect(Glossary(terms + "| a | b | c | |").badRows.count == 1)
        #expect(Glossary(terms + "| a | b | `C` | |").badRows.isEmpty)
    }

    @Test func `a name by the wrong term is caught`() {
        func problems(_ text: String) -> [String] {
            TidyRules.termsInNames(
                SourceFile(path: "Sources/Geo/A.swift", text: text), Self.glossary
            ).map(\.problem)
        }
        #expect(problems("struct CrossroadTable {}").count == 1)
        #expect(problems("func takeInNodes() {}").count == 1)
        #expect(
            problems("func crossroad() {}") == [
                "\"crossroad\" in \"crossroad\"; the glossary says node"
            ])
        #expect(problems("struct NodeTable {}\n// a crossroad").isEmpty)
        #expect(problems("func take(in nodes: [Int]) {}").isEmpty)
    }
}
