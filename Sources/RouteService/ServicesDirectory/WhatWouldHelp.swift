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
    /// What the page has said already.
    var said: [String] = []

    /// Adds the part to a page, where there is something to tell.
    func write(to page: inout DirectoryPage) {
        // A reason that is part of a sentence above is no news.
        let said = said.map { $0.lowercased() }
        let news = reasons.filter { reason in
            let text = reason.text.lowercased()
            return !said.contains { $0.contains(text) }
        }
        let changed = changed
        guard !news.isEmpty || changed != nil else { return }
        let title = news.isEmpty ? "What would help" : "What is in the way"
        page.section("reasons", title) { html in
            html.list(news) { html, reason in
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
        // An input that is a url still, since the request failed, stands aside meanwhile.
        let held = FeatureFetch.parameters.filter { FeatureFetch.isReference(solved.text($0)) }
        guard !changesRows(of: held, changes) else { return nil }
        do throws(RouteRequestError) {
            let asked = try RouteParameters(
                form: without(held),
                locateDefaults: layer.description.configuration.locateSettings)
            let before = asked.formFields
            var changed = try asked.applying(changes).formFields
            // An input that came by url and stays as it is goes by url again.
            for (name, value) in before where changed[name] == value {
                guard let sent = fields.text(name), sent != solved.text(name) else { continue }
                changed[name] = sent
            }
            for name in held { changed[name] = solved.text(name) }
            return changed.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) }
        } catch {
            // A change that the form cannot say is told in words alone.
            return nil
        }
    }

    /// The request with some inputs empty.
    private func without(_ inputs: [String]) -> FormParameters {
        let names = Set(inputs.map { $0.lowercased() })
        return FormParameters(
            solved.fields.map { field in
                (field.name, names.contains(field.name.lowercased()) ? "{}" : field.value)
            })
    }

    /// Whether some change is one of rows that only the other server has.
    private func changesRows(of inputs: [String], _ changes: [RequestChange]) -> Bool {
        changes.contains { change in
            switch change {
            case .parameter(let name, _):
                inputs.contains { name == $0 || name.hasPrefix("\($0).") }
            case .removingBarriers(let barriers):
                barriers.contains { inputs.contains($0.parameter) }
            case .stop: inputs.contains("stops")
            }
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
