// The page that takes a token from a browser.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// The page where users sign out, and the page confirming it.
struct SignOutPage: Resource {
    let isDone: Bool

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { $0.member("success", isDone) }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: isDone ? "Signed out" : "Sign out", trail: [ServicesListing.rootCrumb])
        guard isDone else {
            page.content.element("form", ["method": "post", "action": ResourcePath.signOut]) {
                $0.element("p", ["class": "actions"]) {
                    $0.element("button", ["class": "main", "type": "submit"], "Sign out")
                }
            }
            return page
        }
        page.content.element(
            "p",
            "This browser no longer has a token. Tokens that programs have stay valid until they "
                + "expire.")
        page.content.element("p") { $0.link("Sign in", to: ResourcePath.tokens) }
        return page
    }
}
