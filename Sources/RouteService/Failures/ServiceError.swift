// Errors from the server itself: addresses, bodies, access, load and internal errors.

import HTTPTypes
import RouteAPI

/// Why the server does not pass a request on to an analysis.
///
/// Make one with ``ErrorTable``, which has all codes and texts. It becomes ArcGIS's error envelope,
/// whose `code` is independent of the HTTP ``status``: ArcGIS Server reports most errors with
/// status 200, and clients read the code. Set another status only for errors of the web tier in
/// front of it, such as a body that is too large, and for internal errors.
struct ServiceError: EnvelopeError {
    var code: Int
    var extendedCode: ExtendedCode?
    var message: String
    var details: [String]
    var faults: [RouteRequestError.Fault] = []
    var reasons: [Reason] { [] }
    /// Whether the caller lacks access, or must log in first.
    var deniesAccess = false
    /// The response's status: 200 for errors that ArcGIS Server reports with 200, another for
    /// errors of the web tier in front of it and for internal errors.
    var status = HTTPResponse.Status.ok
    /// Further headers for the response.
    var headers: HTTPFields = [:]

    init(
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
    init(_ error: RouteRequestError) {
        self.init(code: error.code, message: error.message, details: error.details)
        extendedCode = error.extendedCode
        faults = error.faults
    }
}

/// An error with its response's status and headers.
protocol AnsweredError: EnvelopeError {
    var deniesAccess: Bool { get }
    var status: HTTPResponse.Status { get }
    var headers: HTTPFields { get }
}

extension ServiceError: AnsweredError {}

extension RouteRequestError: AnsweredError {
    var deniesAccess: Bool { false }
    var status: HTTPResponse.Status { .ok }
    var headers: HTTPFields { [:] }
}
