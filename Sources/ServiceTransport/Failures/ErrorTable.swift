// Every failure the service itself returns, with its codes and texts in one place.

import AccessControl
package import HTTPTypes
import RouteAPI

/// Makes the errors the service itself returns; each comment names the failure a function
/// is for.
///
/// Failures of a solve come from Preparation and PathFinding, and pass through unchanged.
package enum ErrorTable {
    /// A portal's resource, on a server that is not one.
    package static func portal() -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: ["This server does not belong to a portal."],
            status: .notFound)
    }

    /// A part of a portal that is not implemented.
    package static func portalPart() -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: [
                "Of a portal, this server implements info, portals/self, community/self, "
                    + "generateToken and oauth2 (authorize, token, revokeToken)."
            ],
            status: .notFound)
    }

    /// A method that resources do not support.
    package static func method(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: ["\(method.rawValue) is not supported; use GET or POST."],
            status: .methodNotAllowed, headers: [.allow: "GET, HEAD, POST, OPTIONS"])
    }

    static func urlTooLong(allowed: Int) -> ServiceError {
        ServiceError(
            code: 414, message: "Request-URI Too Long",
            details: [
                "The URL is longer than \(allowed) bytes; send the parameters by POST as "
                    + "application/x-www-form-urlencoded."
            ],
            status: .uriTooLong)
    }

    /// More solves than the service accepts at once.
    package static func queue(_ reason: LaneRefusal) -> ServiceError {
        if case .callerOverloaded(let allowed) = reason { return tooManySolves(allowed: allowed) }
        let (message, detail, seconds) =
            switch reason {
            case .overloaded:
                (
                    "Service is busy.",
                    "The server is busy: its queue of solves is full; try again shortly.", 2
                )
            case .timedOut:
                (
                    "Wait time exceeded.",
                    "No worker was free within the maximum wait time; try again shortly.", 10
                )
            case .closed, .cancelled, .callerOverloaded:
                ("Service is stopping.", "The server is stopping; try again shortly.", 10)
            }
        return ServiceError(
            code: 503, message: message, details: [detail],
            status: .serviceUnavailable, headers: [.retryAfter: String(seconds)])
    }

    /// More running and waiting solves than the server accepts from one caller.
    private static func tooManySolves(allowed: Int) -> ServiceError {
        usage(
            UsageExceeded(
                limit: "runningSolves", allowed: "\(allowed) at once",
                found: "\(allowed) running or waiting", retrySeconds: 1))
    }

    /// An internal error. The log has its details, under the same id.
    package static func internalError(requestID: String) -> ServiceError {
        ServiceError(
            code: 500, message: "Internal server error.",
            details: ["The server's log has the details of request \(requestID)."],
            status: .internalServerError)
    }
}
