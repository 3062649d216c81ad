// The rules, each a function from a file to what breaks it. ProjectTests runs them over the
// package, TidyRuleTests over snippets that must be caught.

/// The style rules that a program can check.
enum TidyRules {
    static let maximumFileLines = 500
    static let maximumFunctionLines = 70
    /// What the formatter is told; 0, and so no line, if it is told nothing.
    static let maximumColumns: Int = {
        let settings = SourceTree.package.text(of: ".swift-format") ?? ""
        return settings.firstMatch(of: /"lineLength": *(\d+)/).flatMap { Int($0.output.1) } ?? 0
    }()

    static func fileLength(_ file: SourceFile) -> [Finding] {
        guard file.lines.count > maximumFileLines else { return [] }
        return [file.finding(1, "\(file.lines.count) lines, \(maximumFileLines) are the limit")]
    }

    static func functionLength(_ file: SourceFile) -> [Finding] {
        guard file.outline.isBalanced else {
            return [file.finding(1, "brackets without partners: TidyTests cannot read this file")]
        }
        return file.outline.functions.filter { $0.lineCount > maximumFunctionLines }.map {
            file.finding(
                $0.firstLine,
                "\($0.name) has \($0.lineCount) lines, \(maximumFunctionLines) allowed")
        }
    }

    static func lineLength(_ file: SourceFile) -> [Finding] {
        file.lines.enumerated().filter { $0.element.count > maximumColumns }.map {
            file.finding($0.offset + 1, "\($0.element.count) columns, \(maximumColumns) allowed")
        }
    }

    /// Every file begins with a comment that says what lives in it.
    static func header(_ file: SourceFile) -> [Finding] {
        guard let first = file.lexer.comments.first, first.line == 1, first.ownsLine,
            !first.isDocumentation
        else { return [file.finding(1, "no comment at the top says what lives here")] }
        let words = first.text.split { !$0.isLetter && !$0.isNumber }
        guard words.count >= 3 else { return [file.finding(1, "the header comment says nothing")] }
        return []
    }

    /// No `try!`, `as!`, force unwrap or implicitly unwrapped type.
    static func forcedOperations(_ file: SourceFile) -> [Finding] {
        let tokens = file.lexer.tokens
        var findings: [Finding] = []
        for index in tokens.indices.dropFirst() where tokens[index].text == "!" {
            let (mark, operand) = (tokens[index], tokens[index - 1])
            guard mark.kind == .symbol, mark.touchesPrevious else { continue }
            let ends = operand.kind != .symbol || ")]}>".contains(operand.text)
            // `a!=b` compares; `a! = b` unwraps, which the space distinguishes.
            let compares =
                index + 1 < tokens.count && tokens[index + 1].text == "="
                && tokens[index + 1].touchesPrevious
            guard ends, !compares else { continue }
            let what =
                switch operand.text {
                case "try": "try! crashes"
                case "as": "as! crashes"
                default: "\(operand.text)! unwraps by force"
                }
            findings.append(file.finding(mark.line, "\(what); handle the other case"))
        }
        return findings
    }

    /// Foundation's property stops the program if a path is one letter; in URL it is a function.
    static func stoppingPaths(_ file: SourceFile) -> [Finding] {
        let tokens = file.lexer.tokens
        return tokens.indices.filter { place in
            tokens[place].kind == .word && tokens[place].text == "deletingLastPathComponent"
                && (place + 1 == tokens.count || tokens[place + 1].text != "(")
        }.map {
            file.finding(
                tokens[$0].line, "deletingLastPathComponent stops at \"a\"; use folderOfPath")
        }
    }

    static func emptyCatches(_ file: SourceFile) -> [Finding] {
        let tokens = file.lexer.tokens
        var findings: [Finding] = []
        for index in tokens.indices where tokens[index].text == "catch" {
            guard tokens[index].kind == .word,
                let brace = tokens[index...].firstIndex(where: { $0.text == "{" }),
                brace + 1 < tokens.count, tokens[brace + 1].text == "}"
            else { continue }
            findings.append(file.finding(tokens[index].line, "an empty catch loses the reason"))
        }
        return findings
    }

    /// No reminders and no stubs.
    static func unfinishedWork(_ file: SourceFile) -> [Finding] {
        // Spelled in halves, or this file would find itself.
        let reminders = ["TO" + "DO", "FIX" + "ME", "being " + "laid"]
        var findings: [Finding] = []
        for (offset, line) in file.lines.enumerated() {
            for reminder in reminders where line.contains(reminder) {
                findings.append(file.finding(offset + 1, "\(reminder) marks unfinished work"))
            }
            let stub = line.contains("fatal" + "Error(") && line.contains("unimplemented")
            if stub { findings.append(file.finding(offset + 1, "a stub")) }
        }
        return findings
    }

    private static let emptyWords: Set<String> = [
        "Util", "Utils", "Utility", "Utilities", "Common", "Helper", "Helpers", "Manager",
        "Managers", "Extensions",
    ]

    /// No file, folder or type is named by a word that names nothing.
    static func names(_ file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        for component in file.components {
            for word in words(of: component) where emptyWords.contains(word) {
                findings.append(file.finding(1, "\"\(word)\" in \"\(component)\" names nothing"))
            }
        }
        for type in file.outline.types {
            for word in words(of: type.name) where emptyWords.contains(word) {
                findings.append(
                    file.finding(type.line, "\"\(word)\" in \"\(type.name)\" names nothing"))
            }
        }
        return findings
    }

    /// The words of a name in camel case: `RouteURLHelpers+Geo` gives Route, URL, Helpers, Geo.
    static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            let last = index > 0 ? characters[index - 1] : " "
            let next = index + 1 < characters.count ? characters[index + 1] : " "
            let begins = character.isUppercase && (last.isLowercase || next.isLowercase)
            if begins || !character.isLetter {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character.isLetter { word.append(character) }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }
}
