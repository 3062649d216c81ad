// `/guide`: the guide's table of contents, and its pages.

import Geo
import Guide
import PublishedServices
import ServicePages

/// `/guide`: the pages, by part.
struct GuideIndex: Resource {
    static let crumb = DirectoryPage.Crumb(name: "Guide", path: PathPattern<Void>.guide.path)

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.array("pages") { writer in
                for page in GuidePage.allCases {
                    writer.beginObject()
                    writer.member("name", page.rawValue)
                    writer.member("title", page.title)
                    writer.member("part", page.part.rawValue)
                    writer.endObject()
                }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Guide", trail: [ServicesListing.rootCrumb],
            lead: "How to ask for routes, and how to run the server that answers.",
            jsonPath: PathPattern<Void>.guide.path)
        for (place, part) in GuidePage.Part.allCases.enumerated() {
            var cards = GuidePage.allCases.filter { $0.part == part }.map { page in
                (
                    name: page.title, path: PathPattern<GuidePage>.guidePage.path(of: page),
                    text: Self.summary(of: page)
                )
            }
            if part == .using {
                cards.append(
                    (
                        name: "API reference", path: PathPattern<String>.apiReference.path(of: ""),
                        text: "Every URL of this server, with its parameters."
                    ))
            }
            page.section("part-\(place + 1)", part.rawValue) { $0.cards(cards) }
        }
        return page
    }

    /// Returns a page's first sentence.
    private static func summary(of page: GuidePage) -> String {
        for block in MarkdownReader.blocks(of: page.text) {
            guard case .paragraph(let texts) = block else { continue }
            let text = texts.plain
            guard let end = text.firstRange(of: ". ") ?? text.firstRange(of: ": ") else {
                return text
            }
            return "\(text[..<end.lowerBound])."
        }
        return ""
    }
}

/// `/guide/PAGE`: a page.
struct GuideResource: Resource {
    let guidePage: GuidePage

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("name", guidePage.rawValue)
            writer.member("title", guidePage.title)
            writer.member("markdown", guidePage.text)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: guidePage.title, trail: [ServicesListing.rootCrumb, GuideIndex.crumb],
            jsonPath: PathPattern<GuidePage>.guidePage.path(of: guidePage))
        MarkdownHTML.add(MarkdownReader.blocks(of: guidePage.text), to: &page)
        let (before, after) = guidePage.neighbors
        page.content.element("nav", ["class": "contents", "aria-label": "Neighboring pages"]) {
            $0.list([("Before: ", before), ("Next: ", after)].filter { $0.1 != nil }) {
                html, neighbor in
                guard let page = neighbor.1 else { return }
                html.text(neighbor.0)
                html.link(page.title, to: PathPattern<GuidePage>.guidePage.path(of: page))
            }
        }
        return page
    }
}
