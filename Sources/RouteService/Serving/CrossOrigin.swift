// Leave for browsers to read answers from pages of other origins (the Fetch standard's CORS).

import HTTPTypes
import Hummingbird

/// Sets the headers that browsers ask for.
enum CrossOrigin {
    /// Marks an answer as readable from anywhere.
    ///
    /// Any origin may read and none may send credentials: without the cookie, a foreign page learns
    /// nothing that it could not fetch by itself, or by a token of its own. What it may not do with
    /// the cookie of a person is ``PageOrigin``'s.
    static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-ID"
    }

    /// The answer to a preflight, and to any other `OPTIONS`.
    ///
    /// - Parameter takesPostAlone: Whether what is asked about is to be posted and not got.
    static func preflight(takesPostAlone: Bool) -> Response {
        let methods = takesPostAlone ? "POST, OPTIONS" : "GET, HEAD, POST, OPTIONS"
        return Response(
            status: .noContent,
            headers: [
                .allow: methods,
                .accessControlAllowMethods: methods,
                .accessControlAllowHeaders:
                    "Content-Type, Authorization, X-Esri-Authorization, X-Requested-With, Range",
                .accessControlMaxAge: "86400",
            ])
    }
}
