// The scanner must not mistake text for code, nor code for text.

import Testing

@Suite struct SwiftLexerTests {
    private func words(_ source: String) -> [String] {
        SwiftLexer(source).tokens.filter { $0.kind == .word }.map(\.text)
    }

    @Test func `strings are not code`() {
        #expect(words(#"let a = "try! b" + c"#) == ["let", "a", "c"])
        #expect(words(#"let a = "say \"try! b\" x" + c"#) == ["let", "a", "c"])
        #expect(words("let a = \"\"\"\n  try! b \"quoted\"\n  \"\"\"; c") == ["let", "a", "c"])
        #expect(words(##"let a = #"x" \(y) "z"# + c"##) == ["let", "a", "c"])
    }

    @Test func `interpolations are code, strings in them are not`() {
        #expect(words(#""a \(b + c(d)) e""#) == ["b", "c", "d"])
        #expect(words(#""a \(b("try! x \(y)")) e" + z"#) == ["b", "y", "z"])
        #expect(words(##"#"a \#(b) \(c)"# + d"##) == ["b", "d"])
        #expect(words("\"\"\"\n a \\(b.map { \"x\" }) \n\"\"\"\nc") == ["b", "map", "c"])
    }

    @Test func `comments are not code and nest`() {
        #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
        let comments = SwiftLexer("a // b\n// c\n/// d").comments
        #expect(comments.map(\.ownsLine) == [false, true, true])
        #expect(comments.map(\.isDocumentation) == [false, false, true])
        #expect(words("\"// not a comment\" + a") == ["a"])
    }

    @Test func `regex literals are not code, division is`() {
        #expect(words(#"let a = /"b{/"#) == ["let", "a"])
        #expect(words("f(/[\"'{]+/, b)") == ["f", "b"])
        #expect(words(##"let a = #/"b/c/# + d"##) == ["let", "a", "d"])
        #expect(words("let a = b / c; let d = (e) / f / g").suffix(4) == ["d", "e", "f", "g"])
    }

    @Test func `a backticked name is one word`() {
        let tokens = SwiftLexer("func `it can't fail!`() {}").tokens
        #expect(tokens.map(\.text) == ["func", "`it can't fail!`", "(", ")", "{", "}"])
    }

    @Test func `lines are counted through literals and comments`() {
        let source = "a\n/* b\n */ c\n\"\"\"\nx\n\\(d)\n\"\"\"\ne"
        let lines = SwiftLexer(source).tokens.filter { $0.kind == .word }.map(\.line)
        #expect(lines == [1, 3, 6, 8])
    }
}
