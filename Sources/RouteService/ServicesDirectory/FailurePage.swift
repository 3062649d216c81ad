// What a person sees when a request failed.

import RouteAPI
import NetworkAnalysis

/// Makes pages of failures.
enum FailurePage {
    /// The page that says what an envelope would.
    ///
    /// What is wrong is said once. Sentences about a parameter lead to its control, which is marked
    /// and refers to them.
    ///
    /// - Parameters:
    ///   - layer: The layer whose operation failed, if it is one: its form comes with the page, so
    ///     that what was wrong can be put right where it was written.
    ///   - operation: The operation.
    ///   - fields: What was sent.
    static func page(
        for error: any AnsweredError, asking layer: PublishedLayer? = nil,
        _ operation: AnalysisOperation? = nil, fields: FormParameters
    ) -> DirectoryPage {
        let asked = layer.flatMap { layer in operation.map { (layer: layer, operation: $0) } }
        let trail = asked.map {
            OperationFormResource.trail(to: $0.layer, $0.operation.description)
        }
        var page = DirectoryPage(
            title: error.message, trail: trail ?? [ServicesListing.rootCrumb])
        var form = asked.map {
            OperationForm(
                layer: $0.layer, operation: $0.operation.description, fields: fields)
        }
        page.content.element("div", ["class": "alert", "role": "alert"]) { html in
            html.element("p") { $0.element("strong", "Code \(error.code)") }
            let details = error.details.enumerated().map { (row: $0.offset, text: $0.element) }
            html.list(details) { html, detail in
                let fault = error.faults.first { $0.text == detail.text }
                guard let control = fault.flatMap({ form?.control(of: $0.parameter) }) else {
                    html.text(detail.text)
                    return
                }
                let id = "fault-\(detail.row)"
                form?.faultIDs[control, default: []].append(id)
                html.element("a", ["href": "#\(control)", "id": id], detail.text)
            }
        }
        if error.deniesAccess { writeWayOn(to: &page.content) }
        if let asked, let form {
            SuggestedChanges(
                layer: asked.layer, operation: asked.operation, fields: fields,
                reasons: error.reasons,
                said: error.details
            ).write(to: &page)
            page.section("form", "Change and ask again") { html in
                html.append(form.html)
            }
        }
        return page
    }

    /// Where a person logs in, whom a service is closed to.
    private static func writeWayOn(to html: inout HTML) {
        html.element("p") { html in
            html.link("Log in with a user name and a password", to: ResourcePath.tokens)
            html.text("; this browser then keeps the token, and a link leads back here.")
        }
    }
}
