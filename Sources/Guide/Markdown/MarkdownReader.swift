// Reads Markdown as far as this project's pages use it.

/// Reads a page's blocks.
///
/// It knows what the pages in `Documentation` have: headings with `#`, paragraphs, fenced code,
/// lists without lists in them, and tables. Everything else is text, also HTML. It never fails, and
/// takes a time proportional to the page's length.
package struct MarkdownReader {
    private let lines: [Substring]
    private var next = 0
    private var anchors = HeadingAnchors()

    /// Reads a page.
    ///
    /// - Complexity: O(*n*) for *n* bytes, and O(*m*²) for the *m* bytes of its longest paragraph.
    package static func blocks(of page: String) -> [MarkdownBlock] {
        var reader = MarkdownReader(
            lines: page.split(separator: "\n", omittingEmptySubsequences: false))
        return reader.blocks()
    }

    private init(lines: [Substring]) { self.lines = lines }

    private mutating func blocks() -> [MarkdownBlock] {
        var blocks: [MarkdownBlock] = []
        while next < lines.count {
            if Self.isBlank(lines[next]) {
                next += 1
            } else {
                blocks.append(block())
            }
        }
        return blocks
    }

    private mutating func block() -> MarkdownBlock {
        let line = lines[next]
        if line.hasPrefix("```") { return code() }
        if let level = Self.headingLevel(of: line) {
            next += 1
            let text = InlineReader.texts(of: String(line.dropFirst(level + 1)))
            return .heading(level: level, anchor: anchors.id(for: text.plain), text)
        }
        if let marker = ListMarker(line) { return list(like: marker) }
        if next + 1 < lines.count, line.hasPrefix("|"), Self.isTableRule(lines[next + 1]) {
            return table()
        }
        return paragraph()
    }

    private mutating func code() -> MarkdownBlock {
        // What follows the language, such as the name of a file, is for tests.
        let language = String(lines[next].dropFirst(3).trimmed.prefix { $0 != " " })
        next += 1
        let start = next
        while next < lines.count, !lines[next].hasPrefix("```") { next += 1 }
        let text = lines[start..<next].joined(separator: "\n")
        next += 1
        return .code(language: language, text)
    }

    private mutating func paragraph() -> MarkdownBlock {
        var text: [Substring] = []
        while next < lines.count, !Self.isBlank(lines[next]),
            text.isEmpty || !Self.beginsBlock(lines[next])
        {
            text.append(lines[next].drop { $0 == " " })
            next += 1
        }
        return .paragraph(InlineReader.texts(of: text.joined(separator: " ")))
    }

    // MARK: - Lists

    private mutating func list(like first: ListMarker) -> MarkdownBlock {
        var items: [[MarkdownBlock]] = []
        while next < lines.count, let marker = ListMarker(lines[next]),
            marker.isOrdered == first.isOrdered
        {
            items.append(item(after: marker))
            var ahead = next
            while ahead < lines.count, Self.isBlank(lines[ahead]) { ahead += 1 }
            if ahead < lines.count, ListMarker(lines[ahead])?.isOrdered == first.isOrdered {
                next = ahead
            }
        }
        return .list(isOrdered: first.isOrdered, items: items)
    }

    /// Reads an item: the text beside the marker, and what is indented like it.
    private mutating func item(after marker: ListMarker) -> [MarkdownBlock] {
        var inner = [lines[next].dropFirst(marker.width)]
        next += 1
        while next < lines.count {
            let line = lines[next]
            if line.prefix(marker.width).allSatisfy({ $0 == " " }), line.count > marker.width {
                inner.append(line.dropFirst(marker.width))
            } else if Self.isBlank(line), next + 1 < lines.count,
                lines[next + 1].hasPrefix(String(repeating: " ", count: marker.width))
            {
                inner.append("")
            } else {
                break
            }
            next += 1
        }
        // A list in a list is text: pages have none, and so nothing nests without end.
        var reader = MarkdownReader(lines: inner)
        var blocks: [MarkdownBlock] = []
        while reader.next < reader.lines.count {
            let line = reader.lines[reader.next]
            if Self.isBlank(line) {
                reader.next += 1
            } else {
                blocks.append(line.hasPrefix("```") ? reader.code() : reader.paragraph())
            }
        }
        return blocks
    }

    // MARK: - Tables

    private mutating func table() -> MarkdownBlock {
        let head = Self.cells(of: lines[next])
        next += 2
        var rows: [[[MarkdownText]]] = []
        while next < lines.count, lines[next].hasPrefix("|") {
            var row = Self.cells(of: lines[next]).prefix(head.count)
            while row.count < head.count { row.append("") }
            rows.append(row.map { InlineReader.texts(of: $0) })
            next += 1
        }
        return .table(head: head.map { InlineReader.texts(of: $0) }, rows: rows)
    }

    /// Returns a row's cells. A bar after a backslash is a bar, also in code.
    private static func cells(of line: Substring) -> [String] {
        var cells: [String] = []
        var cell = ""
        var isEscaped = false
        for character in line.trimmed.dropFirst() {
            if isEscaped {
                cell += character == "|" ? "|" : "\\\(character)"
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "|" {
                cells.append(cell[...].trimmed)
                cell = ""
            } else {
                cell.append(character)
            }
        }
        if isEscaped { cell += "\\" }
        let rest = cell[...].trimmed
        return rest.isEmpty ? cells : cells + [rest]
    }

    private static func isTableRule(_ line: Substring) -> Bool {
        line.hasPrefix("|") && line.contains("-") && line.allSatisfy { "|-: ".contains($0) }
    }

    // MARK: - Lines

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy { $0 == " " } }

    private static func headingLevel(of line: Substring) -> Int? {
        let level = line.prefix { $0 == "#" }.count
        return (1...6).contains(level) && line.dropFirst(level).first == " " ? level : nil
    }

    private static func beginsBlock(_ line: Substring) -> Bool {
        line.hasPrefix("```") || line.hasPrefix("|") || headingLevel(of: line) != nil
            || ListMarker(line) != nil
    }
}

/// What begins an item: `- ` or `1. `.
private struct ListMarker {
    let isOrdered: Bool
    /// How far the item's text is indented.
    let width: Int

    init?(_ line: Substring) {
        if line.hasPrefix("- ") {
            (isOrdered, width) = (false, 2)
            return
        }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), line.dropFirst(digits.count).hasPrefix(". ") else {
            return nil
        }
        (isOrdered, width) = (true, digits.count + 2)
    }
}

extension Substring {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
