// Failures with tokens, log-ins and usage limits.

package import AccessControl
import Geo
package import HTTPTypes
import RouteAPI

extension ErrorTable {
    /// A request without a token to a service that requires one. Clients get a token and retry.
    package static func tokenRequired() -> ServiceError {
        ServiceError(code: 499, message: "Token Required", details: [], deniesAccess: true)
    }

    /// An invalid token. Clients get a new one and retry.
    package static func invalidToken() -> ServiceError {
        ServiceError(code: 498, message: "Invalid Token", details: [], deniesAccess: true)
    }

    /// A valid token, but its user may not use the service.
    package static func forbidden() -> ServiceError {
        ServiceError(
            code: 403,
            message: "You do not have permissions to access this resource or perform this "
                + "operation.", details: [], deniesAccess: true)
    }

    /// A valid token, but its user may not edit the service's stored layers.
    package static func editingForbidden() -> ServiceError {
        var error = forbidden()
        error.details = ["The stored layers of this service are edited by its editors only."]
        return error
    }

    /// A valid token, but its user may not post traffic.
    package static func trafficForbidden() -> ServiceError {
        var error = forbidden()
        error.details = [
            "Traffic may be sent by the users that the definition names under \"traffic\" of "
                + "\"access\"."
        ]
        return error
    }

    /// A form sent in a user's name by another origin's page.
    package static func foreignPage(_ origin: String, own: String) -> ServiceError {
        ServiceError(
            code: 403, message: "Forbidden",
            details: [
                "The request came from a page of \(origin.excerpt(200)); it is accepted from pages "
                    + "of \(own) only. Open the page there, or send a token of your own. If the "
                    + "page belongs to this server, clients reach the server under a name that it "
                    + "does not know; set that name with --public-url."
            ], deniesAccess: true,
            status: .forbidden)
    }

    /// A wrong name or password, without saying which.
    package static func wrongCredentials(code: Int) -> ServiceError {
        ServiceError(
            code: code, message: "Unable to generate token.",
            details: ["Invalid username or password."], deniesAccess: true)
    }

    /// A log-in whose password is not checked.
    package static func logIn(_ refusal: LogInRefusal) -> ServiceError {
        switch refusal {
        case .busy:
            ServiceError(
                code: 503, message: "Service is busy.",
                details: ["The server is checking as many log-ins as it can at once."],
                status: .serviceUnavailable, headers: [.retryAfter: "2"])
        case .tooManyFailures(let seconds):
            ServiceError(
                code: 429, message: "Too many requests.",
                details: ["Too many log-ins failed; try again in \(seconds) s."],
                status: .tooManyRequests, headers: [.retryAfter: String(seconds)])
        }
    }

    /// A request for a token, on a server without users.
    package static func withoutUsers() -> ServiceError {
        ServiceError(
            code: 400, message: "Unable to complete operation.",
            details: [
                "This server has no users, so it issues no tokens; send requests without a token, "
                    + "or start the server with --users."
            ])
    }

    /// A request for a token by GET, which would leave the password in logs and histories.
    package static func tokenByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: [
                "\(method.rawValue) is not supported here; send username and password by POST, "
                    + "in the body."
            ],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }

    /// A step in a log-in requested by GET.
    package static func logInByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: [
                "\(method.rawValue) is not supported here; send the fields by POST, in the "
                    + "body: URLs are kept in logs."
            ],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }

    /// A password in a URL, even though the method was POST.
    package static func credentialsInURL() -> ServiceError {
        ServiceError(
            .invalidParameter(
                "password",
                "is in the URL, which logs keep; send it in the body and "
                    + "choose a new one"))
    }

    /// A caller beyond a service's usage limits.
    package static func usage(_ exceeded: UsageExceeded) -> ServiceError {
        ServiceError(
            code: 429, message: "Too many requests.",
            details: [
                "\(exceeded.limit): this service allows \(exceeded.allowed); found "
                    + "\(exceeded.found). Try again in \(exceeded.retrySeconds) s."
            ],
            status: .tooManyRequests, headers: [.retryAfter: String(exceeded.retrySeconds)])
    }
}
