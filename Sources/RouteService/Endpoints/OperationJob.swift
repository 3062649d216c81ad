// One request for an operation: reads, solves and writes it on any thread.

import AccessControl
import Batches
import Geo
import HTTPTypes
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport
import Synchronization

/// A request for an operation, and the writer for its answer.
struct OperationJob: Sendable {
    let endpoint: OperationEndpoint
    /// The request with its fields as sent.
    let request: ServiceRequest
    let writer: AnswerWriter
    /// Sends the rows of a large answer while others are being found; `nil` if answers are sent
    /// whole.
    var stream: AnswerStream?
    /// The request once it has been read.
    private let parsed = ParsedRequest()

    init(endpoint: OperationEndpoint, request: ServiceRequest, writer: AnswerWriter) {
        self.endpoint = endpoint
        self.request = request
        self.writer = writer
    }

    /// How many bytes its fields have.
    var bytes: Int { request.fields.byteCount }
    private var layer: PublishedLayer { endpoint.layer }

    /// Reads the request from the fields, once: a job that moves to another lane keeps it.
    ///
    /// - Throws: ``RouteRequestError`` naming the field.
    func read() throws -> AnalysisRequest {
        try parsed.request { try parse() }
    }

    private func parse() throws -> AnalysisRequest {
        LargeWork.check(bytes: bytes)
        if let translation = endpoint.translation {
            var asked = try translation.request(to: endpoint.operation)
            asked.analysis.standing = layer.stored.standingInForce
            return asked
        }
        var asked = try endpoint.operation.request(
            request.fields, locateDefaults: layer.description.configuration.locateSettings)
        asked.analysis.standing = layer.stored.standingInForce
        // Pages have a picture, with the streets around the routes.
        asked.analysis.caller.drawsPicture = request.format == .html
        if request.format == .html, asked.analysis.directions.directionsLanguage == nil {
            asked.analysis.directions.directionsLanguage = browserLanguage
        }
        // GeoJSON supports one coordinate system.
        if request.format == .geojson { asked.analysis.output.outSR = .wgs84 }
        return asked
    }

    /// The first of the browser's languages in which the layer writes directions.
    private var browserLanguage: String? {
        request.headers[.acceptLanguage].flatMap { header in
            AcceptedLanguages(header).tags.lazy
                .compactMap(layer.description.configuration.language(nearest:)).first
        }
    }

    /// Estimates the answer's effort. A picture takes longer than most routes, and a GeoPackage is
    /// a file, so these wait for each other, but light requests do not wait for them.
    func effort(of asked: AnalysisRequest) -> SolveEffort {
        asked.analysis.caller.drawsPicture || request.format == .gpkg
            ? .heavy : layer.answering.effort(of: asked)
    }

    /// The outcome of a request on a thread of the queue.
    enum Outcome: Sendable {
        case answer(Response)
        /// The answer was sent row by row.
        case sent
        /// The parsed request is too heavy for the lane.
        case heavy(AnalysisRequest)
        /// The parsed request lacks rows it refers to.
        case referring(AnalysisRequest)
    }

    /// Parses a request on a thread of the queue, unless it is parsed already, and answers it if it
    /// is not too heavy.
    ///
    /// - Parameter read: The parsed request, with all rows it refers to.
    /// - Throws: ``RouteRequestError``.
    func run(
        _ read: AnalysisRequest?, in lane: SolveLane, _ control: SolveControl
    ) throws -> Outcome {
        if let read { return try outcome(of: read, in: lane, control) }
        let asked = try self.read()
        guard !endpoint.lacksRows(asked) else { return .referring(asked) }
        if lane == .light, effort(of: asked) == .heavy { return .heavy(asked) }
        return try outcome(of: asked, in: lane, control)
    }

    /// Answers in a lane. Only heavy solves are sent row by row, since a light one may be repeated.
    private func outcome(
        of asked: AnalysisRequest, in lane: SolveLane, _ control: SolveControl
    ) throws -> Outcome {
        guard lane == .heavy, let stream else { return .answer(try respond(to: asked, control)) }
        let result = try result(of: asked, control, passingRowsTo: stream)
        guard stream.hasRows else { return .answer(try response(to: asked, result, control)) }
        try stream.end(result)
        return .sent
    }

    /// Solves and writes the answer.
    ///
    /// - Throws: ``RouteRequestError``.
    func respond(to asked: AnalysisRequest, _ control: SolveControl) throws -> Response {
        let result = try result(of: asked, control, passingRowsTo: nil)
        if result.vertexCount > Self.mostVerticesOnLoop { try control.beginLongWork() }
        return try response(to: asked, result, control)
    }

    /// The most vertices in an answer that is written on an event loop: some 200 kB.
    private static let mostVerticesOnLoop = 5_000

    private func result(
        of asked: AnalysisRequest, _ control: SolveControl,
        passingRowsTo rows: (any AnswerRowReceiver)?
    ) throws -> AnalysisResult {
        try endpoint.outbound.systems.admit(
            layer.answering.unreadSystems(in: asked.analysis), of: endpoint.caller)
        defer { endpoint.solves.count(control.timings) }
        var result = try layer.answer(asked, control: control, passingRowsTo: rows)
        result.attribution = layer.description.attribution
        result.requestID = endpoint.requestID
        return result
    }

    private func response(
        to asked: AnalysisRequest, _ result: AnalysisResult, _ control: SolveControl
    ) throws -> Response {
        var response =
            try endpoint.translation?.response(to: asked, result, writer)
            ?? self.response(
                OperationAnswer(
                    layer: layer, fields: request.fields, solved: asked, result: result))
        response.headers[.serverTiming] = control.timings.serverTiming
        return response
    }

    private func response(_ answer: OperationAnswer) throws -> Response {
        guard request.format == .gpkg else { return writer.response(answer) }
        return writer.response(
            try answer.geoPackage(), type: AnswerPackage.mediaType,
            named: "\(endpoint.operation.description.name).gpkg")
    }
}

/// A job's request, kept from one lane to the next.
private final class ParsedRequest: Sendable {
    private let known = Mutex<AnalysisRequest?>(nil)

    /// Returns the request: the known one, or whatever `parse` returns. Only one thread at a time
    /// works on a job.
    func request(parsing parse: () throws -> AnalysisRequest) rethrows -> AnalysisRequest {
        if let request = known.withLock({ $0 }) { return request }
        let request = try parse()
        known.withLock { $0 = request }
        return request
    }
}

extension HTTPField.Name {
    /// How long each stage of a solve took, and which mechanisms found its legs.
    fileprivate static let serverTiming = HTTPField.Name(declared: "Server-Timing")
}
