// Failures with bodies and the forms in them.

import Geo
import HTTPTypes
import RouteAPI

extension ErrorTable {
    static func bodyTooLarge(allowed: Int) -> ServiceError {
        ServiceError(
            code: 413, message: "Request Entity Too Large",
            details: [
                "The request body is larger than the \(allowed) bytes allowed here "
                    + "(maximumRequestBytes); send fewer or simpler features."
            ],
            status: .contentTooLarge)
    }

    /// A body whose media type is not supported.
    static func mediaType(_ found: String) -> ServiceError {
        unreadable(
            "The body has the Content-Type \"\(found.excerpt(200))\"; send "
                + "application/x-www-form-urlencoded or multipart/form-data.")
    }

    /// A body of JSON where a form is announced.
    static func jsonAsForm() -> ServiceError {
        unreadable(
            "The body is JSON, and a form is needed; send each member as a field, such as "
                + "f=json&stops=7.41,43.73;7.42,43.74")
    }

    /// A compressed body.
    static func contentEncoding(_ found: String) -> ServiceError {
        unreadable("The body has the Content-Encoding \"\(found.excerpt(200))\"; send it without.")
    }

    private static func unreadable(_ detail: String) -> ServiceError {
        ServiceError(
            code: 415, message: "Unsupported Media Type", details: [detail],
            status: .unsupportedMediaType)
    }

    /// An incomplete multipart body.
    static func brokenMultipart() -> ServiceError {
        ServiceError(
            .invalidParameter(
                "body", "the multipart form is malformed: its parts do not match its boundary"))
    }

    /// A body that is not valid HTTP: malformed chunks, or a premature end. The start of the next
    /// request is then unknown, so the connection is closed.
    static func brokenBody(_ what: String) -> ServiceError {
        ServiceError(
            code: 400, message: "Bad Request",
            details: [
                "The request body could not be read: \(what). Send it whole, with a "
                    + "Content-Length or in well-formed chunks."
            ],
            status: .badRequest, headers: [.connection: "close"])
    }

    /// A body sent too slowly.
    static func bodyTooSlow(bytes: Int, _ pace: BodyPace) -> ServiceError {
        ServiceError(
            code: 408, message: "Request Timeout",
            details: [
                "The request body arrives too slowly: \(bytes) bytes so far. "
                    + "On average \(Int(pace.leastBytesPerSecond)) bytes a second are required "
                    + "after \(Int(pace.graceSeconds)) s, and the whole body within "
                    + "\(Int(pace.longestSeconds)) s."
            ],
            status: .requestTimeout, headers: [.connection: "close"])
    }

    /// More bodies, or more bytes in bodies, than the server holds at once.
    static func tooManyBodies(_ what: String) -> ServiceError {
        ServiceError(
            code: 503, message: "Service is busy.",
            details: ["The server is busy: \(what); try again shortly."],
            status: .serviceUnavailable, headers: [.retryAfter: "2"])
    }

    /// A form with too many fields.
    static func tooManyFields() -> ServiceError {
        ServiceError(
            .invalidParameter(
                "body", "has more than \(SentForm.mostFields) fields; send each parameter once"))
    }

    /// A field whose name is too long.
    static func longFieldName(found: Int) -> ServiceError {
        ServiceError(
            .invalidParameter(
                "body",
                "has a field name of \(found) bytes; at most \(SentForm.longestName) are "
                    + "allowed. Is the body form-encoded?"))
    }

    /// A value that is too long for a field without features.
    static func longField(_ name: String, found: Int, most: Int) -> ServiceError {
        ServiceError(
            .invalidParameter(
                name.excerpt(60), "has \(found) bytes; at most \(most) are accepted"))
    }
}
