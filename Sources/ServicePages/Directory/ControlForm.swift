// A form with a control for each field. It works without scripts.

package import RouteAPI

/// A form whose controls are named and explained.
package struct ControlForm {
    /// A field of the form.
    package struct Control {
        package var name: String
        package var hint: String
        /// Whether its values are long.
        package var isTall = false
        /// The values to choose from; empty for any text.
        package var options: [String] = []
        package var initial = ""

        package init(
            name: String, hint: String, isTall: Bool = false, options: [String] = [],
            initial: String = ""
        ) {
            self.name = name
            self.hint = hint
            self.isTall = isTall
            self.options = options
            self.initial = initial
        }
    }

    /// The path to which the form is sent.
    package let action: String
    /// The fields sent, shown again.
    package let fields: FormParameters

    package init(action: String, fields: FormParameters) {
        self.action = action
        self.fields = fields
    }

    /// Writes the form.
    ///
    /// - Parameters:
    ///   - button: The words on its button.
    ///   - method: `get` or `post`.
    package func html(_ controls: [Control], button: String, method: String) -> HTML {
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
