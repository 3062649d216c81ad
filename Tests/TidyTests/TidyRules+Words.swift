// The rules that hold names, comments and messages to the words of the glossary.

/// A word of a source, in lower case.
private struct PlacedWord {
    var text: String
    var line: Int
}

extension TidyRules {
    /// The rooms whose sources keep to the words of the glossary. A room is added when it does.
    static let roomsHeld: Set<String> = [
        "AccessControl", "Batches", "DataStructures", "DefinitionFiles", "Directions",
        "FeatureStore", "Geo", "Geoprocessing", "Jobs", "LiveTraffic", "MapMatching",
        "MatrixAnalysis",
        "NetworkAnalysis",
        "NetworkBuilder", "PostgreSQL", "RoadNetwork", "RouteAPI",
        "RouteAnalysis", "RouteCLI", "RouteService", "RouteTaskClient", "RoutingEngine",
        "Sequencing", "SpatialOperations",
    ]

    static func isHeld(_ file: SourceFile) -> Bool {
        file.path.hasPrefix("Sources/") && roomsHeld.contains(file.room)
    }

    /// No name, comment or message has a word that the glossary rules out.
    ///
    /// String literals without a blank are names of formats and not read, nor is code in comments.
    static func unusedWords(_ file: SourceFile, _ glossary: Glossary) -> [Finding] {
        guard isHeld(file) else { return [] }
        let unused = Dictionary(grouping: glossary.unused) { $0.words.first ?? "" }
        let comments = file.lexer.comments.flatMap { comment in
            placedWords(of: withoutCode(comment.text), from: comment.line)
        }
        let messages = file.lexer.tokens
            .filter { $0.kind == .literal && $0.text.contains(" ") }
            .flatMap { placedWords(of: $0.text.replacing("\\n", with: " "), from: $0.line) }
        var found = findings(in: comments, of: file, unused)
        found += findings(in: messages, of: file, unused)
        for token in file.lexer.tokens where token.kind == .word {
            let words = placedWords(of: token.text, from: token.line)
            found += findings(in: words, of: file, unused)
        }
        return found
    }

    /// No type and no function is named by a word that a term of the glossary replaces.
    static func termsInNames(_ file: SourceFile, _ glossary: Glossary) -> [Finding] {
        guard isHeld(file) else { return [] }
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
        in words: [PlacedWord], of file: SourceFile, _ unused: [String: [Glossary.UnusedWord]]
    ) -> [Finding] {
        words.indices.flatMap { index in
            (unused[words[index].text] ?? []).compactMap { entry in
                guard matches(entry.words, words, at: index),
                    !isAllowed(entry, words, at: index, of: file)
                else { return nil }
                return file.finding(
                    words[index].line,
                    "\"\(entry.shown)\" is not a word of the glossary; \(entry.instead)")
            }
        }
    }

    private static func isAllowed(
        _ entry: Glossary.UnusedWord, _ words: [PlacedWord], at index: Int, of file: SourceFile
    ) -> Bool {
        if entry.paths.contains(where: { file.path.hasPrefix("Sources/\($0)") }) { return true }
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

    /// A comment without what stands between backticks.
    private static func withoutCode(_ comment: String) -> String {
        let pieces = comment.replacing("``", with: "`")
            .split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count % 2 == 1 else { return comment }
        return pieces.indices.filter { $0 % 2 == 0 }.map { String(pieces[$0]) }
            .joined(separator: " ")
    }
}
