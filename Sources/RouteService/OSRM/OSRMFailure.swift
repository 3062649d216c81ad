// Answers failed requests in OSRM's form.

import HTTPTypes
import Hummingbird
import OSRMAPI
import RouteAPI
import ServicePages
import ServiceTransport

/// A failure to be answered in OSRM's form, with status 400.
struct OSRMFailure: AnsweredError {
    let error: OSRMError

    init(_ error: OSRMError) { self.error = error }

    var code: Int { 400 }
    var extendedCode: ExtendedCode? { nil }
    var message: String { error.message }
    var details: [String] { [] }
    var reasons: [Reason] { [] }
    var faults: [RouteRequestError.Fault] { [] }
    var deniesAccess: Bool { false }
    var status: HTTPResponse.Status { .badRequest }
    var headers: HTTPFields { [:] }

    /// Returns the response to any failed request in OSRM's form.
    ///
    /// OSRM has no codes for access and load. If a request fails for such a reason, the HTTP status
    /// says so, and the code is `ServiceError`.
    static func response(_ failure: any AnsweredError, _ writer: AnswerWriter) -> Response {
        var writer = writer
        writer.visitor = nil
        let json: [UInt8]
        var status = failure.status
        if let failure = failure as? OSRMFailure {
            json = OSRMAnswer.json(failure.error)
        } else {
            // ArcGIS's codes for tokens, 498 and 499, are not HTTP statuses.
            let isOfToken = failure.code == 498 || failure.code == 499
            if status == .ok {
                status = isOfToken ? .unauthorized : .init(code: max(400, min(failure.code, 599)))
            }
            let text = ([failure.message] + failure.details).joined(separator: " ")
            json = OSRMAnswer.json(code: "ServiceError", text)
        }
        var response = writer.script(json, isCacheable: false)
        response.status = status
        for field in failure.headers { response.headers[field.name] = field.value }
        return response
    }
}
