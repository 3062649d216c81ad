// Every failure that the service itself answers, with its codes and texts in one place.
//
// Failures of a solve come from RouteAnalysis and pass through unchanged.

import HTTPTypes
import RouteAPI

/// A failure as it is answered: an envelope, and the HTTP status it travels under.
struct ServiceFailure: Error {
    /// What the envelope says.
    var error: RouteRequestError
    /// 200 for failures of a service, as ArcGIS Server answers them; anything else stands for the
    /// web tier in front of it, or for a fault of ours.
    var status: HTTPResponse.Status
    /// Headers that belong to the failure.
    var headers: HTTPFields

    init(
        _ error: RouteRequestError, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) {
        self.error = error
        self.status = status
        self.headers = headers
    }
}

/// The table of failures.
enum ErrorTable {
    /// A path in the services tree that names nothing.
    static func unknownResource(_ path: String, _ catalog: ServiceCatalog) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidURL, message: "Invalid URL",
                details: [MissingResource(path: path, catalog: catalog).text]))
    }

    /// A path outside the context.
    static func foreign(_ path: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidURL, code: 404, message: "Not Found",
                details: ["\"\(path)\" is not here; services are under \(ResourcePath.services)"]),
            status: .notFound)
    }

    /// A resource that only a portal has.
    static func portal() -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidURL, code: 404, message: "Not Found",
                details: ["This server stands alone: it is part of no portal."]),
            status: .notFound)
    }

    /// A part of a portal that is not here, on a server that answers like one.
    static func portalPart() -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidURL, code: 404, message: "Not Found",
                details: [
                    "Of a portal, this server has info, portals/self, community/self, "
                        + "generateToken and oauth2 (authorize, token, revokeToken)."
                ]),
            status: .notFound)
    }

    /// A method that resources do not know.
    static func method(_ method: HTTPRequest.Method) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidURL, code: 405, message: "Method Not Allowed",
                details: ["\(method.rawValue) is not answered; use GET or POST."]),
            status: .methodNotAllowed, headers: [.allow: "GET, HEAD, POST, OPTIONS"])
    }

    /// A body above the cap.
    static func bodyTooLarge(allowed: Int) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .limitExceeded, code: 413, message: "Request Entity Too Large",
                details: [
                    "The request body is larger than the \(allowed) bytes allowed here "
                        + "(maximumRequestBytes); send fewer or simpler features."
                ]),
            status: .contentTooLarge)
    }

    /// A URL above the cap.
    static func urlTooLong(allowed: Int) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .limitExceeded, code: 414, message: "Request-URI Too Long",
                details: [
                    "The URL is longer than \(allowed) bytes; send the parameters by POST as "
                        + "application/x-www-form-urlencoded."
                ]),
            status: .uriTooLong)
    }

    /// A body in a form that is not read.
    static func mediaType(_ found: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidParameter, code: 415, message: "Unsupported Media Type",
                details: [
                    "The body is \"\(found.prefix(200))\"; send "
                        + "application/x-www-form-urlencoded or multipart/form-data."
                ]),
            status: .unsupportedMediaType)
    }

    /// A compressed body.
    static func contentEncoding(_ found: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidParameter, code: 415, message: "Unsupported Media Type",
                details: [
                    "The body has the Content-Encoding \"\(found.prefix(200))\"; send it without."
                ]),
            status: .unsupportedMediaType)
    }

    /// A multipart body that breaks off.
    static func brokenMultipart() -> ServiceFailure {
        ServiceFailure(
            .invalidParameter("body", "the multipart form does not keep to its boundary"))
    }

    /// A body that is no HTTP: broken chunks, or an end before its end. What follows on the
    /// connection could not be told apart, so it is closed.
    static func brokenBody(_ what: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .invalidParameter, code: 400, message: "Bad Request",
                details: [
                    "The request body could not be read: \(what). Send it whole, with a "
                        + "Content-Length or in well-formed chunks."
                ]),
            status: .badRequest, headers: [.connection: "close"])
    }

    /// A body that trickles.
    static func bodyTooSlow(bytes: Int, _ pace: BodyPace) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .limitExceeded, code: 408, message: "Request Timeout",
                details: [
                    "The request body comes too slowly: \(bytes) bytes so far. "
                        + "\(Int(pace.leastBytesPerSecond)) bytes a second are asked on average "
                        + "after \(Int(pace.graceSeconds)) s, and the whole within "
                        + "\(Int(pace.longestSeconds)) s."
                ]),
            status: .requestTimeout, headers: [.connection: "close"])
    }

    /// More bodies, or more bytes of them, than the server holds at once.
    static func tooManyBodies(_ what: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .overloaded, code: 503, message: "Service is busy.",
                details: ["At this moment \(what) as this server takes; try again shortly."]),
            status: .serviceUnavailable, headers: [.retryAfter: "2"])
    }

    /// A form with more fields than are read.
    static func tooManyFields() -> ServiceFailure {
        ServiceFailure(
            .invalidParameter(
                "body", "has more than \(SentForm.mostFields) fields; send each parameter once"))
    }

    /// A field's name that is longer than any.
    static func longFieldName(found: Int) -> ServiceFailure {
        ServiceFailure(
            .invalidParameter(
                "body",
                "has a field whose name takes \(found) bytes; \(SentForm.longestName) are the "
                    + "most. Is it form-encoded?"))
    }

    /// A value that is longer than it may be in a field that holds no features.
    static func longField(_ name: String, found: Int, most: Int) -> ServiceFailure {
        ServiceFailure(
            .invalidParameter(
                String(name.prefix(60)), "has \(found) bytes; at most \(most) are accepted"))
    }

    /// More solves than the service takes at once.
    static func queue(_ reason: SolveQueueError) -> ServiceFailure {
        if case .callerOverloaded(let allowed) = reason { return tooManySolves(allowed: allowed) }
        let (message, detail, seconds) =
            switch reason {
            case .overloaded:
                (
                    "Service is busy.",
                    "As many solves run and wait as this server takes; try again shortly.", 2
                )
            case .waitedTooLong:
                (
                    "Wait time exceeded.",
                    "No solver came free in the time a request may wait; try again shortly.", 10
                )
            case .closed, .withdrawn, .callerOverloaded:
                ("Service is stopping.", "The server is stopping; try again shortly.", 10)
            }
        return ServiceFailure(
            RouteRequestError(.overloaded, code: 503, message: message, details: [detail]),
            status: .serviceUnavailable, headers: [.retryAfter: String(seconds)])
    }

    /// More solves of one caller than the server runs and keeps waiting.
    private static func tooManySolves(allowed: Int) -> ServiceFailure {
        usage(
            UsageExceeded(
                limit: "runningSolves", allowed: "\(allowed) at once",
                found: "\(allowed) that run or wait", retrySeconds: 1))
    }

    /// A fault of ours. What happened stands in the log, under the same id.
    static func internalError(requestID: String) -> ServiceFailure {
        ServiceFailure(
            RouteRequestError(
                .noSolution, code: 500, message: "Internal server error.",
                details: ["Request \(requestID); the server's log says more."]),
            status: .internalServerError)
    }
}
