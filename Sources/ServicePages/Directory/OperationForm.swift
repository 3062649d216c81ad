// An operation's HTML form, made from the declarations that decode its fields.

import Geo
package import PublishedServices
package import RouteAPI

/// The controls for a layer's operation, by group of parameters.
///
/// It works without scripts: every control is a plain one, filled with the layer's default, and
/// sends the same fields as any client.
package struct OperationForm {
    package let layer: PublishedLayer
    package let operation: LayerOperation
    /// The fields as sent, which controls show instead of defaults.
    package let fields: FormParameters
    /// The ids of the elements with each control's errors.
    var faultIDs: [String: [String]] = [:]

    package var html: HTML {
        var html = HTML()
        html.element("form", ["action": action, "method": "get"]) { html in
            for group in ParameterDeclaration.Group.allCases {
                let parameters = operation.parameters.filter { $0.group == group }
                if parameters.isEmpty { continue }
                html.element("fieldset") { html in
                    html.element("legend", group.rawValue)
                    for parameter in parameters { write(parameter, to: &html) }
                    if group == .output { writeFormat(to: &html) }
                }
                if group == .inputs || group == .service { writeActions(to: &html) }
            }
        }
        return html
    }

    private var action: String { "\(ResourcePath.layer(layer))/\(operation.name)" }

    /// Returns the value sent for a parameter.
    private func sent(_ parameter: ParameterDeclaration) -> String? {
        fields.text(operation.fieldName(of: parameter.name)) ?? fields.text(parameter.name)
    }

    /// Returns the id of a parameter's control, or `nil` if the form has none.
    ///
    /// - Parameter parameter: The parameter's name, in this operation or in a solve.
    package func control(of parameter: String) -> String? {
        operation.parameters.first {
            $0.name == parameter || $0.aliases.contains(parameter)
                || operation.fieldName(of: $0.name) == parameter
        }.map { operation.fieldName(of: $0.name) }
    }

    /// Longer values are not sent back: a page must not be as large as the request it answers.
    package static let longestValue = 50_000

    /// Returns a control's value: the value sent, or the default if nothing was sent.
    private func value(of parameter: ParameterDeclaration) -> String {
        if let sent = sent(parameter) {
            return sent.utf8.count > Self.longestValue ? "" : sent
        }
        if asksNothing, let shown = operation.pageValues[parameter.name] { return shown }
        let text = parameter.defaultText(of: layer.description.configuration) ?? ""
        return text == "[]" ? "" : text
    }

    /// Whether only fields that every URL accepts were sent.
    private var asksNothing: Bool {
        fields.fields.allSatisfy { ["f", "token"].contains($0.name.lowercased()) }
    }

    private func write(_ parameter: ParameterDeclaration, to html: inout HTML) {
        let isTall = parameter.isWritten
        let name = operation.fieldName(of: parameter.name)
        let about = (faultIDs[name, default: []] + ["about-\(name)"]).joined(separator: " ")
        let description: KeyValuePairs =
            faultIDs[name] == nil
            ? ["aria-describedby": about] : ["aria-describedby": about, "aria-invalid": "true"]
        html.element("div", ["class": isTall ? "field tall" : "field"]) { html in
            html.element("label", ["for": name, "class": "code"], name)
            let value = value(of: parameter)
            if let options = options(of: parameter) {
                select(name, options, value, description, to: &html)
            } else if isTall {
                let rows = value.utf8.count > 160 ? "6" : "2"
                let attributes: KeyValuePairs = [
                    "id": name, "name": name, "rows": rows, "spellcheck": "false",
                ]
                html.element("textarea", attributes, adding: description, value)
            } else {
                html.void(
                    "input",
                    [
                        "id": name, "name": name, "value": value,
                        "inputmode": parameter.inputMode, "autocomplete": "off",
                    ], description)
            }
            html.element("p", ["class": "hint", "id": "about-\(name)"]) { html in
                writeHint(parameter, to: &html)
            }
        }
    }

    private func writeHint(_ parameter: ParameterDeclaration, to html: inout HTML) {
        if let count = sent(parameter)?.utf8.count, count > Self.longestValue {
            html.element("strong", "The value sent has \(count) bytes and is not repeated here. ")
        }
        html.text(parameter.explanation)
        if case .names(let list) = parameter.kind {
            let names = list.names(of: layer.description).joined(separator: ", ")
            html.text(" Any of: \(names).")
        } else if case .json = parameter.kind, parameter.isWritten {
            html.text(" Example: ")
            html.code(parameter.example(on: layer.description))
            if parameter.takesLayers, let stored = layer.stored.layers.first {
                html.text(" Rows of a stored layer: ")
                let definition: JSONValue = ["type": "layer", "layerName": .string(stored.name)]
                html.code(definition.text)
            }
        }
    }

    /// Returns a control's options, or `nil` for a text control.
    private func options(of parameter: ParameterDeclaration) -> [(value: String, label: String)]? {
        let fallback = parameter.defaultText(of: layer.description.configuration)
        func marked(_ words: [String]) -> [(value: String, label: String)] {
            let options = words.map { word in
                (value: word, label: word == fallback ? "\(word) (default)" : word)
            }
            // Without a default, there must be an option for no value.
            return fallback == nil ? [("", "not set")] + options : options
        }
        switch parameter.kind {
        case .truth: return marked(["true", "false"])
        case .word(let words): return marked(words)
        case .name(let list):
            let names = list.names(of: layer.description)
            return names.isEmpty ? nil : marked(names)
        case .json(.travelMode):
            let modes = layer.description.configuration.travelModes
            return [("", "none: the settings below apply")] + modes.map { ($0.id, $0.name) }
        default: return nil
        }
    }

    private func select(
        _ name: String, _ options: [(value: String, label: String)], _ value: String,
        _ description: KeyValuePairs<String, String>, to html: inout HTML
    ) {
        // If the value is not among the options, it was typed into a URL, and is kept.
        let isKnown = options.contains { $0.value == value }
        let all = isKnown ? options : options + [(value, value)]
        html.element("select", ["id": name, "name": name], adding: description) {
            $0.options(all, chosen: value)
        }
    }

    private func writeFormat(to html: inout HTML) {
        html.element("div", ["class": "field"]) { html in
            html.element("label", ["for": "f", "class": "code"], "f")
            let formats = [
                ("html", "html, a page"), ("json", "json"), ("pjson", "pjson, indented"),
                ("geojson", "geojson"), ("gpkg", "gpkg, a GeoPackage"),
            ]
            html.element("select", ["id": "f", "name": "f", "aria-describedby": "about-f"]) {
                $0.options(formats.map { ($0.0, $0.1) }, chosen: fields.text("f") ?? "html")
            }
            html.element("p", ["class": "hint", "id": "about-f"], "The form of the answer.")
        }
    }

    private func writeActions(to html: inout HTML) {
        html.element("p", ["class": "actions"]) { html in
            html.element("button", ["type": "submit", "class": "main"], "\(operation.title) (GET)")
            html.element(
                "button", ["type": "submit", "formmethod": "post"], "\(operation.title) (POST)")
        }
    }
}

extension ParameterDeclaration {
    /// Whether the control is a text area.
    fileprivate var isWritten: Bool {
        switch kind {
        case .json(.travelMode), .json(.spatialReference): false
        case .json, .names: true
        default: false
        }
    }

    /// The keyboard to show on touch screens.
    fileprivate var inputMode: String {
        switch kind {
        case .number, .integer: "decimal"
        default: "text"
        }
    }
}

extension HTML {
    fileprivate mutating func options(
        _ options: [(value: String, label: String)], chosen: String
    ) {
        for option in options {
            if option.value == chosen {
                element("option", ["value": option.value, "selected": ""], option.label)
            } else {
                element("option", ["value": option.value], option.label)
            }
        }
    }
}
