// Translates a request in OSRM's form for an operation, and its result into an answer.

import Hummingbird
import OSRMAPI
import Preparation
import RouteAPI
import ServicePages

/// Translates one request in OSRM's form, and its answer.
struct OSRMTranslation: RequestTranslation {
    let request: OSRMRequest
    let layer: OSRMLayer
    /// Answer only if coordinates are moved by less than this, in meters.
    var movesLessThan: Double?

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
        if let movesLessThan, request.movedMeters(in: result) >= movesLessThan {
            throw OSRMError(.noRoute, "Turning round moves coordinates as far.")
        }
        let answer = try OSRMAnswer(to: request, on: layer, asked.analysis)
        let response = writer.script(try answer.json(result), isCacheable: false)
        if movesLessThan == nil,
            let turning = try request.turning(besideMovedIn: result, on: layer)
        {
            throw MovedCoordinates(
                response: response, turning: turning.request, meters: turning.meters)
        }
        return response
    }
}

/// Thrown with a good answer, if another one, whose route turns round, might move the coordinates
/// less.
struct MovedCoordinates: Error {
    let response: Response
    /// The request that may turn round.
    let turning: OSRMRequest
    let meters: Double
}
