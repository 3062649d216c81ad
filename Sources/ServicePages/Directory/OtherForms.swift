// Links to the same answer in other formats, or buttons if a link would be too long.

import PublishedServices
import RouteAPI

/// Writes links from an answer's page to the same answer in other formats.
struct OtherForms {
    let layer: PublishedLayer
    let fields: FormParameters
    let operation: LayerOperation

    private static let hint =
        "For other formats, send the request with f=json, pjson, geojson or gpkg."

    private static let formats = [
        (value: "json", name: "JSON"), (value: "pjson", name: "indented JSON"),
        (value: "geojson", name: "GeoJSON"), (value: "gpkg", name: "GeoPackage"),
    ]

    /// Writes the links or buttons.
    func write(to html: inout HTML) {
        let action = "\(ResourcePath.layer(layer))/\(operation.name)"
        guard fields.byteCount <= OperationForm.longestValue else {
            html.element("p", Self.hint)
            return
        }
        let query = fields.askedQuery
        if let query = fields.linkQuery {
            html.element("p") { html in
                html.text("The same as ")
                for (place, format) in Self.formats.enumerated() {
                    if place > 0 { html.text(place == Self.formats.count - 1 ? " or " : ", ") }
                    html.link(format.name, to: "\(action)?\(query)&f=\(format.value)")
                }
            }
            return
        }
        guard query.utf8.count <= OperationForm.longestValue else {
            html.element("p", Self.hint)
            return
        }
        html.element("form", ["action": action, "method": "post"]) { html in
            for field in fields.asked {
                html.void("input", ["type": "hidden", "name": field.name, "value": field.value])
            }
            html.element("p", ["class": "actions"]) { html in
                for format in Self.formats {
                    html.element(
                        "button", ["type": "submit", "name": "f", "value": format.value],
                        "As \(format.name)")
                }
            }
        }
    }
}

extension FormParameters {
    /// Some browsers and servers truncate longer URLs.
    private static let longestLink = 4_000

    /// The request's fields without the format. If a field is repeated, the last one counts.
    fileprivate var asked: [Field] {
        fields.filter { !["f", "callback"].contains($0.name.lowercased()) && !$0.value.isEmpty }
    }

    /// The same as a query.
    fileprivate var askedQuery: String {
        asked.map { "\(ResourcePath.encoded($0.name))=\(ResourcePath.encoded($0.value))" }
            .joined(separator: "&")
    }

    /// The request's fields without the format, as a query for a link; `nil` if it is too long, or
    /// has a token, which a link would leave in histories and bookmarks.
    package var linkQuery: String? {
        let query = askedQuery
        return query.utf8.count <= Self.longestLink && text("token") == nil ? query : nil
    }
}
