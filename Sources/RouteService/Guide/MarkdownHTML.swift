// Writes a page of the guide as HTML.

import Guide
import PublishedServices
import ServicePages

/// Writes blocks of Markdown into a page of the services directory.
struct MarkdownHTML {
    private var page: DirectoryPage
    /// The heading above, which names the tables below it.
    private var heading = ""
    private var tableCount = 0

    /// Adds blocks to a page. The first heading is the page's own, and is left out.
    ///
    /// Every second heading begins a section, which the page's table of contents has.
    static func add(_ blocks: [MarkdownBlock], to page: inout DirectoryPage) {
        var writer = MarkdownHTML(page: page)
        writer.add(blocks)
        page = writer.page
    }

    private init(page: DirectoryPage) {
        self.page = page
        heading = page.title
    }

    private mutating func add(_ blocks: [MarkdownBlock]) {
        var section: (anchor: String, title: String)?
        var pending: [MarkdownBlock] = []
        func flush(_ writer: inout MarkdownHTML) {
            if let section {
                writer.heading = section.title
                var html = HTML()
                for block in pending { writer.write(block, to: &html) }
                writer.page.section(section.anchor, section.title) { $0.append(html) }
            } else {
                var html = HTML()
                for block in pending { writer.write(block, to: &html) }
                writer.page.content.append(html)
            }
            pending = []
        }
        for block in blocks {
            switch block {
            case .heading(1, _, _): continue
            case .heading(2, let anchor, let title):
                flush(&self)
                section = (anchor, title.plain)
            default: pending.append(block)
            }
        }
        flush(&self)
    }

    private mutating func write(_ block: MarkdownBlock, to html: inout HTML) {
        switch block {
        case .heading(let level, let anchor, let texts):
            heading = texts.plain
            html.element("h\(min(level, 4))", ["id": anchor]) { Self.write(texts, to: &$0) }
        case .paragraph(let texts): html.element("p") { Self.write(texts, to: &$0) }
        case .code(_, let text): html.block(text)
        case .list(let isOrdered, let items):
            html.element(isOrdered ? "ol" : "ul") { html in
                for item in items {
                    html.element("li") { html in
                        for (place, block) in item.enumerated() {
                            // Short items stay on a line.
                            if case .paragraph(let texts) = block, place == 0 {
                                Self.write(texts, to: &html)
                            } else {
                                write(block, to: &html)
                            }
                        }
                    }
                }
            }
        case .table(let head, let rows):
            tableCount += 1
            html.table(
                caption: heading, id: "table-\(tableCount)", columns: head.map(\.plain),
                rows: rows.map { row in
                    row.map { texts in
                        var cell = HTML()
                        Self.write(texts, to: &cell)
                        return cell
                    }
                })
        }
    }

    private static func write(_ texts: [MarkdownText], to html: inout HTML) {
        for text in texts { write(text, to: &html) }
    }

    private static func write(_ text: MarkdownText, to html: inout HTML) {
        switch text {
        case .plain(let text): html.text(text)
        case .code(let text): html.code(text)
        case .strong(let texts): html.element("strong") { write(texts, to: &$0) }
        case .emphasis(let texts): html.element("em") { write(texts, to: &$0) }
        case .image(let description): html.text(description)
        case .link(let texts, let target):
            guard let link = GuideLink(target) else { return write(texts, to: &html) }
            html.element("a", ["href": link.target]) { write(texts, to: &$0) }
        }
    }
}

extension GuideLink {
    /// What a page's link leads to.
    fileprivate var target: String {
        switch self {
        case .part(let anchor): "#\(anchor)"
        case .elsewhere(let url): url
        case .page(let page, let anchor):
            PathPattern<GuidePage>.guidePage.path(of: page) + (anchor.map { "#\($0)" } ?? "")
        }
    }
}
