// A task's HTML form, made from the declarations that clients read.

import Geo
import Geoprocessing
import PublishedServices
import RouteAPI
import ServicePages

/// The controls for a task's inputs. It works without scripts.
struct TaskForm {
    let task: PublishedTask
    let declaration: GPTask
    /// The fields as sent, which controls show instead of defaults.
    let fields: FormParameters

    var html: HTML {
        var html = HTML()
        html.element("form", ["action": "\(task.path)/submitJob", "method": "post"]) { html in
            var categories: [String] = []
            for input in declaration.inputs where !categories.contains(input.category) {
                categories.append(input.category)
            }
            for (place, category) in categories.enumerated() {
                html.element("fieldset") { html in
                    html.element("legend", category.isEmpty ? "Inputs" : category)
                    for input in declaration.inputs where input.category == category {
                        write(input, to: &html)
                    }
                }
                if place == 0 { writeActions(to: &html) }
            }
        }
        return html
    }

    private func writeActions(to html: inout HTML) {
        html.element("p", ["class": "actions"]) { html in
            html.element(
                "button", ["type": "submit", "class": "main", "name": "f", "value": "html"],
                "Submit the job")
            html.element(
                "button", ["type": "submit", "name": "f", "value": "json"], "Submit, answer as JSON"
            )
        }
    }

    /// Returns the value sent, or else the default.
    private func value(of input: GPParameter) -> String {
        if let sent = fields.text(input.name) {
            return sent.utf8.count > OperationForm.longestValue ? "" : sent
        }
        return switch input.defaultValue {
        case .null: ""
        case .string(let text): text
        case .object where input.type == .features || input.type == .records: ""
        case let value: value.text
        }
    }

    private func write(_ input: GPParameter, to html: inout HTML) {
        let isTall = [.features, .records, .strings].contains(input.type)
        let value = value(of: input)
        html.element("div", ["class": isTall ? "field tall" : "field"]) { html in
            html.element("label", ["for": input.name, "class": "code"], input.name)
            let about: KeyValuePairs = ["aria-describedby": "about-\(input.name)"]
            if let options = options(of: input) {
                let isKnown = options.contains(value)
                let all = isKnown ? options : options + [value]
                html.element(
                    "select", ["id": input.name, "name": input.name], adding: about
                ) { html in
                    for option in all {
                        let label = option.isEmpty ? "not set" : option
                        if option == value {
                            html.element("option", ["value": option, "selected": ""], label)
                        } else {
                            html.element("option", ["value": option], label)
                        }
                    }
                }
            } else if isTall {
                html.element(
                    "textarea",
                    [
                        "id": input.name, "name": input.name,
                        "rows": value.utf8.count > 160 ? "6" : "2", "spellcheck": "false",
                    ], adding: about, value)
            } else {
                html.void(
                    "input",
                    [
                        "id": input.name, "name": input.name, "value": value,
                        "autocomplete": "off",
                    ], about)
            }
            html.element("p", ["class": "hint", "id": "about-\(input.name)"]) { html in
                html.text(input.explanation)
                if input.isRequired { html.text(" Required.") }
                if input.type == .strings, !input.choices.isEmpty {
                    html.text(" Any of: \(input.choices.joined(separator: ", ")).")
                }
            }
        }
    }

    /// Returns a control's options, or `nil` for a text control.
    private func options(of input: GPParameter) -> [String]? {
        if input.type == .boolean {
            return input.defaultValue.isNull ? ["", "true", "false"] : ["true", "false"]
        }
        guard !input.choices.isEmpty, input.type != .strings else { return nil }
        return input.defaultValue.isNull ? [""] + input.choices : input.choices
    }
}
