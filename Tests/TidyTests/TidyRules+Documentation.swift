// The rules that everything a library user sees is documented, and that reading begins with
// examples.

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
    /// A header with these words marks where you begin to read a part of the package.
    private static let startMark = "Start here"

    /// The heading of the README over the table of what to read.
    private static let readingHeading = "## Where to start reading"

    /// The examples of files where reading begins are code of tests, line by line, so that they
    /// compile.
    ///
    /// - Parameter tests: The lines of each file of tests, as ``codeLines(of:)`` gives them.
    static func missingExamples(_ file: SourceFile, tests: [Set<String>]) -> [Finding] {
        guard file.path.hasPrefix("Sources/"), saysStart(file) else { return [] }
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

    /// Each source that the reading table of the README names says that reading begins there, and
    /// has an example.
    static func missingStarts(in readme: String, files: [SourceFile]) -> [Finding] {
        let known = Dictionary(
            files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var findings: [Finding] = []
        for (path, line) in readingSources(in: readme) {
            guard let file = known[path] else {
                findings.append(
                    Finding(path: "README.md", line: line, problem: "\(path) is not in the tree"))
                continue
            }
            if !saysStart(file) {
                findings.append(
                    file.finding(1, "the README names it, and no header says \"\(startMark)\""))
            }
            if !file.lines.contains(where: isExampleStart) {
                findings.append(file.finding(1, "the README names it, and it has no example"))
            }
        }
        return findings
    }

    /// The sources in the README's reading table, with their lines there.
    static func readingSources(in readme: String) -> [(path: String, line: Int)] {
        var sources: [(path: String, line: Int)] = []
        var isInSection = false
        for (offset, line) in readme.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("## ") { isInSection = line == readingHeading }
            guard isInSection, line.hasPrefix("|") else { continue }
            for piece in line.split(separator: "`")
            where piece.hasPrefix("Sources/") && piece.hasSuffix(".swift") {
                sources.append((String(piece), offset + 1))
            }
        }
        return sources
    }

    private static func saysStart(_ file: SourceFile) -> Bool {
        file.lines.prefix { $0.hasPrefix("//") }.joined(separator: " ").contains(startMark)
    }

    /// Whether an example of a documentation comment begins with a line.
    private static func isExampleStart(_ line: Substring) -> Bool {
        let comment = line.drop { $0 == " " }
        return comment.hasPrefix("///") && comment.dropFirst(3).drop { $0 == " " } == "```swift"
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
