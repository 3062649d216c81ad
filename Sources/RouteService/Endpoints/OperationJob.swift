// One request for an operation, as it is read, answered and written on whichever thread.

import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import NetworkAnalysis

/// What is asked, and how its answer is written.
struct OperationJob: Sendable {
    let endpoint: OperationEndpoint
    /// The request, its fields as they were sent.
    let request: ServiceRequest
    let writer: AnswerWriter

    /// The bytes of its fields.
    var bytes: Int { request.fields.byteCount }
    private var layer: PublishedLayer { endpoint.layer }

    /// What the fields ask for.
    ///
    /// - Throws: ``RouteRequestError`` naming the field.
    func read() throws -> AnalysisRequest {
        var asked = try endpoint.operation.request(
            request.fields, locateDefaults: layer.description.configuration.locateSettings)
        // A person gets a picture, with the streets round it.
        asked.analysis.drawsPicture = request.format == .html
        // GeoJSON knows one coordinate system.
        if request.format == .geojson { asked.analysis.output.outSR = .wgs84 }
        return asked
    }

    /// What the answer will take.
    func effort(of asked: AnalysisRequest) -> SolveEffort {
        let effort = layer.answering.effort(of: asked)
        return asked.analysis.drawsPicture ? max(effort, .light) : effort
    }

    /// What came of a request on a thread of the queue.
    enum Outcome: Sendable {
        case answer(Response)
        /// It is too much for the lane; what it asks for is read.
        case heavy(AnalysisRequest)
        /// It is read, and names rows that are elsewhere.
        case referring(AnalysisRequest)
    }

    /// Reads a request on a thread of the queue unless that has been done, and answers it if it
    /// belongs there.
    ///
    /// - Parameter read: What it asks for, with all rows at hand.
    /// - Throws: ``RouteRequestError``.
    func run(
        _ read: AnalysisRequest?, in lane: SolveLane, _ control: SolveControl
    ) throws -> Outcome {
        if let read { return .answer(try answer(read, control)) }
        let asked = try self.read()
        guard asked.analysis.references.isEmpty else { return .referring(asked) }
        if lane == .light, effort(of: asked) == .heavy { return .heavy(asked) }
        return .answer(try answer(asked, control))
    }

    /// The answer.
    ///
    /// - Throws: ``RouteRequestError``.
    func answer(_ asked: AnalysisRequest, _ control: SolveControl) throws -> Response {
        try endpoint.outbound.systems.admit(
            layer.answering.unreadSystems(in: asked.analysis), of: endpoint.caller)
        var result = try layer.answering.answer(asked, control: control)
        result.attribution = layer.description.attribution
        result.requestID = endpoint.requestID
        var response = writer.response(
            OperationAnswer(layer: layer, fields: request.fields, solved: asked, result: result))
        response.headers[.serverTiming] = control.timings.serverTiming
        return response
    }
}

extension HTTPField.Name {
    /// Where the time of a solve went, and by which mechanisms its legs were found.
    fileprivate static let serverTiming: HTTPField.Name = {
        guard let name = HTTPField.Name("Server-Timing") else {
            preconditionFailure("Server-Timing is a header's name")
        }
        return name
    }()
}
