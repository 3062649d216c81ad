// One request to solve or to locate, as it is read, solved and written on whichever thread.

import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import RouteAnalysis

/// What is asked, and how its answer is written.
struct SolveJob: Sendable {
    let endpoint: SolveEndpoint
    /// The request, its fields under the names of a solve.
    let request: ServiceRequest
    /// Its fields as they were sent.
    let sent: FormParameters
    let writer: AnswerWriter

    /// The bytes of its fields.
    var bytes: Int { request.fields.byteCount }
    private var layer: PublishedLayer { endpoint.layer }

    /// What the fields ask for.
    ///
    /// - Throws: ``RouteRequestError`` naming the field.
    func parameters() throws -> RouteParameters {
        var parameters = try RouteParameters(
            form: request.fields,
            locateDefaults: layer.description.configuration.locateSettings)
        // A person gets a picture, with the streets round it.
        parameters.drawsPicture = request.format == .html
        // GeoJSON knows one coordinate system.
        if request.format == .geojson { parameters.outSR = .wgs84 }
        return parameters
    }

    /// What the answer will take.
    func effort(of parameters: RouteParameters) -> SolveEffort {
        let effort = layer.answering.effort(of: parameters)
        return parameters.drawsPicture ? max(effort, .light) : effort
    }

    /// What came of a request on a thread of the queue.
    enum Outcome: Sendable {
        case answer(Response)
        /// It is too much for the lane; what it asks for is read.
        case heavy(RouteParameters)
        /// It is read, and names rows that are elsewhere.
        case referring(RouteParameters)
    }

    /// Reads a request on a thread of the queue unless that has been done, and answers it if it
    /// belongs there.
    ///
    /// - Parameter read: What it asks for, with all rows at hand.
    /// - Throws: ``RouteRequestError``.
    func run(
        _ read: RouteParameters?, in lane: SolveLane, _ control: SolveControl
    ) throws -> Outcome {
        if let read { return .answer(try answer(read, control)) }
        let parameters = try parameters()
        guard parameters.references.isEmpty else { return .referring(parameters) }
        if lane == .light, effort(of: parameters) == .heavy { return .heavy(parameters) }
        return .answer(try answer(parameters, control))
    }

    /// The answer.
    ///
    /// - Throws: ``RouteRequestError``.
    func answer(_ parameters: RouteParameters, _ control: SolveControl) throws -> Response {
        try endpoint.outbound.systems.admit(
            layer.answering.unreadSystems(in: parameters), of: endpoint.caller)
        var result =
            endpoint.locatesOnly
            ? try layer.answering.place(parameters, control: control)
            : try layer.answering.solve(parameters, control: control)
        result.attribution = layer.description.attribution
        result.requestID = endpoint.requestID
        var response =
            endpoint.locatesOnly
            ? writer.response(
                LocateAnswer(layer: layer, fields: sent, solved: parameters, result: result))
            : writer.response(
                SolveAnswer(layer: layer, fields: sent, solved: parameters, result: result))
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
