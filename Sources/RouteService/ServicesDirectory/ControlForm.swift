// A form with a control for each field. It works without scripts.

import RouteAPI

/// A form whose controls are named and explained.
struct ControlForm {
    /// A field of the form.
    struct Control {
        var name: String
        var hint: String
        /// Whether its values are long.
        var isTall = false
        /// The values to choose from; empty for any text.
        var options: [String] = []
        var initial = ""
    }

    /// The path to which the form is sent.
    let action: String
    /// The fields sent, shown again.
    let fields: FormParameters

    /// Writes the form.
    ///
    /// - Parameters:
    ///   - button: The words on its button.
    ///   - method: `get` or `post`.
    func html(_ controls: [Control], button: String, method: String) -> HTML {
        var html = HTML()
        html.element("form", ["action": action, "method": method]) { html in
            html.element("fieldset") { html in
                for control in controls { write(control, to: &html) }
            }
            html.element("p", ["class": "actions"]) { html in
                html.element("button", ["type": "submit", "class": "main"], button)
            }
        }
        return html
    }

    private func write(_ control: Control, to html: inout HTML) {
        let (name, about) = (control.name, "about-\(control.name)")
        let sent = fields.text(name) ?? control.initial
        let value = sent.utf8.count > OperationForm.longestValue ? "" : sent
        html.element("div", ["class": control.isTall ? "field tall" : "field"]) { html in
            html.element("label", ["for": name, "class": "code"], name)
            if !control.options.isEmpty {
                html.element(
                    "select", ["id": name, "name": name, "aria-describedby": about]
                ) { html in
                    for option in control.options {
                        let isChosen = option.lowercased() == value.lowercased()
                        html.element(
                            "option", ["value": option],
                            adding: isChosen ? ["selected": ""] : [:], option)
                    }
                }
            } else if control.isTall {
                html.element(
                    "textarea",
                    [
                        "id": name, "name": name, "rows": "2", "spellcheck": "false",
                        "aria-describedby": about,
                    ], value)
            } else {
                html.void(
                    "input",
                    [
                        "id": name, "name": name, "value": value, "autocomplete": "off",
                        "aria-describedby": about,
                    ])
            }
            html.element("p", ["class": "hint", "id": about], control.hint)
        }
    }
}
