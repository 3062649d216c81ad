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

    package func respond(
        to request: Request, context: RouteServiceContext
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response = await answer(request, context)
        if request.method == .head { response = response.createHeadResponse() }
        CrossOrigin.allow(&response)
        response.headers.set("X-Request-ID", to: context.requestID)
        log(request, response, ContinuousClock.now - start, context.logger)
        return response
    }

    /// Never throws: every failure becomes an answer.
    private func answer(_ request: Request, _ context: RouteServiceContext) async -> Response {
        // The query alone may already say how a failure to read the body is to be told.
        var fields = FormParameters(RequestReader.query(of: request))
        let address = ResourceAddress(path: request.uri.path, in: catalog)
        do {
            guard request.method != .options else { return CrossOrigin.preflight() }
            guard [.get, .head, .post].contains(request.method) else {
                throw ErrorTable.method(request.method)
            }
            guard request.uri.string.utf8.count <= RequestReader.maximumURLBytes else {
                throw ErrorTable.urlTooLong(allowed: RequestReader.maximumURLBytes)
            }
            fields = try await RequestReader.fields(
                of: request, maximumBodyBytes: maximumBodyBytes(at: address))
            let read = try ServiceRequest(
                path: request.uri.path, fields: fields, headers: request.headers)
            return try await answer(read, at: address, context)
        } catch {
            let failure = failure(for: error, context)
            let writer = AnswerWriter(
                format: ServiceRequest.fallbackFormat(fields),
                callback: ServiceRequest.plainCallback(fields), headers: request.headers)
            switch address {
            case .solve(let layer):
                return writer.response(failure, asking: layer, .solve, fields: fields)
            case .locate(let layer):
                return writer.response(failure, asking: layer, .locate, fields: fields)
            default: return writer.response(failure)
            }
        }
    }

    private func answer(
        _ request: ServiceRequest, at address: ResourceAddress, _ context: RouteServiceContext
    ) async throws -> Response {
        let writer = AnswerWriter(request)
        switch address {
        case .home: return Response.redirect(to: ResourcePath.services, type: .found)
        case .liveness: return writer.response(health(.liveness))
        case .readiness: return writer.response(health(.readiness))
        case .openAPI: return writer.response(OpenAPIDocument(catalog: catalog))
        case .info: return writer.response(ServerInfo())
        case .services(let folder):
            return writer.response(ServicesListing(folder: folder, catalog: catalog))
        case .service(let layers): return writer.response(ServiceResource(layers: layers))
        case .layer(let layer): return writer.response(RouteLayerResource(layer: layer))
        case .travelModes(let layer): return writer.response(TravelModesResource(layer: layer))
        case .dataset(let layer): return writer.response(NetworkDatasetResource(layer: layer))
        case .solve(let layer), .locate(let layer):
            var endpoint = SolveEndpoint(
                layer: layer, queue: queue, client: clients.presence(on: context.channel),
                shutdownGraceSeconds: shutdownGraceSeconds, requestID: context.requestID)
            if case .locate = address { endpoint.locatesOnly = true }
            return try await endpoint.answer(request, writer)
        case .portal: throw ErrorTable.portal()
        case .unknownResource: throw ErrorTable.unknownResource(request.path, catalog)
        case .foreign: throw ErrorTable.foreign(request.path)
        }
    }

    private func maximumBodyBytes(at address: ResourceAddress) -> Int {
        switch address {
        case .solve(let layer), .locate(let layer): layer.limits.maximumRequestBytes
        default: Self.smallBodyBytes
        }
    }

    private func health(_ question: Health.Question) -> Health {
        Health(question: question, layerCount: catalog.layers.count, load: queue.load)
    }

    private func failure(
        for error: any Error, _ context: RouteServiceContext
    ) -> ServiceFailure {
        switch error {
        case let failure as ServiceFailure: return failure
        case let error as RouteRequestError: return ServiceFailure(error)
        case let reason as SolveQueueError: return ErrorTable.queue(reason)
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

extension HTTPFields {
    /// Sets a header that HTTPTypes has no constant for.
    ///
    /// - Precondition: `name` is a legal header name.
    fileprivate mutating func set(_ name: String, to value: String) {
        guard let name = HTTPField.Name(name) else {
            preconditionFailure("\(name) is no legal header name")
        }
        self[name] = value
    }
}
