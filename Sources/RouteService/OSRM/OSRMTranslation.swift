// Translates a request in OSRM's form for an operation, and its result into an answer.

import Hummingbird
import OSRMAPI
import Preparation
import RouteAPI

/// Translates one request in OSRM's form, and its answer.
struct OSRMTranslation: RequestTranslation {
    let request: OSRMRequest
    let layer: OSRMLayer
    /// Answer only if fewer coordinates are moved than this.
    var fewerMovedThan: Int?

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
        if let fewerMovedThan, request.movedRows(of: result).count >= fewerMovedThan {
            throw OSRMError(.noRoute, "Turning round moves no fewer.")
        }
        let answer = try OSRMAnswer(to: request, on: layer, asked.analysis)
        let response = writer.script(try answer.json(result), isCacheable: false)
        if fewerMovedThan == nil, let turning = request.turning(besideMovedIn: result) {
            throw MovedCoordinates(
                response: response, turning: turning.request, count: turning.moved)
        }
        return response
    }
}

/// Thrown if an answer exists, and one that turns round might move fewer coordinates.
struct MovedCoordinates: Error {
    let response: Response
    /// The request that may turn round.
    let turning: OSRMRequest
    let count: Int
}
