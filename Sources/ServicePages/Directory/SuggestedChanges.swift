// Why stops were not visited as requested, and a button to solve so that they are.

import Preparation
import PublishedServices
import RouteAPI

/// The part of a page with reasons and suggested changes.
struct SuggestedChanges {
    let layer: PublishedLayer
    let operation: AnalysisOperation
    /// The fields as sent.
    let fields: FormParameters
    /// The request as solved, with all rows fetched; `nil` if the request failed.
    var solved: AnalysisRequest?
    let reasons: [Reason]
    /// The sentences already on the page.
    var said: [String] = []

    /// Adds the part to a page, unless it is empty.
    func write(to page: inout DirectoryPage) {
        // If a sentence above already contains a reason, it is not repeated.
        let said = said.map { $0.lowercased() }
        let news = reasons.filter { reason in
            let text = reason.text.lowercased()
            return !said.contains { $0.contains(text) }
        }
        let changed = changed
        guard !news.isEmpty || changed != nil else { return }
        let title = news.isEmpty ? "Suggested changes" : "Reasons"
        page.section("reasons", title) { html in
            html.list(news) { html, reason in
                html.element("span", ["class": "tag"], reason.cause.rawValue)
                html.text(" \(reason.text)")
            }
            if let changed { writeButton(changed, to: &html) }
        }
    }

    /// The request's fields with all changes applied, or `nil` if there are none.
    private var changed: [FormParameters.Field]? {
        let changes = reasons.compactMap(\.change)
        guard !changes.isEmpty else { return nil }
        do throws(RouteRequestError) {
            var asked = try operation.request(
                fields, locateDefaults: layer.description.configuration.locateSettings)
            // Rows given by URL stay so, unless some of them change.
            for name in asked.analysis.references where Self.changesRows(of: name, changes) {
                guard let rows = solved?.analysis[input: name] else { return nil }
                asked.analysis[input: name] = rows
            }
            return try asked.fields(applying: changes).sorted { $0.key < $1.key }
                .map { .init(name: $0.key, value: $0.value) }
        } catch {
            // A change without a form field is only described in words.
            return nil
        }
    }

    /// Returns whether a change concerns an input's rows.
    private static func changesRows(of input: String, _ changes: [RequestChange]) -> Bool {
        changes.contains { change in
            switch change {
            case .parameter(let name, _): name == input || name.hasPrefix("\(input).")
            case .removingBarriers(let barriers): barriers.contains { $0.parameter == input }
            case .stop(let stop, _): input == stop.input
            }
        }
    }

    private func writeButton(_ changed: [FormParameters.Field], to html: inout HTML) {
        // Inputs that can be located can be solved.
        let name =
            (operation.description.findsPlaces
            ? operation.layerType.operation : operation.description).name
        let action = "\(ResourcePath.layer(layer))/\(name)"
        let size = changed.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        guard size <= OperationForm.longestValue else { return }
        let isShort = size < 2_000
        html.element("form", ["action": action, "method": isShort ? "get" : "post"]) { html in
            for field in changed {
                html.void("input", ["type": "hidden", "name": field.name, "value": field.value])
            }
            html.element("p", ["class": "actions"]) { html in
                html.element(
                    "button", ["type": "submit", "class": "main"], "Solve with these changes")
            }
        }
    }
}
