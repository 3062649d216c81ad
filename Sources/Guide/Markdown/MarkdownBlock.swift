// What a page consists of: blocks, and the text in them.

/// A block of a page.
package indirect enum MarkdownBlock: Hashable, Sendable {
    /// A heading of level 1 to 6, with its anchor: a word, unique on the page.
    case heading(level: Int, anchor: String, [MarkdownText])
    case paragraph([MarkdownText])
    /// Code or an answer, as it stands, with the language that the page names; empty if it names
    /// none.
    case code(language: String, String)
    /// A list; each item has blocks of its own.
    case list(isOrdered: Bool, items: [[MarkdownBlock]])
    /// A table; each row has as many cells as the head.
    case table(head: [[MarkdownText]], rows: [[[MarkdownText]]])
}

/// A piece of text.
package indirect enum MarkdownText: Hashable, Sendable {
    case plain(String)
    case code(String)
    case strong([MarkdownText])
    case emphasis([MarkdownText])
    case link([MarkdownText], target: String)
    /// A picture, which pages show as its description.
    case image(description: String)

    /// The text without its form.
    package var plain: String {
        switch self {
        case .plain(let text), .code(let text): text
        case .strong(let texts), .emphasis(let texts), .link(let texts, _): texts.plain
        case .image(let description): description
        }
    }
}

extension [MarkdownText] {
    /// The text without its form.
    package var plain: String { map(\.plain).joined() }
}
