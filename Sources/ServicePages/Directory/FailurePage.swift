// The pages for failures.

import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport

/// Makes pages for failures.
enum FailurePage {
    /// Makes the page with an error envelope's contents.
    ///
    /// Each problem is stated once. Sentences about a parameter link to its control, which is
    /// marked and refers back to them.
    ///
    /// - Parameters:
    ///   - layer: The layer whose operation failed, if there is one. The page then has its form,
    ///     filled with the values sent.
    ///   - operation: The operation that failed.
    ///   - fields: The fields as sent.
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
                // A condition with a mark under the fault.
                if detail.text.contains("\n") { return html.element("pre", detail.text) }
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
        if error.deniesAccess { writeLogInLink(to: &page.content) }
        if let asked, let form {
            SuggestedChanges(
                layer: asked.layer, operation: asked.operation, fields: fields,
                reasons: error.reasons,
                said: error.details
            ).write(to: &page)
            page.section("form", "Change the request") { html in
                html.append(form.html)
            }
        }
        return page
    }

    /// Writes a link to the log-in, for services that need a token.
    private static func writeLogInLink(to html: inout HTML) {
        html.element("p") { html in
            html.link("Sign in with a user name and a password", to: ResourcePath.tokens)
            html.text("; this browser then keeps the token, and a link returns to this page.")
        }
    }
}
