// Errors of the server itself: addresses, bodies, access, load and internal errors.

import HTTPTypes
import RouteAPI

/// The reason why the server does not pass a request to an analysis.
struct ServiceError: EnvelopeError {
    var code: Int
    var extendedCode: ExtendedCode?
    var message: String
    var details: [String]
    var faults: [RouteRequestError.Fault] = []
    var reasons: [Reason] { [] }
    /// Whether the caller lacks access, or has to log in first.
    var deniesAccess = false
    /// The status of the response: 200 for errors that ArcGIS Server reports with 200, another
    /// status for those of the web tier in front of it and for internal errors.
    var status = HTTPResponse.Status.ok
    /// Headers of the response.
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

    /// The error of a parameter that the server itself reads.
    init(_ error: RouteRequestError) {
        self.init(code: error.code, message: error.message, details: error.details)
        extendedCode = error.extendedCode
        faults = error.faults
    }
}

/// An error with the status and headers of its response.
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
