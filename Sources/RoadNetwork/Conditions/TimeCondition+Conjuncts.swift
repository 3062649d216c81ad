// Takes a condition apart at its ANDs and brackets.

extension TimeCondition {
    /// Splits a text at the words `AND`, which may stand in brackets around parts of it:
    /// `weight>7.5 AND (Mo-Fr AND 07:00-19:00)`.
    package static func conjuncts(of text: String) -> [String] {
        let parts = outerConjuncts(of: text)
        guard text.utf8.count <= longestText else { return parts }
        return parts.flatMap { part in
            bracketed(part).map { conjuncts(of: String($0)) } ?? [part]
        }
    }

    /// Returns what is between the first and the last character of a text if they are brackets and
    /// belong together; otherwise `nil`.
    package static func bracketed(_ text: some StringProtocol) -> Substring? {
        let trimmed = Substring(text).drop { $0 == " " }
        guard trimmed.first == "(", let end = trimmed.lastIndex(where: { $0 != " " }),
            trimmed[end] == ")"
        else { return nil }
        var depth = 0
        for place in trimmed[...end].indices {
            if trimmed[place] == "(" { depth += 1 }
            if trimmed[place] == ")" { depth -= 1 }
            if depth == 0, place < end { return nil }
        }
        return depth == 0 ? trimmed[..<end].dropFirst() : nil
    }

    /// Splits a text at the words `AND` that stand outside brackets.
    private static func outerConjuncts(of text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for word in text.split(separator: " ") {
            if depth <= 0, word.lowercased() == "and" {
                parts.append("")
            } else {
                parts[parts.count - 1] += " " + word
            }
            for byte in word.utf8 {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
            }
        }
        return parts
    }
}
