// What a person sees when a request failed.

import RouteAPI

/// Makes pages of failures.
enum FailurePage {
    /// The page that says what an envelope would.
    static func page(for error: RouteRequestError) -> DirectoryPage {
        var page = DirectoryPage(title: error.message, trail: [ServicesListing.rootCrumb])
        page.content.element("p", ["role": "alert"], "Code \(error.code)")
        page.content.list(error.details) { $0.text($1) }
        return page
    }
}
