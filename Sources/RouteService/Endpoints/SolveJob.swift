// One request to solve or to locate, as it is read, solved and written on whichever thread.

import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import RouteAnalysis

/// What is asked, and how its answer is written.
struct SolveJob: Sendable {
    let endpoint: SolveEndpoint
    /// The request, with features in the place of urls.
    let request: ServiceRequest
    /// Its fields as they were sent.
    let sent: FormParameters
    let writer: AnswerWriter
    /// The bytes of its fields.
    let bytes: Int

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

    /// What came of a request in the lane of light ones.
    enum Brief: Sendable {
        case answer(Response)
        /// It is too much for the lane; what it asks for is read.
        case heavy(RouteParameters)
    }

    /// Reads a request on a thread of the light lane, and answers it if it belongs there.
    ///
    /// - Throws: ``RouteRequestError``.
    func begin(_ control: SolveControl) throws -> Brief {
        let parameters = try parameters()
        guard effort(of: parameters) < .heavy else { return .heavy(parameters) }
        return .answer(try answer(parameters, control))
    }

    /// The answer.
    ///
    /// - Throws: ``RouteRequestError``.
    func answer(_ parameters: RouteParameters, _ control: SolveControl) throws -> Response {
        try endpoint.outward.systems.admit(
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
                LocateAnswer(layer: layer, fields: sent, solved: request.fields, result: result))
            : writer.response(
                SolveAnswer(layer: layer, fields: sent, solved: request.fields, result: result))
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
