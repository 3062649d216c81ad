// The frame of every page: breadcrumbs, heading, content, other formats. Styles are in Stylesheet.

package import PublishedServices
import RouteAPI
package import ServiceTransport

/// A page in the services directory.
///
/// Every ``Resource`` makes one, and ``AnswerWriter`` adds the visitor and turns it into bytes. Set
/// the heading and the trail, then write content with ``section(_:_:_:)``, which fills the table of
/// contents, or directly to ``content``. The frame adds breadcrumbs, the link to the same resource
/// as JSON, and the sign-in.
///
/// Pages work without scripts and load nothing. They must stay accessible: ids are unique, headings
/// have no gaps, tables have captions and controls have labels; `PageTests` checks all of these.
package struct DirectoryPage: Sendable {
    /// A page above this one.
    package struct Crumb: Sendable {
        package var name: String
        package var path: String

        package init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// A part of a section, with a heading of its own.
    package struct Part: Sendable {
        package var id: String
        package var title: String

        /// - Parameter id: Unique on the page.
        package init(id: String, title: String) {
            self.id = id
            self.title = title
        }
    }

    /// A part of the page, linked from its table of contents.
    private struct Section {
        var id: String
        var title: String
        var parts: [Part] = []
    }

    package var title: String
    /// The window's title, if programs read it; otherwise the title contains the heading.
    package var windowTitle: String?
    /// The pages above it, from the root.
    package var trail: [Crumb] = []
    /// A sentence or two below the heading.
    package var lead = ""
    /// The content below the heading.
    package var content = HTML()
    /// The path of the same resource as JSON, or `nil` if the page has none.
    package var jsonPath: String?
    /// The visitor, on a server with users.
    package var visitor: Visitor?
    private var sections: [Section] = []

    /// Makes a page with a heading.
    package init(title: String, trail: [Crumb] = [], lead: String = "", jsonPath: String? = nil) {
        self.title = title
        self.trail = trail
        self.lead = lead
        self.jsonPath = jsonPath
    }

    /// Adds a part with a heading.
    ///
    /// - Parameter id: Unique on the page.
    package mutating func section(_ id: String, _ title: String, _ body: (inout HTML) -> Void) {
        sections.append(Section(id: id, title: title))
        content.element("section", ["aria-labelledby": id]) { html in
            html.element("h2", ["id": id], title)
            body(&html)
        }
    }

    /// Adds a part with a heading, a line below it, and parts of its own.
    ///
    /// - Parameter id: Unique on the page.
    /// - Parameter body: Writes the part at a position.
    package mutating func section(
        _ id: String, _ title: String, parts: [Part], lead: (inout HTML) -> Void,
        body: (inout HTML, Int) -> Void
    ) {
        section(id, title) { html in
            html.element("p", ["class": "quiet"], lead)
            for (place, part) in parts.enumerated() {
                html.element("h3", ["id": part.id], part.title)
                body(&html, place)
            }
        }
        sections[sections.count - 1].parts = parts
    }

    /// Returns the page's bytes.
    ///
    /// - Parameter prefix: What links to this server begin with.
    package func bytes(below prefix: PathPrefix = PathPrefix()) -> [UInt8] {
        var html = HTML()
        html.element("html", ["lang": "en"]) { html in
            html.element("head") { html in
                html.void("meta", ["charset": "utf-8"])
                html.void(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                html.void("meta", ["name": "color-scheme", "content": "light dark"])
                html.element("title", windowTitle ?? "\(title) – Waypost")
                html.style(Stylesheet.sheet)
            }
            html.element("body", writeBody)
        }
        return Array("<!DOCTYPE html>\n".utf8) + html.bytes(below: prefix)
    }

    private func writeBody(_ html: inout HTML) {
        html.element("a", ["class": "skip", "href": "#content"], "Skip to the content")
        html.element("header") { html in
            html.element("div", ["class": "wide"]) { html in
                html.element("nav", ["aria-label": "Path from the root"], writeTrail)
                visitor?.write(to: &html)
            }
        }
        html.element("main", ["class": "wide", "id": "content", "tabindex": "-1"]) { html in
            html.element("h1", title)
            if !lead.isEmpty { html.element("p", ["class": "lead"], lead) }
            if sections.reduce(0, { $0 + 1 + $1.parts.count }) > 3 { writeContents(to: &html) }
            html.append(content)
        }
        html.element("footer") { $0.element("div", ["class": "wide"], writeFooter) }
    }

    private func writeTrail(_ html: inout HTML) {
        html.element("ol") { html in
            let above = trail.isEmpty ? [ServicesListing.rootCrumb] : trail
            for (place, crumb) in above.enumerated() {
                let name = place == 0 ? "Waypost services" : crumb.name
                html.element("li") { $0.link(name, to: crumb.path) }
            }
            if !trail.isEmpty { html.element("li", ["aria-current": "page"], title) }
        }
    }

    private func writeContents(to html: inout HTML) {
        html.element("nav", ["class": "contents", "aria-label": "On this page"]) { html in
            html.list(sections) { html, section in
                html.link(section.title, to: "#\(section.id)")
                html.list(section.parts) { $0.link($1.title, to: "#\($1.id)") }
            }
        }
    }

    private func writeFooter(_ html: inout HTML) {
        html.element("ul") { html in
            if let jsonPath {
                html.element("li") { html in
                    html.text("This page as ")
                    let format = jsonPath.contains("?") ? "&f=" : "?f="
                    html.link("JSON", to: "\(jsonPath)\(format)json")
                    html.text(" or ")
                    html.link("indented JSON", to: "\(jsonPath)\(format)pjson")
                }
            }
            html.element("li") {
                $0.link("API reference", to: PathPattern<String>.apiReference.path(of: ""))
            }
            html.element("li") { $0.link("OpenAPI description", to: ResourcePath.openAPI) }
            html.element(
                "li",
                "Waypost \(ProductVersion.current), as ArcGIS Server \(ServerInfo.currentVersion)")
        }
    }
}

extension Visitor {
    /// Writes the link to the sign-in, or who is signed in.
    fileprivate func write(to html: inout HTML) {
        switch self {
        case .guest: html.element("p") { $0.link("Sign in", to: ResourcePath.tokens) }
        case .user(let name):
            html.element("form", ["method": "post", "action": ResourcePath.signOut]) { html in
                html.element("p") { html in
                    html.text("Signed in as \(name) ")
                    html.element("button", ["type": "submit"], "Sign out")
                }
            }
        }
    }
}
