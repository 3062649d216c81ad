// `…/solve`: from form fields to an answer, on the spot or by way of the queue.

import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import RouteAnalysis
import ServiceLifecycle

/// Solves for one layer and one client.
struct SolveEndpoint: Sendable {
    let layer: PublishedLayer
    let queue: SolveQueue
    /// The client, or `nil` when the request came by no connection, as in tests of the router.
    let client: ClientPresence?
    /// Whom the solve is counted for.
    let caller: Caller
    let meter: UsageMeter
    let shutdownGraceSeconds: Double
    /// Bounds what requests have read from elsewhere.
    let outward: OutwardCalls
    /// Where features that a request names by url come from.
    var featureSource: any FeatureDownloading = WebDownload()
    /// The name of the request in the log.
    let requestID: String
    /// Whether places are located and nothing is solved.
    var locatesOnly = false

    /// Answers a request; without stops, a person gets the form.
    ///
    /// - Throws: ``RouteRequestError``, or ``SolveQueueError`` when the solve did not run.
    func answer(_ request: ServiceRequest, _ writer: AnswerWriter) async throws -> Response {
        let asked = locatesOnly ? LocateAnswer.solveFields(request.fields) : request.fields
        if request.format == .html, asked.text("stops") == nil {
            return writer.response(
                SolveFormResource(
                    layer: layer, operation: locatesOnly ? .locate : .solve, fields: asked))
        }
        let sent = request.fields
        var request = request
        let configuration = layer.description.configuration
        let fetch = FeatureFetch(
            hosts: configuration.featureHosts, privateHosts: configuration.privateFeatureHosts,
            source: featureSource, gate: outward.fetches, caller: caller)
        request.fields = try await ClientPresence.whileThere(client) {
            try await fetch.completed(asked)
        }
        let bytes = request.fields.byteCount
        defer { outward.memory.requestEnded(bytes: bytes) }
        return try await meter.solve(for: caller, to: layer) { [request] clock in
            if let outcome = tryHere(request, sent, writer, clock) { return try outcome.get() }
            return try await inQueue(request, sent, writer, clock)
        }
    }

    /// Answers a slight request on the spot: it is done before another thread would have woken.
    ///
    /// - Returns: `nil` when the request is to be answered in the queue.
    private func tryHere(
        _ request: ServiceRequest, _ sent: FormParameters, _ writer: AnswerWriter,
        _ clock: WorkClock
    ) -> Result<Response, any Error>? {
        guard request.fields.byteCount <= Self.slightBytes else { return nil }
        let seconds = min(Self.trialSeconds, layer.limits.maximumSolveSeconds)
        return queue.tryHere(seconds: seconds) { control in
            try clock.measure { try solve(request, sent, writer, control) }
        }
    }

    /// Longer requests are not even read on the spot.
    private static let slightBytes = 8_192
    /// So long a connection may wait for another's solve.
    private static let trialSeconds = 0.005

    /// Reads, solves and writes on a thread of the queue: megabytes of stops and of shapes are as
    /// long to read and write as a route is to find.
    private func inQueue(
        _ request: ServiceRequest, _ sent: FormParameters, _ writer: AnswerWriter,
        _ clock: WorkClock
    ) async throws -> Response {
        let ticket = SolveTicket()
        let token = client?.onDeparture { ticket.cancel() }
        defer { if let token { client?.forget(token) } }
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await queue.run(
                    ticket, timeLimitSeconds: layer.limits.maximumSolveSeconds,
                    bytes: request.fields.byteCount
                ) { control in
                    try clock.measure { try solve(request, sent, writer, control) }
                }
            } onGracefulShutdown: { [queue, shutdownGraceSeconds] in
                queue.drain(graceSeconds: shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel()
        }
    }

    private func solve(
        _ request: ServiceRequest, _ sent: FormParameters, _ writer: AnswerWriter,
        _ control: SolveControl
    ) throws -> Response {
        let fields = request.fields
        var parameters = try RouteParameters(
            form: fields,
            locateDefaults: layer.description.configuration.locateSettings)
        // A person gets a picture, with the streets round it.
        parameters.drawsPicture = request.format == .html
        if parameters.drawsPicture || !layer.answering.isSlight(parameters) {
            try control.beginLongWork()
            try outward.systems.admit(layer.answering.unreadSystems(in: parameters), of: caller)
        }
        // GeoJSON knows one coordinate system.
        if request.format == .geojson { parameters.outSR = .wgs84 }
        var result =
            locatesOnly
            ? try layer.answering.place(parameters, control: control)
            : try layer.answering.solve(parameters, control: control)
        result.attribution = layer.description.attribution
        result.requestID = requestID
        var response =
            locatesOnly
            ? writer.response(
                LocateAnswer(layer: layer, fields: sent, solved: fields, result: result))
            : writer.response(
                SolveAnswer(layer: layer, fields: sent, solved: fields, result: result))
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
