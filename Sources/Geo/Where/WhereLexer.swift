// Splits conditions into tokens.

/// A token and its position.
struct WhereToken: Hashable {
    enum Kind: Hashable {
        case number(Double)
        case text(String)
        /// A word without quotes: a field, a function or a keyword.
        case word(String)
        /// A field in double quotes.
        case quoted(String)
        /// An operator, a parenthesis or a comma.
        case sign(String)
        case end
    }

    var kind: Kind
    /// How many characters precede it.
    var position: Int

    /// The token as errors show it.
    var shown: String {
        switch kind {
        case .number(let value):
            value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
        case .text(let text): "'\(text.excerpt())'"
        case .word(let word): word.excerpt()
        case .quoted(let name): "\"\(name.excerpt())\""
        case .sign(let sign): sign
        case .end: "the end"
        }
    }
}

/// Splits a condition into tokens.
enum WhereLexer {
    /// The longest text, name or number, in scalars: matching a pattern takes time, and messages
    /// repeat names.
    private static let longestText = 4_096
    private static let signs = ["<>", "!=", "<=", ">=", "||"]

    /// Returns a condition's tokens, followed by the end.
    static func tokens(of text: String) throws(WhereError) -> [WhereToken] {
        // Scalars, not characters: a quote followed by a combining accent is one character, but
        // still a quote.
        let characters = Array(text.unicodeScalars)
        var tokens: [WhereToken] = []
        var at = 0
        while at < characters.count {
            let first = characters[at]
            if first.properties.isWhitespace {
                at += 1
                continue
            }
            let start = at
            let kind: WhereToken.Kind
            switch first {
            case "'": kind = .text(try quoted(characters, &at, by: "'"))
            case "\"": kind = .quoted(try quoted(characters, &at, by: "\""))
            case _
            where isDigit(first)
                || first == "." && at + 1 < characters.count
                    && isDigit(characters[at + 1]):
                kind = .number(try number(characters, &at))
            case _ where first.properties.isAlphabetic || first == "_":
                while at < characters.count, isWordPart(characters[at]) { at += 1 }
                // N'…' is SQL's text of national characters, which clients send for Unicode.
                let isNational = at - start == 1 && (first == "N" || first == "n")
                if isNational, at < characters.count, characters[at] == "'" {
                    kind = .text(try quoted(characters, &at, by: "'"))
                } else {
                    kind = .word(string(characters[start..<at]))
                }
            default: kind = .sign(try sign(characters, &at))
            }
            guard at - start <= longestText + 2 else {
                throw WhereError(
                    "a name or number is longer than \(longestText) characters", position: start)
            }
            tokens.append(WhereToken(kind: kind, position: start))
        }
        tokens.append(WhereToken(kind: .end, position: characters.count))
        return tokens
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: scalar.properties.isAlphabetic || scalar == "_" || scalar == "."
        }
    }

    /// Reads the text between quotes; two quotes within it mean one.
    private static func quoted(
        _ characters: [Unicode.Scalar], _ at: inout Int, by quote: Unicode.Scalar
    ) throws(WhereError) -> String {
        let start = at
        var text = String.UnicodeScalarView()
        at += 1
        while at < characters.count {
            if characters[at] == quote {
                guard at + 1 < characters.count, characters[at + 1] == quote else {
                    at += 1
                    return String(text)
                }
                at += 1
            }
            text.append(characters[at])
            at += 1
            guard at - start <= longestText + 1 else {
                throw WhereError(
                    "the text is longer than \(longestText) characters", position: start)
            }
        }
        throw WhereError("the quote \(quote) is not closed", position: start)
    }

    private static func number(
        _ characters: [Unicode.Scalar], _ at: inout Int
    ) throws(WhereError) -> Double {
        let start = at
        func skipDigits() { while at < characters.count, isDigit(characters[at]) { at += 1 } }
        skipDigits()
        if at < characters.count, characters[at] == "." {
            at += 1
            skipDigits()
        }
        if at < characters.count, ["e", "E"].contains(characters[at]) {
            at += 1
            if at < characters.count, ["+", "-"].contains(characters[at]) { at += 1 }
            skipDigits()
        }
        let text = string(characters[start..<at])
        guard let value = Double(text), value.isFinite else {
            throw WhereError("\"\(text.excerpt())\" is not a number", position: start)
        }
        return value
    }

    private static func sign(
        _ characters: [Unicode.Scalar], _ at: inout Int
    ) throws(WhereError) -> String {
        if at + 1 < characters.count {
            let two = string(characters[at...(at + 1)])
            if two == "--" || two == "/*" {
                throw WhereError("comments are not accepted", position: at)
            }
            if two == "==" { throw refused(two, at) }
            if signs.contains(two) {
                at += 2
                return two == "!=" ? "<>" : two
            }
        }
        guard "=<>+-*/(),".unicodeScalars.contains(characters[at]) else {
            throw refused(string(CollectionOfOne(characters[at])), at)
        }
        at += 1
        return string(CollectionOfOne(characters[at - 1]))
    }

    private static func refused(_ sign: String, _ position: Int) -> WhereError {
        WhereError(
            "\"\(sign)\" is not allowed in a condition" + WhereDialect.remedy(sign: sign),
            position: position)
    }
}

// MARK: - Statistics

extension WhereLexer {
    private static let statistics: Set = ["count", "sum", "min", "max", "avg", "stddev", "var"]

    /// Replaces each call to a statistic by a single quoted name.
    static func namingStatistics(_ tokens: [WhereToken]) -> [WhereToken] {
        var named: [WhereToken] = []
        var at = 0
        while at < tokens.count {
            if at + 3 < tokens.count, let name = statistic(tokens[at..<(at + 4)]) {
                named.append(WhereToken(kind: .quoted(name), position: tokens[at].position))
                at += 4
            } else {
                named.append(tokens[at])
                at += 1
            }
        }
        return named
    }

    /// Returns the name for `KIND ( field )`, or `nil` for other tokens.
    private static func statistic(_ call: ArraySlice<WhereToken>) -> String? {
        let kinds = call.map(\.kind)
        guard case .word(let kind) = kinds[0], statistics.contains(kind.lowercased()),
            kinds[1] == .sign("("), kinds[3] == .sign(")")
        else { return nil }
        let field: String
        switch kinds[2] {
        case .word(let name), .quoted(let name): field = name
        case .sign("*"): field = "*"
        case .number, .text, .sign, .end: return nil
        }
        return "\(kind.uppercased())(\(field))"
    }
}
