// Turns Swift source into tokens and comments, so rules never mistake text for code.
//
// It knows nested comments, all string literals with their interpolations, regex literals and
// backticked names. It does not know the grammar: that is SourceOutline's part.

/// One piece of code. String literals are tokens without their text.
struct SwiftToken: Equatable {
    enum Kind: Equatable {
        /// An identifier, keyword, number or backticked name.
        case word
        /// A part of a string or regex literal.
        case literal
        /// One character of an operator or bracket.
        case symbol
    }

    var kind: Kind
    var text: String
    /// Counted from 1.
    var line: Int
    /// Whether nothing lies between this token and the one before it.
    var touchesPrevious: Bool
}

/// One comment, with its slashes.
struct SwiftComment: Equatable {
    var text: String
    /// The line it begins on, counted from 1.
    var line: Int
    /// Whether nothing but space lies before it on its line.
    var ownsLine: Bool

    var isDocumentation: Bool { text.hasPrefix("///") && !text.hasPrefix("////") }
}

/// Reads one source file from front to back.
struct SwiftLexer {
    private(set) var tokens: [SwiftToken] = []
    private(set) var comments: [SwiftComment] = []

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lastTokenEnd = -1
    private var lineHasCode = false

    private static let prefixKeywords: Set<String> = [
        "return", "try", "case", "in", "await", "throw", "where", "if", "guard", "while", "else",
    ]

    init(_ source: String) {
        bytes = Array(source.utf8)
        readCode(untilClosingParenthesis: false)
    }

    private func peek(_ offset: Int = 0) -> UInt8 {
        position + offset < bytes.count ? bytes[position + offset] : 0
    }

    private func startsWith(_ text: StaticString, at offset: Int = 0) -> Bool {
        let start = position + offset
        guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") {
                line += 1
                lineHasCode = false
            }
            position += 1
        }
    }

    private mutating func emit(_ kind: SwiftToken.Kind, from start: Int, line: Int) {
        tokens.append(
            SwiftToken(
                kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self),
                line: line, touchesPrevious: lastTokenEnd == start))
        lastTokenEnd = position
        lineHasCode = true
    }

    /// Reads tokens to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(untilClosingParenthesis: Bool) {
        var depth = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
                advance()
            } else if startsWith("//") {
                readLineComment()
            } else if startsWith("/*") {
                readBlockComment()
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") {
                readLiteralOrHash()
            } else if byte == UInt8(ascii: "/") && beginsRegex() {
                readRegex(hashes: 0)
            } else if byte == UInt8(ascii: "`") {
                readBacktickedName()
            } else if Self.isWordByte(byte) {
                readWord()
            } else {
                if untilClosingParenthesis {
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")") {
                        if depth == 0 { return }
                        depth -= 1
                    }
                }
                let start = position
                advance()
                emit(.symbol, from: start, line: line)
            }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private mutating func readWord() {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        emit(.word, from: start, line: line)
    }

    private mutating func readBacktickedName() {
        let start = position
        advance()
        while position < bytes.count, peek() != UInt8(ascii: "`"), peek() != UInt8(ascii: "\n") {
            advance()
        }
        advance()
        emit(.word, from: start, line: line)
    }

    private mutating func readLineComment() {
        let (start, ownsLine) = (position, !lineHasCode)
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        keepComment(from: start, line: line, ownsLine: ownsLine)
    }

    private mutating func readBlockComment() {
        let (start, startLine, ownsLine) = (position, line, !lineHasCode)
        var depth = 0
        repeat {
            if startsWith("/*") {
                depth += 1
                advance(2)
            } else if startsWith("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
        keepComment(from: start, line: startLine, ownsLine: ownsLine)
    }

    private mutating func keepComment(from start: Int, line: Int, ownsLine: Bool) {
        comments.append(
            SwiftComment(
                text: String(decoding: bytes[start..<position], as: UTF8.self), line: line,
                ownsLine: ownsLine))
    }
}

// Literals.
extension SwiftLexer {
    /// Reads a string, a raw string or an extended regex; a lone `#` is none (`#if`, `#expect`).
    private mutating func readLiteralOrHash() {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if peek(hashes) == UInt8(ascii: "\"") {
            readString(hashes: hashes)
        } else if hashes > 0, peek(hashes) == UInt8(ascii: "/") {
            readRegex(hashes: hashes)
        } else {
            let start = position
            advance()
            emit(.symbol, from: start, line: line)
        }
    }

    /// Reads a string literal; each stretch between interpolations becomes a literal token.
    private mutating func readString(hashes: Int) {
        var (start, startLine) = (position, line)
        advance(hashes)
        let quotes = startsWith("\"\"\"") ? 3 : 1
        advance(quotes)
        while position < bytes.count {
            if peek() == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
                advance(1 + hashes)
                guard peek() == UInt8(ascii: "(") else {
                    advance()
                    continue
                }
                advance()
                emit(.literal, from: start, line: startLine)
                readCode(untilClosingParenthesis: true)
                (start, startLine) = (position, line)
                advance()
            } else if hasQuotes(quotes), hasHashes(hashes, at: quotes) {
                advance(quotes + hashes)
                break
            } else if quotes == 1, peek() == UInt8(ascii: "\n") {
                break
            } else {
                advance()
            }
        }
        emit(.literal, from: start, line: startLine)
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    private func hasQuotes(_ count: Int) -> Bool {
        (0..<count).allSatisfy { peek($0) == UInt8(ascii: "\"") }
    }

    /// Whether a slash begins a regex literal: it stands where an operand must, hugs its first
    /// character and is closed on the same line.
    private func beginsRegex() -> Bool {
        if let last = tokens.last {
            guard last.kind == .symbol ? !")]}?!>".contains(last.text) : isPrefixKeyword(last)
            else { return false }
        }
        let next = peek(1)
        guard next != UInt8(ascii: " "), next != UInt8(ascii: "="), next != 0 else { return false }
        var offset = 1
        while peek(offset) != UInt8(ascii: "\n"), position + offset < bytes.count {
            if peek(offset) == UInt8(ascii: "/") { return true }
            offset += peek(offset) == UInt8(ascii: "\\") ? 2 : 1
        }
        return false
    }

    private func isPrefixKeyword(_ token: SwiftToken) -> Bool {
        token.kind == .word && Self.prefixKeywords.contains(token.text)
    }

    private mutating func readRegex(hashes: Int) {
        let (start, startLine) = (position, line)
        advance(hashes + 1)
        while position < bytes.count {
            if peek() == UInt8(ascii: "/"), hasHashes(hashes, at: 1) {
                advance(1 + hashes)
                break
            }
            advance(peek() == UInt8(ascii: "\\") ? 2 : 1)
        }
        emit(.literal, from: start, line: startLine)
    }
}
