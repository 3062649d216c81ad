// Why stops were not visited as asked, and the solve that would visit them, one press away.

import RouteAPI

/// The part of a page that tells reasons and offers the changes that help.
struct WhatWouldHelp {
    let layer: PublishedLayer
    /// What was asked, as it was sent.
    let fields: FormParameters
    /// The same as it was solved: with features in the place of urls.
    let solved: FormParameters
    let reasons: [Reason]

    /// Adds the part to a page, where there is something to tell.
    func write(to page: inout DirectoryPage) {
        guard !reasons.isEmpty else { return }
        page.section("reasons", "What is in the way") { html in
            html.list(reasons) { html, reason in
                html.element("span", ["class": "tag"], reason.cause.rawValue)
                html.text(" \(reason.text)")
            }
            if let changed { writeButton(changed, to: &html) }
        }
    }

    /// The fields of the request with all changes made, or `nil` when there are none to make.
    private var changed: [FormParameters.Field]? {
        let changes = reasons.compactMap(\.change)
        guard !changes.isEmpty else { return nil }
        do throws(RouteRequestError) {
            let asked = try RouteParameters(
                form: solved, locateDefaults: layer.description.configuration.locateSettings)
            let before = asked.formFields
            var changed = try asked.applying(changes).formFields
            // An input that came by url and stays as it is goes by url again.
            for (name, value) in before where changed[name] == value {
                guard let sent = fields.text(name), sent != solved.text(name) else { continue }
                changed[name] = sent
            }
            return changed.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        } catch {
            // A change that the form cannot say is told in words alone.
            return nil
        }
    }

    private func writeButton(_ changed: [FormParameters.Field], to html: inout HTML) {
        let action = "\(ResourcePath.layer(layer))/solve"
        let size = changed.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= SolveForm.longestValue else { return }
        let isShort = size < 2_000
        html.element("form", ["action": action, "method": isShort ? "get" : "post"]) { html in
            for field in changed {
                html.void("input", ["type": "hidden", "name": field.name, "value": field.value])
            }
            html.element("p", ["class": "actions"]) { html in
                html.element(
                    "button", ["type": "submit", "class": "main"], "Solve with what would help")
            }
        }
    }
}
