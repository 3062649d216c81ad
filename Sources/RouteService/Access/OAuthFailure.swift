// A failed log-in in the error envelope of ArcGIS.

import AccessControl
import Geo
import HTTPTypes

/// The answer for an ``OAuthError``.
///
/// The envelope is that of ArcGIS, whose clients read `error.message`, with the members of RFC 6749
/// in it. The status is 400, as RFC 6749 §5.2 requires. Errors of `authorize` are not sent to the
/// redirect URI: nothing is sent there before the user has signed in (RFC 9700 §4.11.2).
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
