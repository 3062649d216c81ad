// The pages of a log-in.

import AccessControl
import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// The page that asks for name and password.
///
/// The ArcGIS API for Python fills it in automatically: it searches the page for `var oAuthInfo =
/// {…};`, sends `oauth_state` back, and compares `messages` with known texts.
struct SignInPage: Resource {
    /// Why the last attempt failed.
    enum Complaint: Hashable, Sendable {
        case wrong
        case tooMany(seconds: Int)
        case busy

        var text: String {
            switch self {
            case .wrong: "Invalid username or password."
            case .tooMany(let seconds):
                "Too many invalid attempts. Please try again later. Wait \(seconds) seconds."
            case .busy:
                "The server is checking as many log-ins as it can at once. Try again in a moment."
            }
        }
    }

    /// The path to which the form is sent.
    static let action = "/\(ServerContext.name)/sharing/rest/oauth2/signin"

    let request: AuthorizationRequest
    /// The signed request, which the form sends back.
    let state: String
    var complaint: Complaint?
    /// The name from the last attempt.
    var userName = ""

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("oauth_state", state)
            writer.member("client_id", request.clientID)
            if let complaint { writer.strings("messages", [complaint.text]) }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Sign in", trail: [ServicesListing.rootCrumb])
        page.content.data(oauthInfo)
        if let complaint {
            page.content.element("div", ["class": "alert", "role": "alert", "id": "complaint"]) {
                $0.element("p", complaint.text)
            }
        }
        page.content.element("p") { html in
            html.text("The application that calls itself ")
            html.element("strong", request.clientID)
            html.text(
                " asks to use this server in your name. Sign in only if you just started that "
                    + "yourself. The application does not get your password. ")
            switch request.target {
            case .page: html.text("The next page shows a code to type into it.")
            case .url(_, let origin):
                html.text("Then your browser goes to ")
                html.element("strong", origin)
                html.text(".")
            }
        }
        page.content.element("form", ["method": "post", "action": Self.action], writeForm)
        return page
    }

    private func writeForm(to html: inout HTML) {
        html.void("input", ["type": "hidden", "name": "oauth_state", "value": state])
        html.element("fieldset") { html in
            html.element("legend", "User and password")
            field(
                "username", "User",
                ["autocomplete": "username", "spellcheck": "false", "value": userName], to: &html)
            field(
                "password", "Password",
                ["type": "password", "autocomplete": "current-password"], to: &html)
        }
        html.element("p", ["class": "actions"]) {
            $0.element("button", ["class": "main", "type": "submit"], "Sign in")
        }
    }

    private func field(
        _ name: String, _ label: String, _ attributes: KeyValuePairs<String, String>,
        to html: inout HTML
    ) {
        html.element("div", ["class": "field"]) { html in
            html.element("label", ["for": name], label)
            var own: KeyValuePairs = ["id": name, "name": name, "required": "required"]
            if complaint == .wrong {
                own = [
                    "id": name, "name": name, "required": "required", "aria-invalid": "true",
                    "aria-describedby": "complaint",
                ]
            }
            html.void("input", own, attributes)
        }
    }

    private var oauthInfo: String { SignedInPage.oauthInfo(json(pretty: false)) }
}

/// The page that shows a code, for applications without a redirect URI.
struct SignedInPage: Resource {
    let code: String
    let clientID: String

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { $0.member("code", code) }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "You are signed in", trail: [ServicesListing.rootCrumb])
        // If an application shows this page in an embedded window, it reads the title.
        page.windowTitle = "SUCCESS code=\(code)"
        page.content.data(
            Self.oauthInfo(Array(#"{"client_id":"\#(clientID)"}"#.utf8)))
        page.content.element("p") { html in
            html.text("Give this code to ")
            html.element("strong", clientID)
            html.text(
                ", within five minutes, and to no one else. It can be used once.")
        }
        page.content.element("p", ["class": "code"], code)
        return page
    }

    /// Returns the script text that clients search for. Its values contain only plain ASCII.
    static func oauthInfo(_ json: [UInt8]) -> String {
        "var oAuthInfo = \(String(decoding: json, as: UTF8.self));"
    }
}
