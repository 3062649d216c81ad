// The rule that everything a library user sees is documented.

import Foundation

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

extension TidyRules {
    /// The words of a header that say where reading a part of the package begins.
    private static let startMark = "Start here"

    /// The examples of files where reading begins are code of tests, line by line, so that they
    /// compile.
    ///
    /// - Parameter tests: The lines of each file of tests, as ``codeLines(of:)`` gives them.
    static func missingExamples(_ file: SourceFile, tests: [Set<String>]) -> [Finding] {
        let header = file.lines.prefix { $0.hasPrefix("//") }.joined(separator: " ")
        guard file.path.hasPrefix("Sources/"), header.contains(startMark) else { return [] }
        var findings: [Finding] = []
        var example: (line: Int, code: [Substring])?
        for (offset, line) in file.lines.enumerated() {
            let comment = line.drop { $0 == " " }
            guard comment.hasPrefix("///") else { continue }
            let text = comment.dropFirst(3).drop { $0 == " " }
            if text.hasPrefix("```"), let ended = example {
                let lines = codeLines(of: ended.code)
                if !tests.contains(where: { $0.isSuperset(of: lines) }) {
                    findings.append(
                        file.finding(ended.line, "no test has the lines of the example"))
                }
                example = nil
            } else if text == "```swift" {
                example = (offset + 1, [])
            } else {
                example?.code.append(text)
            }
        }
        return findings
    }

    /// Lines of code without their indentation and the comments behind them.
    static func codeLines(of lines: some Sequence<Substring>) -> Set<String> {
        Set(
            lines.compactMap { line -> String? in
                let end = line.firstRange(of: " // ")?.lowerBound ?? line.endIndex
                let code = line[..<end].trimmingCharacters(in: .whitespaces)
                return code.isEmpty || code.hasPrefix("//") ? nil : code
            })
    }
}
