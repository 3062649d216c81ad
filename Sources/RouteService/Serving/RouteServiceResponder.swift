// Answers every request: reads it, finds its resource, writes the answer, logs one line.

import AccessControl
import HTTPTypes
package import Hummingbird
import Logging
package import NIOCore
import RouteAPI
import RouteAnalysis

/// What a request carries beside its head and body.
package struct RouteServiceContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection that the request came on.
    package let channel: any Channel
    /// The id that the log and the answer share.
    package let requestID: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        // A logger that keeps nothing has no id either, and `RequestContext.id` would stop us.
        let logged = source.logger[metadataKey: "hb.request.id"]?.description
        requestID = logged ?? RequestID().description
    }
}

/// The one responder of the server.
package struct RouteServiceResponder: HTTPResponder {
    package typealias Context = RouteServiceContext

    let resources = ResourceTable()
    let catalog: ServiceCatalog
    let queue: SolveQueue
    let clients: ConnectedClients
    let shutdownGraceSeconds: Double
    let origin: ServerOrigin
    let gate: AccessGate
    let reader: RequestReader
    /// Whether `sharing/rest` answers like a portal.
    let answersSharing: Bool
    /// Bounds what requests have read from elsewhere.
    let outbound: OutboundLimits

    package func respond(
        to request: Request, context: RouteServiceContext
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = await answer(request, context)
        if request.method == .head { response = response.createHeadResponse() }
        CrossOrigin.allow(&response)
        origin.requireHTTPS(in: &response)
        response.headers[.xRequestID] = context.requestID
        log(request, response, ContinuousClock.now - start, context.logger)
        return response
    }

    /// Never throws: every failure becomes an answer.
    private func answer(_ request: Request, _ context: RouteServiceContext) async -> Response {
        // The query alone may already say how a failure to read the body is to be told.
        var fields = FormParameters([])
        var unread = request.method == .post ? request.headers : nil
        let resource = resources.resource(at: request.uri.path, in: catalog)
        do {
            guard request.method != .options else {
                return CrossOrigin.preflight(takesPostAlone: resource.takesPostAlone)
            }
            let query = try RequestReader.query(of: request)
            fields = query
            guard [.get, .head, .post].contains(request.method) else {
                throw ErrorTable.method(request.method)
            }
            let source = origin.source(of: request, on: context.channel)
            let reading = try await reader.fields(
                of: RequestReader.Head(
                    request: request, query: query, source: source, channel: context.channel,
                    client: clients.presence(on: context.channel)),
                admission(to: resource, request, source))
            fields = reading.fields
            unread = nil
            if let refusal = reading.refusal { throw refusal }
            let read = try ServiceRequest(
                request, fields: fields, query: query, source: source)
            // The fields count against the budget of bodies until the answer is there.
            defer { withExtendedLifetime(reading.lease) {} }
            return try await answer(read, resource, context)
        } catch {
            let failure = failure(for: error, context)
            let writer = AnswerWriter(
                format: ServiceRequest.fallbackFormat(fields, unread: unread),
                callback: ServiceRequest.plainCallback(fields), headers: request.headers)
            return await RequestReader.work(onBytes: fields.byteCount) { [fields] in
                Self.answer(failure, of: resource, fields, writer)
            }
        }
    }

    /// A failure as it is told, with the form that the request came from.
    private static func answer(
        _ failure: any AnsweredError, of resource: FoundResource, _ fields: FormParameters,
        _ writer: AnswerWriter
    ) -> Response {
        // The forms tell of the layer, which a caller who was refused shall not see.
        guard !failure.deniesAccess, let operation = resource.operation else {
            return writer.response(failure)
        }
        return writer.response(failure, asking: resource.layer, operation, fields: fields)
    }

    private func answer(
        _ request: ServiceRequest, _ resource: FoundResource, _ context: RouteServiceContext
    ) async throws -> Response {
        if request.asksForHelp { return Response.redirect(to: resource.help, type: .found) }
        let writer = AnswerWriter(request)
        switch resource.access {
        case .anyone:
            return try await resource.answer(
                Asking(
                    request: request, writer: writer, server: self, context: context,
                    caller: .anonymous(network: request.source.network), catalog: catalog))
        case .services:
            let caller = try gate.caller(request)
            if let layer = resource.layer { try gate.admit(caller, to: layer) }
            return try await resource.answer(
                Asking(
                    request: request, writer: writer, server: self, context: context,
                    caller: caller, catalog: catalog.visible(to: caller)))
        }
    }

    /// What answers an operation of a layer.
    func endpoint(
        for operation: LayerOperation, of layer: PublishedLayer, _ asking: Asking
    ) -> SolveEndpoint {
        var endpoint = SolveEndpoint(
            layer: layer, queue: queue, client: clients.presence(on: asking.context.channel),
            caller: asking.caller, meter: gate.meter, shutdownGraceSeconds: shutdownGraceSeconds,
            outbound: outbound, requestID: asking.context.requestID)
        endpoint.locatesOnly = operation == .locate
        return endpoint
    }

    /// Whose bodies are read, and how much of them.
    private func admission(
        to resource: FoundResource, _ request: Request, _ source: RequestSource
    ) -> RequestReader.Admission {
        let (layer, headers, method) = (resource.layer, request.headers, request.method)
        let gate = gate
        return RequestReader.Admission(
            maximumBodyBytes: resource.maximumBodyBytes
        ) { fields throws(ServiceError) in
            guard let layer else { return }
            let caller = try gate.caller(fields, headers, source, by: method)
            try gate.checkAccess(of: caller, to: layer)
        }
    }

    func health(_ question: Health.Question) -> Health {
        Health(
            question: question, layerCount: catalog.layers.count, load: queue.load,
            bodies: reader.budget.held,
            isOverloaded: queue.isOverloaded || reader.budget.isNearlySpent,
            metrics: catalog.metricUse)
    }

    private func failure(
        for error: any Error, _ context: RouteServiceContext
    ) -> any AnsweredError {
        switch error {
        case let error as any AnsweredError: return error
        case let reason as SolveQueueError: return ErrorTable.queue(reason)
        case let exceeded as UsageExceeded: return ErrorTable.usage(exceeded)
        default:
            // The caller gets no paths and no inner words; the log has them under the same id.
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return ErrorTable.internalError(requestID: context.requestID)
        }
    }

    /// One line a request. The query stays out of it: it holds people's places.
    private func log(
        _ request: Request, _ response: Response, _ duration: Duration, _ logger: Logger
    ) {
        let milliseconds = (duration / .microseconds(100)).rounded() / 10
        logger.info(
            "\(request.method.rawValue) \(request.uri.path)",
            metadata: [
                "status": "\(response.status.code)",
                "bytes": "\(response.headers[.contentLength] ?? "-")",
                "ms": "\(milliseconds)",
            ])
    }
}

extension HTTPField.Name {
    /// The name of a request in the log.
    fileprivate static let xRequestID: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Request-ID") else {
            preconditionFailure("X-Request-ID is a header's name")
        }
        return name
    }()
}
