// `…/solve`: from form fields to an answer, by way of the queue.

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
        request.fields = try await FeatureFetch(
            hosts: configuration.featureHosts, privateHosts: configuration.privateFeatureHosts,
            source: featureSource
        ).completed(asked)
        let ticket = SolveTicket()
        let token = client?.onDeparture { ticket.cancel() }
        defer { if let token { client?.forget(token) } }
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await run(ticket, request, sent, writer)
            } onGracefulShutdown: { [queue, shutdownGraceSeconds] in
                queue.drain(graceSeconds: shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel()
        }
    }

    /// Reads, solves and writes on a thread of the queue: megabytes of stops and of shapes are as
    /// long to read and write as a route is to find.
    private func run(
        _ ticket: SolveTicket, _ request: ServiceRequest, _ sent: FormParameters,
        _ writer: AnswerWriter
    ) async throws -> Response {
        try await meter.solve(for: caller, to: layer) { clock in
            try await queue.run(
                ticket, timeLimitSeconds: layer.limits.maximumSolveSeconds
            ) { control in
                try clock.measure { try solve(request, sent, writer, control) }
            }
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
        if locatesOnly { parameters.validate = true }
        // GeoJSON knows one coordinate system.
        if request.format == .geojson { parameters.outSR = .wgs84 }
        var result = try layer.answering.solve(parameters, control: control)
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
