// Tests the reader of Markdown with small pages.

import Testing

@testable import Guide

@Suite struct MarkdownReaderTests {
    private func texts(_ line: String) -> [MarkdownText] { InlineReader.texts(of: line) }

    @Test func `headings, paragraphs and code are blocks`() {
        let page = """
            # Title

            One line
            and another.
            ## Part `f`
            ```json
            {"a": 1}

            # no heading
            ```
            ```csv speeds.csv
            way,closed
            ```
            Last
            """
        #expect(
            MarkdownReader.blocks(of: page) == [
                .heading(level: 1, anchor: "title", [.plain("Title")]),
                .paragraph([.plain("One line and another.")]),
                .heading(level: 2, anchor: "part-f", [.plain("Part "), .code("f")]),
                .code(language: "json", "{\"a\": 1}\n\n# no heading"),
                .code(language: "csv", "way,closed"),
                .paragraph([.plain("Last")]),
            ])
    }

    @Test func `lists have items with lines and code of their own`() {
        let page = """
            - one
              goes on
            - two

            1. first

               ```
               code
               ```
            2. second
            """
        #expect(
            MarkdownReader.blocks(of: page) == [
                .list(
                    isOrdered: false,
                    items: [
                        [.paragraph([.plain("one goes on")])], [.paragraph([.plain("two")])],
                    ]),
                .list(
                    isOrdered: true,
                    items: [
                        [.paragraph([.plain("first")]), .code(language: "", "code")],
                        [.paragraph([.plain("second")])],
                    ]),
            ])
    }

    @Test func `rows of a table have as many cells as its head`() {
        let page = """
            | a | b |
            | --- | --: |
            | `x\\|y` | **z** |
            | short |
            | more | than | two |
            after
            """
        #expect(
            MarkdownReader.blocks(of: page) == [
                .table(
                    head: [[.plain("a")], [.plain("b")]],
                    rows: [
                        [[.code("x|y")], [.strong([.plain("z")])]], [[.plain("short")], []],
                        [[.plain("more")], [.plain("than")]],
                    ]), .paragraph([.plain("after")]),
            ])
    }

    @Test func `pieces of text are read, and marks without an end are text`() {
        #expect(texts("a `b*c` d") == [.plain("a "), .code("b*c"), .plain(" d")])
        #expect(texts("``a`b``") == [.code("a`b")])
        #expect(texts("**a *b***") == [.strong([.plain("a "), .emphasis([.plain("b")])])])
        #expect(texts("*a*") == [.emphasis([.plain("a")])])
        #expect(texts("2 * 3 * 4") == [.plain("2 * 3 * 4")])
        #expect(texts("snake_case_name") == [.plain("snake_case_name")])
        #expect(texts("`open") == [.plain("`open")])
        #expect(texts("**open") == [.plain("**open")])
        #expect(texts("\\*a\\*") == [.plain("*a*")])
        #expect(texts("<b>&amp;") == [.plain("<b>&amp;")])
        #expect(
            texts("see [`a` b](B.md#c).") == [
                .plain("see "), .link([.code("a"), .plain(" b")], target: "B.md#c"), .plain("."),
            ])
        #expect(texts("[a] (b)") == [.plain("[a] (b)")])
        #expect(texts("![a map](m.png)") == [.image(description: "a map")])
    }

    @Test func `anchors are as on the forge, and unique`() {
        var anchors = HeadingAnchors()
        #expect(anchors.id(for: "Forms of values") == "forms-of-values")
        #expect(anchors.id(for: "`solve`, and (more)!") == "solve-and-more")
        #expect(anchors.id(for: "Forms of values") == "forms-of-values-1")
        #expect(anchors.id(for: "A–B") == "ab")
    }

    @Test func `any text is read, whatever marks it has`() {
        var state: UInt64 = 7
        let marks = Array("`*[](!|#-_\\ \n1.ab>").map(Character.init)
        for _ in 0..<2_000 {
            var page = ""
            for _ in 0..<60 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                page.append(marks[Int(state >> 33) % marks.count])
            }
            // It ends, and says the same again.
            #expect(MarkdownReader.blocks(of: page) == MarkdownReader.blocks(of: page))
        }
    }
}
