// Translates a request in OSRM's form for an operation, and its result into an answer.

import Hummingbird
import OSRMAPI
import Preparation
import RouteAPI

/// Translates one request in OSRM's form, and its answer.
struct OSRMTranslation: RequestTranslation {
    let request: OSRMRequest
    let layer: OSRMLayer

    func request(to operation: AnalysisOperation) throws -> AnalysisRequest {
        switch request.service {
        case .route, .trip, .nearest:
            operation.request(try request.routeParameters(on: layer))
        case .table: operation.request(try request.tableParameters(on: layer))
        case .match: operation.request(try request.matchParameters(on: layer))
        }
    }

    func response(
        to asked: AnalysisRequest, _ result: AnalysisResult, _ writer: AnswerWriter
    ) throws -> Response {
        let answer = try OSRMAnswer(to: request, on: layer, asked.analysis)
        return writer.script(try answer.json(result), isCacheable: false)
    }
}
