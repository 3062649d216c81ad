// The rules for pages: links and comments name files that exist, and the first page stays short.

extension TidyRules {
    static let maximumReadmeLines = 200

    /// Every link of a page, unless it is a URL, leads to a file or a folder in the tree.
    static func brokenLinks(in text: String, page: String, files: Set<String>) -> [Finding] {
        var findings: [Finding] = []
        var isCode = false
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            for start in line.ranges(of: "](").map(\.upperBound) {
                let target = line[start...].prefix { $0 != ")" }
                let file = target.prefix { $0 != "#" }
                guard !file.isEmpty, !target.contains(":") else { continue }
                let path = resolved(String(file), from: page)
                let folder = path + "/"
                if files.contains(path) || files.contains(where: { $0.hasPrefix(folder) }) {
                    continue
                }
                findings.append(
                    Finding(path: page, line: offset + 1, problem: "\(file) is not in the tree"))
            }
        }
        return findings
    }

    /// If a page names a Swift file in code font, it is in the tree: by its path, by the end of it,
    /// or by its name alone.
    static func missingSources(in text: String, page: String, files: Set<String>) -> [Finding] {
        var findings: [Finding] = []
        var isCode = false
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode { continue }
            // Every second part stands between two backticks.
            for (place, span) in line.split(separator: "`", omittingEmptySubsequences: false)
                .enumerated() where place % 2 == 1
            {
                let isPath = span.allSatisfy { $0.isLetter || $0.isNumber || "./-_+".contains($0) }
                guard isPath, span.hasSuffix(".swift"), span != ".swift" else { continue }
                let name = "/" + span
                if files.contains(String(span)) || files.contains(where: { $0.hasSuffix(name) }) {
                    continue
                }
                findings.append(
                    Finding(path: page, line: offset + 1, problem: "\(span) is not in the tree"))
            }
        }
        return findings
    }

    /// If a comment names a page, it is in the tree: by its path, or by its name alone.
    static func missingPages(in file: SourceFile, files: Set<String>) -> [Finding] {
        var findings: [Finding] = []
        for comment in file.lexer.comments {
            let words = comment.text.split { character in
                !(character.isLetter || character.isNumber || "./-_+".contains(character))
            }
            for word in words {
                let page = word.hasSuffix(".") ? String(word.dropLast()) : String(word)
                guard page.hasSuffix(".md"), !files.contains(page) else { continue }
                let name = "/" + page
                if files.contains(where: { $0.hasSuffix(name) }) { continue }
                findings.append(file.finding(comment.line, "\(page) is not in the tree"))
            }
        }
        return findings
    }

    /// The page that leads through the sources by the names of types.
    static let requestPage = "Documentation/Life-of-a-request.md"

    /// Every type of the sources that a page names lies in the file of its name.
    static func misplacedTypes(in text: String, page: String, files: [SourceFile]) -> [Finding] {
        var homes: [String: [SourceFile]] = [:]
        for file in files where file.path.hasPrefix("Sources/") {
            for type in file.outline.types where !type.isNested {
                homes[type.name, default: []].append(file)
            }
        }
        var findings: [Finding] = []
        var known: Set<String> = []
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for word in line.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
                let name = String(word)
                guard let found = homes[name], known.insert(name).inserted,
                    !found.contains(where: { $0.components.last == name })
                else { continue }
                let place = found[0].path
                findings.append(
                    Finding(
                        path: page, line: offset + 1,
                        problem: "\(name) lies in \(place); move it to \(name).swift"))
            }
        }
        return findings
    }

    /// A relative path from the folder of a page, as a path from the root of the package.
    private static func resolved(_ target: String, from page: String) -> String {
        var parts = page.split(separator: "/").dropLast().map(String.init)
        for part in target.split(separator: "/") {
            switch part {
            case "..": _ = parts.popLast()
            case ".": break
            default: parts.append(String(part))
            }
        }
        return parts.joined(separator: "/")
    }
}
