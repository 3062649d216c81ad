// `generateToken` at its URLs, and the page with its form.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers requests for tokens.
struct TokenEndpoint: Sendable {
    /// The product whose error format is used.
    enum Manner: Sendable {
        /// `{context}/tokens/generateToken` and similar paths.
        case server
        /// `{context}/sharing/rest/generateToken`.
        case portal
    }

    let tokens: TokenService
    let manner: Manner

    /// Answers a request.
    ///
    /// - Parameter hasPage: Whether GET shows the form, as `{context}/tokens/` does.
    /// - Throws: ``ServiceError``; the errors of password checks.
    func respond(
        _ request: ServiceRequest, _ writer: AnswerWriter, hasPage: Bool
    ) async throws -> Response {
        guard request.method == .post else {
            guard hasPage, request.format == .html else {
                throw ErrorTable.tokenByGET(request.method)
            }
            return writer.response(
                TokenForm(
                    origin: request.source.origin,
                    returnPath: ReturnPath(
                        referer: request.headers[.referer], base: request.source.base)))
        }
        // A request for a page comes from this server's form, and the answer sets a cookie.
        if request.format == .html { try PageOrigin.requireOwnPage(request) }
        guard request.query.text("password") == nil else { throw ErrorTable.credentialsInURL() }
        let returnPath = request.fields.text(ReturnPath.field).flatMap { ReturnPath($0) }
        let traded = try trade(request)
        let found: TokenService.Grant? = if let traded { traded } else { try await issue(request) }
        guard let grant = found else {
            let failure = ErrorTable.wrongCredentials(code: manner == .server ? 401 : 400)
            guard request.format == .html, manner == .server else { throw failure }
            return refused(failure, returnPath, request, writer)
        }
        let isSecure = request.source.origin.hasPrefix("https:")
        var response = writer.response(
            TokenAnswer(grant: grant, isSecure: isSecure, returnPath: returnPath))
        response.headers[.cacheControl] = "no-store"
        if request.format == .html {
            response.headers[.setCookie] = Self.cookie(grant.text, of: request.source)
        }
        return response
    }

    /// Takes the token from a browser: by POST, from a page on this server. GET shows that page.
    ///
    /// - Throws: ``ServiceError`` if the page belongs to another site.
    static func signOut(
        _ request: ServiceRequest, _ writer: AnswerWriter
    ) throws(ServiceError) -> Response {
        guard request.method == .post else { return writer.response(SignOutPage(isDone: false)) }
        try PageOrigin.requireOwnPage(request)
        var response = writer.response(SignOutPage(isDone: true))
        response.headers[.cacheControl] = "no-store"
        response.headers[.setCookie] = cookie("", of: request.source, "; Max-Age=0")
        return response
    }

    /// Returns the cookie with a token, for pages' links, which carry none. Behind a proxy it is
    /// sent to paths below the prefix alone, and so not to other servers of the same name.
    private static func cookie(
        _ token: String, of source: RequestSource, _ life: String = ""
    ) -> String {
        let path = source.prefix.isEmpty ? "/" : source.prefix
        return "\(PresentedToken.cookieName)=\(token); Path=\(path); HttpOnly; SameSite=Strict"
            + (source.origin.hasPrefix("https:") ? "; Secure" : "") + life
    }

    /// Issues a token for a name and a password; returns `nil` if either is wrong.
    private func issue(_ request: ServiceRequest) async throws -> TokenService.Grant? {
        let wanted = try TokenRequest(request.fields, from: request.source)
        do {
            return try await tokens.issue(wanted, from: request.source)
        } catch let refusal as LogInRefusal {
            throw ErrorTable.logIn(refusal)
        }
    }

    /// Exchanges a token for a token, as portal clients do for a server that belongs to the portal;
    /// returns `nil` for any other request.
    ///
    /// `serverUrl` marks such requests. Its value is ignored: this server's token is valid nowhere
    /// else.
    private func trade(
        _ request: ServiceRequest
    ) throws(ServiceError) -> TokenService.Grant? {
        guard request.fields.text("username") == nil, request.fields.text("serverUrl") != nil,
            let token = PresentedToken(request.fields, request.headers), !token.isCookie
        else { return nil }
        let referer = request.headers[.referer]
        guard let grant = tokens.grant(for: token, referer: referer, from: request.source) else {
            throw ErrorTable.invalidToken()
        }
        return grant
    }

    /// Shows the form again, for another attempt.
    private func refused(
        _ failure: ServiceError, _ returnPath: ReturnPath?, _ request: ServiceRequest,
        _ writer: AnswerWriter
    ) -> Response {
        var form = TokenForm(origin: request.source.origin, returnPath: returnPath)
        form.userName = request.fields.text("username") ?? ""
        form.problems = failure.details
        var response = writer.response(form)
        response.status = .init(code: failure.code)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// The answer with a new token.
struct TokenAnswer: Resource {
    let grant: TokenService.Grant
    /// Whether clients must send the token over https only.
    let isSecure: Bool
    /// The page to return to.
    var returnPath: ReturnPath?

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("token", grant.text)
            writer.member("expires", grant.expires.milliseconds)
            writer.member("ssl", isSecure)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Token", trail: [ServicesListing.rootCrumb])
        page.content.element(
            "p", "Signed in as \(grant.user), in this browser. Programs send the token below.")
        page.content.element("p", ["class": "code"], grant.text)
        if let returnPath {
            page.content.element("p") { $0.link("Return to the last page", to: returnPath.text) }
        }
        page.content.facts([
            ("Expires, milliseconds since 1970", String(grant.expires.milliseconds))
        ])
        return page
    }
}

/// The page with the form for a token.
struct TokenForm: Resource {
    /// This server's scheme and host, as the browser knows them.
    let origin: String
    /// The page to return to.
    var returnPath: ReturnPath?
    /// The name from the last attempt.
    var userName = ""
    /// What was wrong with the last attempt.
    var problems: [String] = []

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] { object(pretty: pretty) { _ in } }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Sign in", trail: [ServicesListing.rootCrumb])
        if !problems.isEmpty {
            page.content.element("div", ["class": "alert", "role": "alert"]) { html in
                html.list(problems) { $0.text($1) }
            }
        }
        page.content.element("form", ["method": "post", "action": ResourcePath.generateToken]) {
            $0.element("fieldset") { html in
                html.element("legend", "User and password")
                if let returnPath {
                    html.void(
                        "input",
                        [
                            "type": "hidden", "name": ReturnPath.field, "value": returnPath.text,
                        ])
                }
                field(
                    "username", "User", ["autocomplete": "username", "value": userName], to: &html)
                field(
                    "password", "Password",
                    ["type": "password", "autocomplete": "current-password"], to: &html)
            }
            $0.element("fieldset") { html in
                html.element("legend", "Validity of the token")
                choice(
                    "client", "Requests",
                    [
                        ("requestip", "from this address"), ("ip", "from the IP address below"),
                        ("referer", "from the web page below"),
                    ], to: &html)
                field("ip", "IP address", [:], to: &html)
                field("referer", "Web page (referer)", ["value": origin], to: &html)
                field(
                    "expiration", "Minutes", ["type": "number", "min": "1", "value": "60"],
                    to: &html)
                choice("f", "Format", [("html", "a page"), ("json", "JSON")], to: &html)
            }
            $0.element("p", ["class": "actions"]) {
                $0.element("button", ["class": "main", "type": "submit"], "Sign in")
            }
        }
        return page
    }

    private func field(
        _ name: String, _ label: String, _ attributes: KeyValuePairs<String, String>,
        to html: inout HTML
    ) {
        html.element("div", ["class": "field"]) { html in
            html.element("label", ["for": name], label)
            html.void("input", ["id": name, "name": name], attributes)
        }
    }

    private func choice(
        _ name: String, _ label: String, _ options: [(value: String, label: String)],
        to html: inout HTML
    ) {
        html.element("div", ["class": "field"]) { html in
            html.element("label", ["for": name], label)
            html.element("select", ["id": name, "name": name]) { html in
                for option in options {
                    html.element("option", ["value": option.value], option.label)
                }
            }
        }
    }
}
