// Builds HTML by calls, so that text from a request or a network can never become markup.

import Geo
import Pictures
package import RouteAPI
package import ServiceTransport

/// A piece of HTML.
package struct HTML: Sendable {
    private(set) var markup = ""
    /// Where paths of this server begin in ``markup``, in bytes; a proxy's prefix comes before
    /// them.
    private var paths: [Int] = []

    /// Writes a request's value; if it is long, lines may break anywhere in it.
    package init(value text: String) {
        if !text.isEmpty { element("span", ["class": "code"], text) }
    }

    package init() {}

    /// Writes a piece of text.
    package init(_ text: String) { self.text(text) }

    /// Writes names and values as they are on the wire.
    package init(code text: String) {
        if !text.isEmpty { code(text) }
    }

    /// Writes an element; `body` writes its contents.
    package mutating func element(_ name: String, _ body: (inout HTML) -> Void) {
        element(name, [:], body)
    }

    /// Writes an element that holds text.
    package mutating func element(_ name: String, _ text: String) {
        element(name, [:], text)
    }

    /// Writes an element; `body` writes its contents.
    ///
    /// - Parameter more: Further attributes.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>,
        adding more: KeyValuePairs<String, String> = [:], _ body: (inout HTML) -> Void
    ) {
        open(name, attributes, more)
        body(&self)
        markup += "</\(name)>"
    }

    /// Writes an element that holds text.
    package mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>,
        adding more: KeyValuePairs<String, String> = [:], _ text: String
    ) {
        element(name, attributes, adding: more) { $0.text(text) }
    }

    /// Writes an element that holds nothing and is not closed, such as `input`.
    package mutating func void(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
        _ more: KeyValuePairs<String, String> = [:]
    ) {
        open(name, attributes, more)
    }

    /// Writes a page's style, which is not escaped.
    package mutating func style(_ sheet: StyleSheetText) { markup += "<style>\(sheet.css)</style>" }

    /// Writes text that programs search the page for, as a data block: browsers neither run it nor
    /// show it.
    ///
    /// - Precondition: `text` does not contain `<`, which could end the element.
    package mutating func data(_ text: String) {
        precondition(!text.utf8.contains(UInt8(ascii: "<")), "data block contains markup")
        markup += "<script type=\"text/plain\">\(text)</script>"
    }

    /// Writes an answer's map with its caption; writes nothing if the answer has no shapes.
    package mutating func map(of result: AnalysisResult) {
        guard let drawing = AnswerDrawing(onPage: result) else { return }
        element("figure") { html in
            html.markup += drawing.element
            html.element("figcaption", drawing.caption)
        }
    }

    package mutating func text(_ text: String) {
        markup += Markup.escaped(text)
    }

    /// Writes a piece made elsewhere.
    package mutating func append(_ piece: HTML) {
        let start = markup.utf8.count
        paths += piece.paths.map { $0 + start }
        markup += piece.markup
    }

    /// Returns the markup, with a prefix before each path of this server.
    package func bytes(below prefix: PathPrefix) -> [UInt8] {
        let plain = Array(markup.utf8)
        guard !prefix.text.isEmpty else { return plain }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(plain.count + paths.count * prefix.text.utf8.count)
        var start = 0
        for path in paths {
            bytes += plain[start..<path]
            bytes += prefix.text.utf8
            start = path
        }
        return bytes + plain[start...]
    }

    package mutating func link(_ text: String, to path: String) {
        element("a", ["href": path], text)
    }

    /// Writes parameters' names and requests' values.
    package mutating func code(_ text: String) {
        element("code", text)
    }

    /// Writes lines of code or of an answer, as they stand. Long ones scroll in a box of their own.
    package mutating func block(_ text: String) {
        element("pre", ["tabindex": "0", "role": "region", "aria-label": "Code"], text)
    }

    /// Writes rows of a name and a value.
    package mutating func facts(_ rows: [(name: String, value: String)]) {
        element("dl") { html in
            for row in rows {
                html.element("dt", row.name)
                html.element("dd", row.value)
            }
        }
    }

    package mutating func list<Item>(_ items: [Item], _ write: (inout HTML, Item) -> Void) {
        guard !items.isEmpty else { return }
        element("ul") { html in
            for item in items { html.element("li") { write(&$0, item) } }
        }
    }

    /// Writes links, each with a sentence about its target.
    package mutating func cards(_ cards: [(name: String, path: String, text: String)]) {
        guard !cards.isEmpty else { return }
        element("ul", ["class": "cards"]) { html in
            for card in cards {
                html.element("li") { html in
                    html.link(card.name, to: card.path)
                    if !card.text.isEmpty { html.element("p", card.text) }
                }
            }
        }
    }

    /// Writes a table with a heading for each column and, in the first cell, one for each row.
    ///
    /// On a narrow screen each row becomes a list of its cells with their headings. If a table is
    /// wider than the page, it scrolls in its own box, which is accessible by keyboard and named
    /// for screen readers. Empty columns are left out.
    ///
    /// - Parameter id: The caption's id, unique on the page.
    package mutating func table(caption: String, id: String, columns: [String], rows: [[HTML]]) {
        let filled = columns.indices.filter { column in
            column == 0 || rows.contains { !$0[column].markup.isEmpty }
        }
        let box: KeyValuePairs = [
            "class": "scroll", "role": "region", "aria-labelledby": id, "tabindex": "0",
        ]
        element("div", box) { html in
            html.element("table", filled.count > 3 ? ["class": "listed"] : [:]) { html in
                html.element("caption") { $0.element("span", ["id": id], caption) }
                html.element("thead") { html in
                    html.element("tr") { html in
                        for column in filled {
                            html.element("th", ["scope": "col"]) { $0.words(columns[column]) }
                        }
                    }
                }
                html.element("tbody") { html in
                    for row in rows {
                        html.element("tr") { html in
                            html.cells(filled.map { (columns[$0], row[$0]) })
                        }
                    }
                }
            }
        }
    }

    /// Writes cells, each with its column's heading, which narrow screens show beside it.
    private mutating func cells(_ row: [(heading: String, cell: HTML)]) {
        for (place, (heading, cell)) in row.enumerated() {
            if place == 0 {
                element("th", ["scope": "row"]) { $0.append(cell) }
            } else if !cell.markup.isEmpty {
                element("td", ["data-column": heading]) { $0.append(cell) }
            } else {
                element("td", "")
            }
        }
    }

    /// Writes a name such as `Total_TravelTime`, in which lines may break between words.
    private mutating func words(_ name: String) {
        var word = ""
        for character in name {
            if character.isUppercase, word.last?.isLowercase == true || word.last == "_" {
                text(word)
                void("wbr")
                word = ""
            }
            word.append(character)
        }
        text(word)
    }

    private mutating func open(
        _ name: String, _ attributes: KeyValuePairs<String, String>,
        _ more: KeyValuePairs<String, String> = [:]
    ) {
        markup += "<\(name)"
        for (key, value) in Array(attributes) + Array(more) {
            // A boolean attribute, such as `selected`, has no value.
            if value.isEmpty, key != "value" {
                markup += " \(key)"
                continue
            }
            markup += " \(key)=\""
            if ["href", "action"].contains(key), PathPrefix.isOwn(value) {
                paths.append(markup.utf8.count)
            }
            markup += "\(Markup.escaped(value))\""
        }
        markup += ">"
    }
}
