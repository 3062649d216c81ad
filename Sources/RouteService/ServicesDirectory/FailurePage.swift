// What a person sees when a request failed.

import RouteAPI

/// Makes pages of failures.
enum FailurePage {
    /// The page that says what an envelope would.
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
        page.content.element("div", ["class": "alert", "role": "alert"]) { html in
            html.element("p") { $0.element("strong", "Code \(error.code)") }
            html.list(error.details) { $0.text($1) }
        }
        if let layer {
            WhatWouldHelp(layer: layer, fields: fields, reasons: error.reasons).write(to: &page)
            page.section("form", "Change and ask again") { html in
                html.append(SolveForm(layer: layer, operation: operation, fields: fields).html)
            }
        }
        return page
    }
}
