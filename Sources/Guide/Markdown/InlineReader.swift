// Reads the text of a paragraph, a heading or a cell.

/// Reads code, strong and emphasized text, links and pictures.
///
/// Underscores are text, because names have them.
struct InlineReader {
    private let text: [Character]
    private var next = 0
    /// Pieces in pieces are read this deep; deeper marks are text.
    private let depth: Int

    private static let greatestDepth = 3

    /// Reads a text.
    static func texts(of text: String) -> [MarkdownText] { texts(of: Array(text), depth: 0) }

    private static func texts(of text: [Character], depth: Int) -> [MarkdownText] {
        var reader = InlineReader(text: text, depth: depth)
        return reader.texts()
    }

    private init(text: [Character], depth: Int) {
        self.text = text
        self.depth = depth
    }

    private mutating func texts() -> [MarkdownText] {
        var texts: [MarkdownText] = []
        var plain = ""
        while next < text.count {
            if let piece = piece() {
                if !plain.isEmpty { texts.append(.plain(plain)) }
                plain = ""
                texts.append(piece)
                continue
            }
            // A backslash takes the meaning from a mark after it.
            if text[next] == "\\", next + 1 < text.count, "\\`*_[]|<>#!".contains(text[next + 1]) {
                next += 1
            }
            plain.append(text[next])
            next += 1
        }
        if !plain.isEmpty { texts.append(.plain(plain)) }
        return texts
    }

    /// Reads a piece that begins here; `nil` if the next character is text.
    private mutating func piece() -> MarkdownText? {
        switch text[next] {
        case "`": return code()
        case "*" where depth < Self.greatestDepth: return marked()
        case "[" where depth < Self.greatestDepth:
            return link(from: next).map { label, target in
                .link(Self.texts(of: label, depth: depth + 1), target: target)
            }
        case "!" where next + 1 < text.count && text[next + 1] == "[":
            return link(from: next + 1).map { label, _ in .image(description: String(label)) }
        default: return nil
        }
    }

    private mutating func code() -> MarkdownText? {
        let marks = text[next...].prefix { $0 == "`" }.count
        let start = next + marks
        var end = start
        while end < text.count {
            guard text[end] == "`" else {
                end += 1
                continue
            }
            let found = text[end...].prefix { $0 == "`" }.count
            if found == marks {
                next = end + found
                return .code(String(text[start..<end]))
            }
            end += found
        }
        return nil
    }

    private mutating func marked() -> MarkdownText? {
        let marks = next + 1 < text.count && text[next + 1] == "*" ? 2 : 1
        let start = next + marks
        guard start < text.count, !text[start].isWhitespace else { return nil }
        var end = start + 1
        while end + marks <= text.count {
            let isEnd =
                text[end..<(end + marks)].allSatisfy { $0 == "*" } && !text[end - 1].isWhitespace
            if isEnd, end + marks == text.count || text[end + marks] != "*" {
                next = end + marks
                let inner = Self.texts(of: Array(text[start..<end]), depth: depth + 1)
                return marks == 2 ? .strong(inner) : .emphasis(inner)
            }
            end += 1
        }
        return nil
    }

    /// Reads `[label](target)`.
    private mutating func link(from open: Int) -> (label: [Character], target: String)? {
        var level = 0
        var end = open
        while end < text.count {
            if text[end] == "[" { level += 1 }
            if text[end] == "]" { level -= 1 }
            if level == 0 { break }
            end += 1
        }
        guard end + 1 < text.count, text[end + 1] == "(",
            let close = text[(end + 2)...].firstIndex(of: ")")
        else { return nil }
        let target = String(text[(end + 2)..<close])
        guard !target.contains(" ") else { return nil }
        next = close + 1
        return (Array(text[(open + 1)..<end]), target)
    }
}
