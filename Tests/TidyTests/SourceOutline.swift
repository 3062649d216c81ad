// The declarations of one source file: where functions begin and end, which names are public.

/// A function, initializer, subscript or computed property with a body.
struct FunctionExtent: Equatable {
    var name: String
    var firstLine: Int
    var lastLine: Int

    var lineCount: Int { lastLine - firstLine + 1 }
}

/// A declaration which a library's users see.
struct PublicDeclaration: Equatable {
    /// The keyword and the name.
    var name: String
    /// The line of its first attribute or modifier.
    var firstLine: Int
}

/// A type declared in the file.
struct TypeDeclaration: Equatable {
    var name: String
    var line: Int
    var isPublic: Bool
    var isNested: Bool
}

/// What one pass over a file's tokens finds out.
struct SourceOutline {
    private(set) var functions: [FunctionExtent] = []
    private(set) var publicDeclarations: [PublicDeclaration] = []
    private(set) var types: [TypeDeclaration] = []
    /// Whether every bracket has its partner; without it the rest cannot be trusted.
    private(set) var isBalanced = true

    private let tokens: [SwiftToken]
    private var open: [Opening] = []
    private var pending: Pending?

    private struct Opening {
        var bracket: String
        var scope: Scope
    }

    private struct Scope {
        enum Kind { case type, publicEnum, publicProtocol, function, accessors, other }
        var kind: Kind
        var name = ""
        var firstLine = 0
    }

    /// A declaration whose body has not begun.
    private struct Pending {
        var scope: Scope
        var depth: Int
    }

    private static let typeKeywords: Set<String> = [
        "struct", "class", "enum", "protocol", "actor", "extension",
    ]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "open", "static", "final",
        "mutating", "nonmutating", "override", "indirect", "convenience", "required", "lazy",
        "weak", "unowned", "dynamic", "nonisolated", "isolated", "consuming", "borrowing", "class",
        "prefix", "postfix", "infix", "distributed", "optional",
    ]
    private static let members: Set<String> = [
        "func", "var", "let", "init", "subscript", "deinit", "associatedtype", "typealias", "case",
        "import", "macro", "operator", "precedencegroup",
    ]

    init(_ tokens: [SwiftToken]) {
        self.tokens = tokens
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            switch token.kind {
            case .symbol: readSymbol(token)
            case .word: index = readWord(at: index)
            case .literal: break
            }
            index += 1
        }
        if !open.isEmpty { isBalanced = false }
    }

    private mutating func readSymbol(_ token: SwiftToken) {
        switch token.text {
        case "(", "[":
            open.append(Opening(bracket: token.text, scope: Scope(kind: .other)))
        case "{":
            var scope = Scope(kind: .other)
            if let waiting = pending, waiting.depth == open.count {
                scope = waiting.scope
                pending = nil
            }
            open.append(Opening(bracket: "{", scope: scope))
        case ")": close("(", at: token.line)
        case "]": close("[", at: token.line)
        case "}": close("{", at: token.line)
        case "=":
            // `var x = …` has no accessors; the braces that follow belong to an expression.
            if let waiting = pending, waiting.scope.kind == .accessors, waiting.depth == open.count
            {
                pending = nil
            }
        default: break
        }
    }

    private mutating func close(_ bracket: String, at line: Int) {
        guard let opening = open.popLast(), opening.bracket == bracket else {
            isBalanced = false
            return
        }
        if let waiting = pending, waiting.depth > open.count { pending = nil }
        guard opening.scope.kind == .function || opening.scope.kind == .accessors else { return }
        functions.append(
            FunctionExtent(
                name: opening.scope.name, firstLine: opening.scope.firstLine, lastLine: line))
    }

    /// Reads a keyword, if the word at `index` is one, and returns the last index consumed.
    private mutating func readWord(at index: Int) -> Int {
        let word = tokens[index].text
        guard Self.typeKeywords.contains(word) || Self.members.contains(word),
            !isMemberAccess(index), !isLabel(index)
        else { return index }
        if word == "import" { return endOfLine(from: index) }
        if Self.typeKeywords.contains(word) {
            readType(at: index)
        } else {
            readMember(at: index)
        }
        return index
    }

    private func text(_ index: Int) -> String {
        tokens.indices.contains(index) ? tokens[index].text : ""
    }

    /// Whether the word follows a dot, as in `.init` or `Foo.self`.
    private func isMemberAccess(_ index: Int) -> Bool {
        index > 0 && tokens[index - 1].text == "." && tokens[index].touchesPrevious
    }

    /// Whether the word is an argument label, as in `for class: Int`.
    private func isLabel(_ index: Int) -> Bool {
        text(index + 1) == ":" || (open.last?.bracket == "(" && text(index + 2) == ":")
    }

    private func endOfLine(from index: Int) -> Int {
        var last = index
        while last + 1 < tokens.count, tokens[last + 1].line == tokens[index].line { last += 1 }
        return last
    }
}

// Declarations.
extension SourceOutline {
    private mutating func readType(at index: Int) {
        let word = text(index)
        // `class func` and `protocol P: class` use the word with other meanings.
        guard index + 1 < tokens.count, tokens[index + 1].kind == .word,
            !Self.members.contains(text(index + 1)), !Self.modifiers.contains(text(index + 1))
        else { return }
        let start = declarationStart(index)
        let isPublic = hasAccess(["public", "open"], from: start, to: index)
        if isPublic { notePublic(index, start) }
        if word != "extension" {
            types.append(
                TypeDeclaration(
                    name: text(index + 1), line: tokens[index].line, isPublic: isPublic,
                    isNested: !open.isEmpty))
        }
        let kind: Scope.Kind =
            switch (word, isPublic) {
            case ("enum", true): .publicEnum
            case ("protocol", true): .publicProtocol
            default: .type
            }
        pending = Pending(scope: Scope(kind: kind), depth: open.count)
    }

    private mutating func readMember(at index: Int) {
        let word = text(index)
        let scope = open.last?.scope.kind ?? .type
        if word == "case", scope != .publicEnum { return }
        if word == "init" || word == "subscript" || word == "deinit" {
            guard ["(", "<", "?", "!", "{"].contains(text(index + 1)) else { return }
        }
        let start = declarationStart(index)
        let isPublic =
            hasAccess(["public", "open"], from: start, to: index)
            || (scope == .publicEnum && word == "case")
            || (scope == .publicProtocol && word != "case")
        if isPublic { notePublic(index, start) }
        let firstLine = tokens[index].line
        switch word {
        case "func", "init", "subscript", "deinit":
            let name = word == "func" ? text(index + 1) : word
            pending = Pending(
                scope: Scope(kind: .function, name: name, firstLine: firstLine), depth: open.count)
        case "var" where scope != .function && scope != .other && scope != .accessors:
            pending = Pending(
                scope: Scope(kind: .accessors, name: text(index + 1), firstLine: firstLine),
                depth: open.count)
        default: break
        }
    }

    private mutating func notePublic(_ index: Int, _ start: Int) {
        publicDeclarations.append(
            PublicDeclaration(
                name: "\(text(index)) \(text(index + 1))", firstLine: tokens[start].line))
    }

    private func hasAccess(_ words: Set<String>, from start: Int, to index: Int) -> Bool {
        // `public(set)` says nothing about the declaration itself.
        (start..<index).contains { words.contains(text($0)) && text($0 + 1) != "(" }
    }

    /// The index where the attributes and modifiers begin for the keyword at `index`.
    private func declarationStart(_ index: Int) -> Int {
        var start = index
        while start > 0 {
            if Self.modifiers.contains(text(start - 1)), !isMemberAccess(start - 1) {
                start -= 1
            } else if start > 1, text(start - 2) == "@" {
                start -= 2
            } else if text(start - 1) == ")", let opener = openingParenthesis(before: start - 1) {
                if opener > 0, Self.modifiers.contains(text(opener - 1)) {
                    start = opener - 1
                } else if opener > 1, text(opener - 2) == "@" {
                    start = opener - 2
                } else {
                    return start
                }
            } else {
                return start
            }
        }
        return start
    }

    private func openingParenthesis(before closing: Int) -> Int? {
        var depth = 0
        for index in stride(from: closing, through: 0, by: -1) {
            if text(index) == ")" { depth += 1 }
            if text(index) == "(" {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }
}
