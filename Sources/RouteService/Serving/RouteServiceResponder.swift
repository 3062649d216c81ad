// Answers every request: reads it, finds its resource, writes the answer, logs one line.

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

    /// Bodies to resources other than a layer's hold a few words.
    private static let smallBodyBytes = 1 << 20

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
    let outward: OutwardCalls

    package func respond(
        to request: Request, context: RouteServiceContext
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = await answer(request, context)
        if request.method == .head { response = response.createHeadResponse() }
        CrossOrigin.allow(&response)
        origin.demandSecurity(in: &response)
        response.headers[.xRequestID] = context.requestID
        log(request, response, ContinuousClock.now - start, context.logger)
        return response
    }

    /// Never throws: every failure becomes an answer.
    private func answer(_ request: Request, _ context: RouteServiceContext) async -> Response {
        // The query alone may already say how a failure to read the body is to be told.
        var fields = FormParameters([])
        var unread = request.method == .post ? request.headers : nil
        let address = ResourceAddress(path: request.uri.path, in: catalog)
        do {
            guard request.method != .options else {
                return CrossOrigin.preflight(takesPostAlone: address.takesPostAlone)
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
                admission(to: address, request, source))
            fields = reading.fields
            unread = nil
            if let refusal = reading.refusal { throw refusal }
            let read = try ServiceRequest(
                request, fields: fields, query: query, source: source)
            // The fields count against the budget of bodies until the answer is there.
            defer { withExtendedLifetime(reading.lease) {} }
            return try await answer(read, at: address, context)
        } catch {
            let failure = failure(for: error, context)
            let writer = AnswerWriter(
                format: ServiceRequest.fallbackFormat(fields, unread: unread),
                callback: ServiceRequest.plainCallback(fields), headers: request.headers)
            return await RequestReader.work(onBytes: fields.byteCount) { [fields] in
                Self.answer(failure, at: address, fields, writer)
            }
        }
    }

    /// A failure as it is told, with the form that the request came from.
    private static func answer(
        _ failure: any AnsweredError, at address: ResourceAddress, _ fields: FormParameters,
        _ writer: AnswerWriter
    ) -> Response {
        switch address {
        // The forms tell of the layer, which a caller who was refused shall not see.
        case _ where failure.deniesAccess: writer.response(failure)
        case .solve(let layer): writer.response(failure, asking: layer, .solve, fields: fields)
        case .locate(let layer): writer.response(failure, asking: layer, .locate, fields: fields)
        default: writer.response(failure)
        }
    }

    /// What anyone may ask; the rest is ``answerServices(_:at:_:)``.
    private func answer(
        _ request: ServiceRequest, at address: ResourceAddress, _ context: RouteServiceContext
    ) async throws -> Response {
        let writer = AnswerWriter(request)
        if request.asksForHelp {
            return Response.redirect(to: ResourcePath.help(on: address), type: .found)
        }
        switch address {
        case .home: return Response.redirect(to: ResourcePath.services, type: .found)
        case .liveness: return writer.response(health(.liveness))
        case .readiness:
            let health = health(.readiness)
            var response = writer.response(health)
            if health.isOverloaded {
                response.status = .serviceUnavailable
                response.headers[.retryAfter] = "2"
            }
            return response
        case .info:
            return writer.response(
                ServerInfo(
                    origin: request.source.origin, lifetime: gate.tokens?.lifetime,
                    isPortal: answersSharing))
        case .tokens, .generateToken:
            guard let tokens = gate.tokens else {
                throw ErrorTable.unknownResource(request.path, catalog)
            }
            let hasPage = if case .tokens = address { true } else { false }
            return try await TokenEndpoint(tokens: tokens, manner: .server)
                .answer(request, writer, hasPage: hasPage)
        case .sharing(let part):
            guard answersSharing else { throw ErrorTable.portal() }
            return try await SharingEndpoint(catalog: catalog, tokens: gate.tokens, gate: gate)
                .answer(part, request, writer)
        case .foreign: throw ErrorTable.foreign(request.path)
        default: return try await answerServices(request, at: address, context)
        }
    }

    /// The services, as far as they are open to the caller.
    private func answerServices(
        _ request: ServiceRequest, at address: ResourceAddress, _ context: RouteServiceContext
    ) async throws -> Response {
        let writer = AnswerWriter(request)
        let caller = try gate.caller(request)
        if let layer = address.layer { try gate.admit(caller, to: layer) }
        let catalog = catalog.visible(to: caller)
        switch address {
        case .openAPI:
            return writer.response(
                OpenAPIDocument(
                    catalog: catalog, hasTokens: gate.tokens != nil,
                    answersSharing: answersSharing))
        case .services(let folder):
            return writer.response(ServicesListing(folder: folder, catalog: catalog))
        case .service(let layers):
            return writer.response(ServiceResource(layers: try gate.admit(caller, to: layers)))
        case .layer(let layer): return writer.response(RouteLayerResource(layer: layer))
        case .travelModes(let layer): return writer.response(TravelModesResource(layer: layer))
        case .dataset(let layer): return writer.response(NetworkDatasetResource(layer: layer))
        case .utilities(let part): return writer.response(try utility(part, request, catalog))
        case .solve(let layer), .locate(let layer):
            var endpoint = SolveEndpoint(
                layer: layer, queue: queue, client: clients.presence(on: context.channel),
                caller: caller, meter: gate.meter, shutdownGraceSeconds: shutdownGraceSeconds,
                outward: outward, requestID: context.requestID)
            if case .locate = address { endpoint.locatesOnly = true }
            return try await endpoint.answer(request, writer)
        default: throw ErrorTable.unknownResource(request.path, catalog)
        }
    }

    /// A utility, of the first layer that its caller may see: the one that the portal names.
    private func utility(
        _ part: TaskAddress, _ request: ServiceRequest, _ catalog: ServiceCatalog
    ) throws -> any Resource {
        switch part {
        case .service: return TaskServiceResource()
        case .task(let task): return RoutingTaskResource(task: task)
        case .execution(let task):
            guard let layer = catalog.layers.first else { throw ErrorTable.tokenRequired() }
            return try TaskAnswer(
                task, request.fields, of: layer, isPortal: answersSharing)
        }
    }

    /// Whose bodies are read, and how much of them.
    private func admission(
        to address: ResourceAddress, _ request: Request, _ source: RequestSource
    ) -> RequestReader.Admission {
        let bytes =
            switch address {
            case .solve(let layer), .locate(let layer): layer.limits.maximumRequestBytes
            default: Self.smallBodyBytes
            }
        let (layer, headers, method) = (address.layer, request.headers, request.method)
        let gate = gate
        return RequestReader.Admission(maximumBodyBytes: bytes) { fields throws(ServiceError) in
            guard let layer else { return }
            let caller = try gate.caller(fields, headers, source, by: method)
            try gate.checkAccess(of: caller, to: layer)
        }
    }

    private func health(_ question: Health.Question) -> Health {
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
