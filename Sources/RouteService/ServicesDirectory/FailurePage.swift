// What a person sees when a request failed.

import RouteAPI

/// Makes pages of failures.
enum FailurePage {
    /// The page that says what an envelope would.
    ///
    /// Sentences about a parameter lead to its control, beside which they stand again.
    ///
    /// - Parameters:
    ///   - layer: The layer whose operation failed, if it is one: its form comes with the page, so
    ///     that what was wrong can be put right where it was written.
    ///   - operation: The operation.
    ///   - fields: What was sent.
    static func page(
        for error: RouteRequestError, asking layer: PublishedLayer? = nil,
        _ operation: LayerOperation = .solve, fields: FormParameters
    ) -> DirectoryPage {
        let trail = layer.map { SolveFormResource.trail(to: $0, operation) }
        var page = DirectoryPage(
            title: error.message, trail: trail ?? [ServicesListing.rootCrumb])
        let form = layer.map {
            SolveForm(layer: $0, operation: operation, fields: fields, faults: error.faults)
        }
        page.content.element("div", ["class": "alert", "role": "alert"]) { html in
            html.element("p") { $0.element("strong", "Code \(error.code)") }
            html.list(error.details) { html, detail in
                let fault = error.faults.first { $0.text == detail }
                if let control = fault.flatMap({ form?.control(of: $0.parameter) }) {
                    html.link(detail, to: "#\(control)")
                } else {
                    html.text(detail)
                }
            }
        }
        if error.identifier == .accessDenied { writeWayOn(to: &page.content) }
        if let layer, let form {
            WhatWouldHelp(layer: layer, fields: fields, solved: fields, reasons: error.reasons)
                .write(to: &page)
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
