// The frame of every page: head, way back, content, other formats.

/// A page of the services directory.
struct DirectoryPage: Sendable {
    /// A step of the way from the root to the page.
    struct Crumb: Sendable {
        var name: String
        var path: String
    }

    /// The page's heading.
    var title: String
    /// The pages above it, from the root.
    var trail: [Crumb] = []
    /// What stands below the heading.
    var content = HTML()
    /// The path of the same resource as JSON, or `nil` when the page has none.
    var jsonPath: String?

    /// The page as bytes.
    var bytes: [UInt8] {
        var html = HTML()
        html.element("html", ["lang": "en"]) { html in
            html.element("head") { html in
                html.void("meta", ["charset": "utf-8"])
                html.void(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"])
                html.element("title", "\(title) – Waypost services directory")
                html.element("style", Self.style)
            }
            html.element("body", writeBody)
        }
        return Array("<!DOCTYPE html>\n".utf8) + Array(html.markup.utf8)
    }

    private func writeBody(_ html: inout HTML) {
        html.element("header") { html in
            html.element("nav", ["aria-label": "Way from the root"]) { html in
                html.element("ol", ["class": "trail"]) { html in
                    for crumb in trail {
                        html.element("li") { $0.link(crumb.name, to: crumb.path) }
                    }
                    html.element("li", ["aria-current": "page"], title)
                }
            }
        }
        html.element("main") { html in
            html.element("h1", title)
            html.append(content)
        }
        html.element("footer") { html in
            if let jsonPath {
                html.element("p") { html in
                    html.text("This page as ")
                    html.link("JSON", to: "\(jsonPath)?f=pjson")
                }
            }
            html.element("p", "Waypost \(ServerInfo.currentVersion)")
        }
    }

    // Colors keep a contrast of 7:1 and follow the reader's light or dark setting. No quotes or
    // angle brackets: the text is escaped like any other.
    private static let style = """
        :root { color-scheme: light dark; --line: #8a8f98; --soft: #eef1f4; --accent: #0b4f8a }
        @media (prefers-color-scheme: dark) { :root { --soft: #23272e; --accent: #9ecbff } }
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 64rem; \
        padding: 0 1rem 2rem }
        h1 { font-size: 1.6rem; margin: .5rem 0 } h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem }
        a { color: var(--accent) }
        .trail { display: flex; flex-wrap: wrap; gap: .25rem .75rem; list-style: none; \
        padding: .75rem 0 0; margin: 0 }
        dl { display: grid; grid-template-columns: minmax(10rem, max-content) 1fr; \
        gap: .25rem 1rem }
        dt { font-weight: 600 } dd { margin: 0; overflow-wrap: anywhere }
        table { border-collapse: collapse; margin: 1rem 0; width: 100% }
        caption { text-align: left; font-weight: 600; padding: .25rem 0 }
        th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; \
        text-align: left; vertical-align: top }
        form { display: grid; gap: .75rem; max-width: 44rem }
        label { display: block; font-weight: 600 }
        .hint { font-weight: 400; font-size: .9rem }
        input, select, textarea { box-sizing: border-box; font: inherit; padding: .35rem; \
        width: 100% }
        button { font: inherit; padding: .5rem 1.25rem }
        pre { background: var(--soft); overflow: auto; padding: 1rem; max-height: 40rem }
        .warning { border-left: .3rem solid var(--accent); padding-left: .75rem }
        footer { border-top: 1px solid var(--line); font-size: .9rem; margin-top: 2rem }
        """
}
