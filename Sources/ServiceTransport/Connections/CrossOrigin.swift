// Lets pages of other origins read answers (CORS in the Fetch standard).

import HTTPTypes
package import Hummingbird

/// Sets the CORS headers.
package enum CrossOrigin {
    /// Lets every origin read an answer.
    ///
    /// Every origin may read and none may send credentials. Without the cookie, a page elsewhere
    /// learns nothing it could not fetch by itself or with its own token. ``PageOrigin`` rejects
    /// requests such a page sends with a user's cookie.
    package static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-ID"
    }

    /// Answers a preflight, and any other `OPTIONS`.
    ///
    /// - Parameter takesPostAlone: Whether the resource accepts only POST.
    package static func preflight(takesPostAlone: Bool) -> Response {
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
