// Permission for pages of other origins to read answers (CORS in the Fetch standard).

import HTTPTypes
import Hummingbird

/// Sets the CORS headers.
enum CrossOrigin {
    /// Allows every origin to read an answer.
    ///
    /// Every origin may read and none may send credentials: without the cookie, a page of another
    /// origin learns nothing that it could not fetch by itself or with its own token.
    /// ``PageOrigin`` rejects requests that such a page sends with a user's cookie.
    static func allow(_ response: inout Response) {
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.accessControlExposeHeaders] = "ETag, Retry-After, X-Request-ID"
    }

    /// The answer to a preflight, and to any other `OPTIONS`.
    ///
    /// - Parameter takesPostAlone: Whether the resource accepts POST only.
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
