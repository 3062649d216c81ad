// Failures of tokens, log-ins and limits of use.

import AccessControl
import Geo
import HTTPTypes
import RouteAPI

extension ErrorTable {
    /// A service that needs a token, asked without one. Clients get a token and ask again.
    static func tokenRequired() -> ServiceError {
        ServiceError(code: 499, message: "Token Required", details: [], deniesAccess: true)
    }

    /// A token that is not good: clients get a new one and ask again.
    static func invalidToken() -> ServiceError {
        ServiceError(code: 498, message: "Invalid Token", details: [], deniesAccess: true)
    }

    /// A good token of a user whom the service is not open to.
    static func forbidden() -> ServiceError {
        ServiceError(
            code: 403,
            message: "You do not have permissions to access this resource or perform this "
                + "operation.", details: [], deniesAccess: true)
    }

    /// A form that a page of another origin sent in a person's name.
    static func foreignPage(_ origin: String, own: String) -> ServiceError {
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

    /// A wrong name or password; which of the two is not said.
    static func wrongCredentials(code: Int) -> ServiceError {
        ServiceError(
            code: code, message: "Unable to generate token.",
            details: ["Invalid username or password."], deniesAccess: true)
    }

    /// A log-in that is not looked at.
    static func logIn(_ refusal: LogInRefusal) -> ServiceError {
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

    /// A token asked for by GET: its password would stand in logs and histories.
    static func tokenByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: [
                "\(method.rawValue) is not supported here; send username and password by POST, "
                    + "in the body."
            ],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }

    /// A step of a log-in that is asked for by GET.
    static func logInByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: [
                "\(method.rawValue) is not supported here; send the fields by POST, in the "
                    + "body: URLs are kept in logs."
            ],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }

    /// A password in a URL, even though the method was POST.
    static func credentialsInURL() -> ServiceError {
        ServiceError(
            .invalidParameter(
                "password",
                "is in the URL, which logs keep; send it in the body and "
                    + "choose a new one"))
    }

    /// A caller who asks for more than a service gives to one.
    static func usage(_ exceeded: UsageExceeded) -> ServiceError {
        ServiceError(
            code: 429, message: "Too many requests.",
            details: [
                "\(exceeded.limit): this service allows \(exceeded.allowed); found "
                    + "\(exceeded.found). Try again in \(exceeded.retrySeconds) s."
            ],
            status: .tooManyRequests, headers: [.retryAfter: String(exceeded.retrySeconds)])
    }
}
