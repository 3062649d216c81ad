// Errors from the server itself: addresses, bodies, access, load and internal errors.

package import HTTPTypes
package import RouteAPI

/// Why the server does not pass a request on to an analysis.
///
/// Make one with ``ErrorTable``, which has all codes and texts. It becomes ArcGIS's error envelope,
/// whose `code` is independent of the HTTP ``status``: ArcGIS Server reports most errors with
/// status 200, and clients read the code. Set another status only for errors of the web tier in
/// front of it, such as a body that is too large, and for internal errors.
package struct ServiceError: EnvelopeError {
    package var code: Int
    package var extendedCode: ExtendedCode?
    package var message: String
    package var details: [String]
    package var faults: [RouteRequestError.Fault] = []
    package var reasons: [Reason] { [] }
    /// Whether the caller lacks access, or must log in first.
    package var deniesAccess = false
    /// The response's status: 200 for errors that ArcGIS Server reports with 200, another for
    /// errors of the web tier in front of it and for internal errors.
    package var status = HTTPResponse.Status.ok
    /// Further headers for the response.
    package var headers: HTTPFields = [:]

    /// Creates an error; see ``ErrorTable`` for the codes and texts in use.
    package init(
        code: Int, message: String, details: [String], deniesAccess: Bool = false,
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) {
        self.code = code
        self.message = message
        self.details = details
        self.deniesAccess = deniesAccess
        self.status = status
        self.headers = headers
    }

    /// Copies the error for a parameter that the server itself reads.
    package init(_ error: RouteRequestError) {
        self.init(code: error.code, message: error.message, details: error.details)
        extendedCode = error.extendedCode
        faults = error.faults
    }
}

/// An error with its response's status and headers.
package protocol AnsweredError: EnvelopeError {
    var deniesAccess: Bool { get }
    var status: HTTPResponse.Status { get }
    var headers: HTTPFields { get }
}

extension ServiceError: AnsweredError {}

extension RouteRequestError: AnsweredError {
    package var deniesAccess: Bool { false }
    package var status: HTTPResponse.Status { .ok }
    package var headers: HTTPFields { [:] }
}
