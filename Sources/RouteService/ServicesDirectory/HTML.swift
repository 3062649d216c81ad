// HTML built by calls, so that text from a request or a network can never become markup.

/// A piece of HTML.
struct HTML: Sendable {
    /// What has been written.
    private(set) var markup = ""

    /// Writes an element with what `body` writes into it.
    mutating func element(_ name: String, _ body: (inout HTML) -> Void) {
        element(name, [:], body)
    }

    /// Writes an element that holds text.
    mutating func element(_ name: String, _ text: String) {
        element(name, [:], text)
    }

    /// Writes an element with what `body` writes into it.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, _ body: (inout HTML) -> Void
    ) {
        open(name, attributes)
        body(&self)
        markup += "</\(name)>"
    }

    /// Writes an element that holds text.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String
    ) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element that holds nothing and is not closed, such as `input`.
    mutating func void(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        open(name, attributes)
    }

    /// Writes text.
    mutating func text(_ text: String) {
        markup += Self.escaped(text)
    }

    /// Writes a piece that was made elsewhere.
    mutating func append(_ piece: HTML) {
        markup += piece.markup
    }

    /// Writes a link.
    mutating func link(_ text: String, to path: String) {
        element("a", ["href": path], text)
    }

    /// Writes rows of a name and a value.
    mutating func facts(_ rows: [(name: String, value: String)]) {
        element("dl") { html in
            for row in rows {
                html.element("dt", row.name)
                html.element("dd", row.value)
            }
        }
    }

    /// Writes a list.
    mutating func list<Item>(_ items: [Item], _ write: (inout HTML, Item) -> Void) {
        element("ul") { html in
            for item in items { html.element("li") { write(&$0, item) } }
        }
    }

    /// Writes a table with a heading for each column.
    mutating func table(caption: String, columns: [String], rows: [[String]]) {
        element("table") { html in
            html.element("caption", caption)
            html.element("thead") { html in
                html.element("tr") { html in
                    for column in columns { html.element("th", ["scope": "col"], column) }
                }
            }
            html.element("tbody") { html in
                for row in rows {
                    html.element("tr") { html in
                        for cell in row { html.element("td", cell) }
                    }
                }
            }
        }
    }

    private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        markup += "<\(name)"
        for (key, value) in attributes {
            // An attribute that is there or not, such as `selected`, has no value.
            markup +=
                value.isEmpty && key != "value" ? " \(key)" : " \(key)=\"\(Self.escaped(value))\""
        }
        markup += ">"
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
