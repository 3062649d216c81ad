// The rules that hold names, comments and messages to the words of the glossary.

/// A word of a source, in lower case.
private struct PlacedWord {
    var text: String
    var line: Int
}

extension TidyRules {
    /// The rooms whose sources keep to the words of the glossary. A room is added when it does.
    static let roomsHeld: Set<String> = [
        "AccessControl", "Batches", "Cryptography", "DataStructures", "DefinitionFiles",
        "Directions", "FeatureStore", "Geo", "Geoprocessing", "Jobs", "LiveTraffic", "MapMatching",
        "MatrixAnalysis", "NetworkAnalysis", "NetworkBuilder", "PostgreSQL", "RoadNetwork",
        "RouteAPI", "RouteAnalysis", "RouteCLI", "RouteService", "RouteTaskClient",
        "RoutingEngine", "Sequencing", "SpatialOperations",
    ]

    /// The file of tests whose samples have words that the glossary rules out.
    static let wordSamples = "Tests/TidyTests/WordRuleTests.swift"

    static func isHeld(_ file: SourceFile) -> Bool {
        if file.path.hasPrefix("Tests/") { return file.path != wordSamples }
        return file.path.hasPrefix("Sources/") && roomsHeld.contains(file.room)
    }

    /// Whether a file that is not Swift keeps to the words: pages, definitions and scripts.
    static func isHeldPage(_ path: String) -> Bool {
        guard path != Glossary.path, !path.contains("/Corpus/") else { return false }
        return isScript(path) || [".md", ".yaml"].contains(where: path.hasSuffix)
    }

    private static func isScript(_ path: String) -> Bool {
        path.hasSuffix(".py") || path.hasPrefix("scripts/") && !path.hasSuffix(".json")
    }

    /// No name, comment or message has a word that the glossary rules out.
    ///
    /// String literals without a blank are names of formats and not read, nor are quoted words and
    /// tags in other literals, nor is code in comments.
    static func unusedWords(_ file: SourceFile, _ glossary: Glossary) -> [Finding] {
        guard isHeld(file) else { return [] }
        let unused = Dictionary(grouping: glossary.unused) { $0.words.first ?? "" }
        let comments = file.lexer.comments.flatMap { comment in
            placedWords(of: withoutCode(comment.text), from: comment.line)
        }
        let messages = file.lexer.tokens
            .filter { $0.kind == .literal && $0.text.contains(" ") }
            .flatMap { placedWords(of: withoutNames($0.text), from: $0.line) }
        var found = findings(in: comments, of: file.path, unused)
        found += findings(in: messages, of: file.path, unused)
        for token in file.lexer.tokens where token.kind == .word {
            let words = placedWords(of: token.text, from: token.line)
            found += findings(in: words, of: file.path, unused)
        }
        return found
    }

    /// No page, script or comment of a definition has a word that the glossary rules out.
    ///
    /// Code of pages is not read, nor are quoted words of scripts and values of definitions.
    static func unusedWords(in text: String, path: String, _ glossary: Glossary) -> [Finding] {
        guard isHeldPage(path) else { return [] }
        let unused = Dictionary(grouping: glossary.unused) { $0.words.first ?? "" }
        var isCode = false
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let prose = lines.map { line -> String in
            if isScript(path) { return withoutNames(String(line)) }
            if path.hasSuffix(".yaml") { return withoutCode(String(line.drop { $0 != "#" })) }
            if line.hasPrefix("```") { isCode.toggle() }
            return isCode ? "" : withoutCode(String(line))
        }
        let words = placedWords(of: prose.joined(separator: "\n"), from: 1)
        return findings(in: words, of: path, unused)
    }

    /// No type and no function is named by a word that a term of the glossary replaces.
    static func termsInNames(_ file: SourceFile, _ glossary: Glossary) -> [Finding] {
        guard isHeld(file), file.path.hasPrefix("Sources/") else { return [] }
        let declared =
            file.outline.types.map { ($0.name, $0.line) }
            + file.outline.functions.map { ($0.name, $0.firstLine) }
        return declared.flatMap { (name, line) -> [Finding] in
            let words = placedWords(of: name, from: line)
            return glossary.unusedInNames.compactMap { entry -> Finding? in
                guard words.indices.contains(where: { matches(entry.words, words, at: $0) }) else {
                    return nil
                }
                return file.finding(
                    line, "\"\(entry.shown)\" in \"\(name)\"; the glossary says \(entry.instead)")
            }
        }
    }

    private static func findings(
        in words: [PlacedWord], of path: String, _ unused: [String: [Glossary.UnusedWord]]
    ) -> [Finding] {
        words.indices.flatMap { index in
            (unused[words[index].text] ?? []).compactMap { entry in
                guard matches(entry.words, words, at: index),
                    !isAllowed(entry, words, at: index, of: path)
                else { return nil }
                return Finding(
                    path: path, line: words[index].line,
                    problem: "\"\(entry.shown)\" is not a word of the glossary; \(entry.instead)")
            }
        }
    }

    private static func isAllowed(
        _ entry: Glossary.UnusedWord, _ words: [PlacedWord], at index: Int, of path: String
    ) -> Bool {
        let starts = ["Sources/", "Tests/", ""]
        if entry.paths.contains(where: { place in starts.contains { path.hasPrefix($0 + place) } })
        {
            return true
        }
        return entry.phrases.contains { phrase in
            phrase.indices.contains { place in
                phrase[place...].starts(with: entry.words)
                    && matches(phrase, words, at: index - place)
            }
        }
    }

    /// Whether a phrase stands at an index; it may go on in the next line.
    private static func matches(_ phrase: [String], _ words: [PlacedWord], at index: Int) -> Bool {
        guard !phrase.isEmpty, index >= 0, index + phrase.count <= words.count else { return false }
        return phrase.indices.allSatisfy { offset in
            let word = words[index + offset]
            let isNear = offset == 0 || word.line <= words[index + offset - 1].line + 1
            return word.text == phrase[offset] && isNear
        }
    }

    private static func placedWords(of text: String, from first: Int) -> [PlacedWord] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .flatMap { (offset, line) in
                words(of: String(line)).map {
                    PlacedWord(text: $0.lowercased(), line: first + offset)
                }
            }
    }

    /// A text without escaped breaks of lines, quoted words and tags.
    private static func withoutNames(_ text: String) -> String {
        text.replacing("\\n", with: " ").replacing(/\\?["'][\w-]*\\?["']/, with: " ")
            .replacing(/<[^<>]*>/, with: " ")
    }

    /// A comment without what stands between backticks.
    private static func withoutCode(_ comment: String) -> String {
        let pieces = comment.replacing("``", with: "`")
            .split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count % 2 == 1 else { return comment }
        return pieces.indices.filter { $0 % 2 == 0 }.map { String(pieces[$0]) }
            .joined(separator: " ")
    }
}
