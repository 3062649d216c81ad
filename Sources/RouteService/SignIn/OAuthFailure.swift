// A failed log-in in ArcGIS's error envelope.

import AccessControl
import Geo
import HTTPTypes
import ServicePages

/// The answer for an ``OAuthError``.
///
/// ArcGIS clients read `error.message` in their own envelope; the members from RFC 6749 are added
/// to it. The status is 400, as RFC 6749 §5.2 requires. Errors of `authorize` do not go to the
/// redirect URI: nothing does before the user has signed in (RFC 9700 §4.11.2).
struct OAuthFailure: Resource {
    let error: OAuthError

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.object("error") { writer in
                writer.member("code", Int(HTTPResponse.Status.badRequest.code))
                writer.member("error", error.word.rawValue)
                writer.member("error_description", error.text)
                writer.member("message", error.text)
                writer.strings("details", [])
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "No log-in", trail: [ServicesListing.rootCrumb])
        page.content.element("div", ["class": "alert", "role": "alert"]) { html in
            html.element("p") { $0.element("strong", error.word.rawValue) }
            html.element("p", error.text)
        }
        page.content.element(
            "p",
            "The application that sent you here made a request that this server does not accept. "
                + "Its developer can correct that; do not enter your name and password.")
        return page
    }
}
