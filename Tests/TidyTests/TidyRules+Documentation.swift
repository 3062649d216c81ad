// The rule that everything a library user sees is documented.

extension TidyRules {
    /// Every public declaration has `///` directly above it or above its attributes, and what it
    /// says first is a sentence with a full stop.
    static func documentation(_ file: SourceFile) -> [Finding] {
        let comments = Dictionary(
            file.lexer.comments.filter(\.ownsLine).map { ($0.line, $0) },
            uniquingKeysWith: { first, _ in first })
        var findings: [Finding] = []
        for declaration in file.outline.publicDeclarations {
            var line = declaration.firstLine - 1
            while let comment = comments[line], isToolDirective(comment) { line -= 1 }
            guard comments[line]?.isDocumentation == true else {
                findings.append(
                    file.finding(declaration.firstLine, "\(declaration.name) is not documented"))
                continue
            }
            while comments[line - 1]?.isDocumentation == true { line -= 1 }
            if !summaryIsSentence(from: line, in: comments) {
                findings.append(
                    file.finding(line, "the summary of \(declaration.name) lacks its full stop"))
            }
        }
        return findings
    }

    private static func isToolDirective(_ comment: SwiftComment) -> Bool {
        comment.text.hasPrefix("// swift-format-ignore")
    }

    /// Whether the first paragraph of a documentation comment ends like a sentence.
    private static func summaryIsSentence(
        from first: Int, in comments: [Int: SwiftComment]
    ) -> Bool {
        var summary = ""
        var line = first
        while let comment = comments[line], comment.isDocumentation {
            let text = comment.text.dropFirst(3).drop { $0 == " " }
            if text.isEmpty { break }
            summary = String(text)
            line += 1
        }
        let end = summary.reversed().first { !") `\"*”".contains($0) }
        return end.map { ".!?:".contains($0) } ?? false
    }
}
