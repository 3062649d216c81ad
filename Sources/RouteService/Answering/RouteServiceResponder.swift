// Answers every request: finds its resource, reads it, writes the answer, logs one line.

import AccessControl
import HTTPTypes
package import Hummingbird
import Jobs
import Logging
import NIOCore
import Preparation
import PublishedServices
import RouteAPI
package import ServicePages
import ServiceTransport

/// The server's only responder: every request passes through `respond` and every failure ends here.
///
/// `respond` takes the published services once and passes that snapshot on, so a reload never
/// changes them in the middle of a request. It then:
/// - looks up the resource for the path in ``ResourceTable``, which also says who may use it and
///   how large a body may be;
/// - counts the request against its caller's limits before it reads a body, if the head already
///   names the caller;
/// - reads the body with ``HTTPRequestReader``, which checks access before it buffers much;
/// - calls the resource's handler in its row and lets ``AnswerWriter`` write the result.
///
/// Nothing below may answer by itself: endpoints return resources or throw. Errors with an envelope
/// of their own (``AnsweredError``) are shown as they are; refusals by lanes, usage limits and the
/// job store get theirs from ``ErrorTable``. Any other error is logged with its details and
/// answered with 500 and the request's id, so no path or SQL reaches a client. One line is logged
/// for each request, without its query.
package struct RouteServiceResponder: HTTPResponder {
    package typealias Context = RouteServiceContext

    let resources = ResourceTable()
    /// The server's layers. Each request takes a snapshot (``Asking/snapshot``).
    let published: PublishedCatalog
    let queue: SolveQueue
    /// The threads for blocking work besides solves.
    let lanes: Lanes
    let clients: ConnectedClients
    let shutdownGraceSeconds: Double
    let origin: ServerOrigin
    let gate: AccessGate
    let reader: HTTPRequestReader
    /// Whether `sharing/rest` is served, as by a portal.
    let answersSharing: Bool
    /// Limits the work that requests cause on other hosts.
    let outbound: OutboundLimits
    /// The jobs, or `nil` if they are off.
    var jobs: JobService?
    /// Reloads the services, or `nil` if they stay as they are.
    var reloader: CatalogReloader?
    /// Puts traffic into force on the networks.
    let traffic: TrafficRegistry
    /// The map page's files and settings.
    var map = MapSettings()
    /// Counts the answered requests for `/metrics`.
    let counts = RequestCounts()
    /// Counts the mechanisms that found legs, for `/metrics`.
    var solves = SolveCounts()

    package func respond(
        to request: Request, context: RouteServiceContext
    ) async throws -> Response {
        let start = ContinuousClock.now
        // The only place where a request asks for the layers: it ends with the layers it began
        // with.
        var record = RequestRecord()
        var response = await respond(
            request.withWholePolyline, context, published.current, &record)
        if request.method == .head { response = response.createHeadResponse() }
        origin.prefixLocation(of: &response)
        CrossOrigin.allow(&response)
        origin.requireHTTPS(in: &response)
        response.headers[.xRequestID] = context.requestID
        record.outcome.status = response.status.code
        let duration = ContinuousClock.now - start
        counts.count(record.outcome, seconds: duration / .seconds(1))
        log(request, response, record, duration, context)
        return response
    }

    /// Never throws: every failure becomes an answer.
    private func respond(
        _ request: Request, _ context: RouteServiceContext, _ snapshot: ServiceCatalog,
        _ record: inout RequestRecord
    ) async -> Response {
        // If the body cannot be read, only the query can select the failure's format.
        var fields = FormParameters([])
        var unread = request.method == .post ? request.headers : nil
        let (path, resource) = resources.resource(
            at: request.uri.path, below: origin.prefix, in: snapshot)
        if let operation = resource.operation {
            record.outcome.operation = operation.description.name
        }
        do {
            if let fault = request.headers[.headFault].flatMap(HeadFault.init(rawValue:)) {
                throw ErrorTable.head(fault)
            }
            guard request.method != .options else {
                return CrossOrigin.preflight(takesPostAlone: resource.takesPostAlone)
            }
            let query = try HTTPRequestReader.query(of: request)
            fields = query
            guard [.get, .head, .post].contains(request.method) else {
                throw ErrorTable.method(request.method)
            }
            let source = origin.source(of: request, on: context.channel)
            let counted = try countHead(of: request, query, source, to: resource)
            let reading = try await reader.fields(
                of: HTTPRequestReader.Head(
                    request: request, query: query, source: source, channel: context.channel,
                    client: clients.presence(on: context.channel)),
                admission(to: resource, request, source))
            fields = reading.fields
            unread = nil
            if let refusal = reading.refusal { throw refusal }
            let read = try ServiceRequest(
                request, at: path, fields: fields, query: query, source: source)
            // The fields count against the budget for bodies until the answer is written.
            defer { withExtendedLifetime(reading.lease) {} }
            return try await respond(
                read, resource, context, snapshot, counted: counted, &record)
        } catch {
            let failure = failure(for: error, context)
            record.outcome.code = failure.code
            let writer = AnswerWriter(
                format: ServiceRequest.fallbackFormat(fields, unread: unread),
                callback: ServiceRequest.plainCallback(fields), headers: request.headers,
                prefix: origin.prefix)
            do {
                return try await lanes.bodies.run(
                    onBytes: fields.byteCount, for: context.channel.remoteAddress?.ipAddress ?? ""
                ) { [fields] in Self.respond(failure, of: resource, fields, writer) }
            } catch {
                if let write = resource.failure { return write(failure, writer) }
                // If no thread is free for it, leave out the form with the large fields.
                return writer.response(failure)
            }
        }
    }

    /// Returns the response for a failure, with the operation's form.
    private static func respond(
        _ failure: any AnsweredError, of resource: FoundResource, _ fields: FormParameters,
        _ writer: AnswerWriter
    ) -> Response {
        if let write = resource.failure { return write(failure, writer) }
        // The form shows details of the layer, which a refused caller must not see.
        guard !failure.deniesAccess, let operation = resource.operation else {
            return writer.response(failure)
        }
        return writer.response(
            failure, asking: resource.layer, operation, fields: fields)
    }

    private func respond(
        _ request: ServiceRequest, _ resource: FoundResource, _ context: RouteServiceContext,
        _ snapshot: ServiceCatalog, counted: Caller?, _ record: inout RequestRecord
    ) async throws -> Response {
        if request.asksForHelp { return Response.redirect(to: resource.help(), type: .found) }
        var writer = AnswerWriter(request)
        switch resource.access {
        case .unrestricted:
            return try await resource.answer(
                Asking(
                    request: request, writer: writer, server: tools, context: context,
                    caller: .anonymous(network: request.source.network), catalog: snapshot,
                    snapshot: snapshot), self)
        case .services:
            let caller = try gate.caller(request)
            record.user = caller.userName
            writer.visitor = gate.visitor(caller)
            if let layer = resource.layer {
                try gate.admit(caller, to: layer, counted: counted)
            }
            return try await resource.answer(
                Asking(
                    request: request, writer: writer, server: tools, context: context,
                    caller: caller, catalog: snapshot.visible(to: caller), snapshot: snapshot),
                self)
        }
    }

    private var tools: ServerTools {
        ServerTools(
            published: published, gate: gate, lanes: lanes, outbound: outbound, origin: origin,
            shutdownGraceSeconds: shutdownGraceSeconds)
    }

    /// Creates the endpoint for a layer's operation.
    func endpoint(
        for asked: PublishedOperation, _ asking: Asking
    ) -> OperationEndpoint {
        OperationEndpoint(
            layer: asked.layer, operation: asked.operation, queue: queue, lanes: lanes,
            client: clients.presence(on: asking.context.channel),
            caller: asking.caller, meter: gate.meter, shutdownGraceSeconds: shutdownGraceSeconds,
            outbound: outbound, solves: solves, requestID: asking.context.requestID,
            served: OwnFeatureLayers(
                catalog: asking.snapshot, base: asking.request.source.base,
                caller: asking.caller))
    }

    /// Creates the endpoint for a stored layer.
    func features(of layer: FeatureLayer, _ asking: Asking) -> FeatureEndpoint {
        FeatureEndpoint(
            layer: layer, asking: asking,
            work: QueuedWork(
                lanes: lanes, client: clients.presence(on: asking.context.channel),
                caller: asking.caller, seconds: layer.owner.limits.maximumSolveSeconds,
                shutdownGraceSeconds: shutdownGraceSeconds),
            gate: gate)
    }

    /// Creates the endpoint for a service's stored layers, with only those the caller may use.
    ///
    /// - Throws: ``ServiceError`` with code 499 or 403 if there is none.
    func features(
        of service: FeatureService, _ asking: Asking
    ) throws(ServiceError) -> FeatureServiceEndpoint {
        let service = try service.open(to: asking.caller, gate)
        return FeatureServiceEndpoint(
            service: service, asking: asking,
            work: QueuedWork(
                lanes: lanes, client: clients.presence(on: asking.context.channel),
                caller: asking.caller, seconds: service.maximumSeconds,
                shutdownGraceSeconds: shutdownGraceSeconds), gate: gate)
    }

    /// Counts a request before its body is read, so that a caller beyond its limit costs no more
    /// than the head.
    ///
    /// - Returns: The caller that was charged, or `nil` if the request is counted later.
    private func countHead(
        of request: Request, _ query: FormParameters, _ source: RequestSource,
        to resource: FoundResource
    ) throws(ServiceError) -> Caller? {
        guard request.method == .post, case .services = resource.access,
            let layer = resource.layer
        else { return nil }
        return try gate.countHead(query, request.headers, source, to: layer)
    }

    /// Returns who may send a request's body, and how large it may be.
    private func admission(
        to resource: FoundResource, _ request: Request, _ source: RequestSource
    ) -> HTTPRequestReader.Admission {
        let (layer, headers, method) = (resource.layer, request.headers, request.method)
        let gate = gate
        return HTTPRequestReader.Admission(
            maximumBodyBytes: resource.maximumBodyBytes, rawField: resource.rawField,
            leadsNowhere: !resource.exists
        ) { fields throws(ServiceError) in
            guard let layer else { return }
            let caller = try gate.caller(fields, headers, source, by: method)
            try gate.checkAccess(of: caller, to: layer)
        }
    }

    func health(_ question: Health.Question, _ snapshot: ServiceCatalog) -> Health {
        Health(
            question: question, layerCount: snapshot.layers.count,
            unavailableCount: snapshot.layers.count(where: \.answering.hasChangedFile),
            load: queue.load,
            bodies: reader.budget.held,
            isOverloaded: queue.isOverloaded || lanes.isOverloaded
                || reader.budget.isNearlySpent,
            overdueCount: queue.overdueCount + lanes.overdueCount,
            metrics: snapshot.metricUse)
    }

    private func failure(
        for error: any Error, _ context: RouteServiceContext
    ) -> any AnsweredError {
        switch error {
        case let error as any AnsweredError: return error
        case let reason as LaneRefusal: return ErrorTable.queue(reason)
        case let exceeded as UsageExceeded: return ErrorTable.usage(exceeded)
        case let error as JobStoreError:
            if case .unavailable = error {
                context.logger.error("jobs are unavailable", metadata: ["error": "\(error)"])
            }
            return ErrorTable.jobs(error)
        default:
            // The caller gets no paths or internal details; the log has them under the same id.
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            return ErrorTable.internalError(requestID: context.requestID)
        }
    }

    /// Logs one line for each request, without its query, which contains users' locations. An
    /// error's line has the code of its envelope. The line names the client and the user, and the
    /// trace that the client's `traceparent` header names.
    private func log(
        _ request: Request, _ response: Response, _ record: RequestRecord, _ duration: Duration,
        _ context: RouteServiceContext
    ) {
        guard context.logger.logLevel <= .info else { return }
        var metadata: Logger.Metadata = [
            "status": .stringConvertible(response.status.code),
            "ms": .stringConvertible((duration / .microseconds(100)).rounded() / 10),
            "bytes": response.headers[.contentLength].flatMap(Int.init)
                .map(Logger.Metadata.Value.stringConvertible) ?? "-",
        ]
        if let client = context.channel.remoteAddress?.ipAddress {
            metadata["client"] = .string(client)
        }
        if let user = record.user { metadata["user"] = .string(user) }
        if record.outcome.code != 0 { metadata["code"] = .stringConvertible(record.outcome.code) }
        if let place = TraceContext(request.headers) {
            metadata["trace"] = .string(String(place.trace))
            metadata["parent"] = .string(String(place.parent))
        }
        context.logger.info("\(request.method.rawValue) \(request.uri.path)", metadata: metadata)
    }
}

/// What is counted and logged of a request.
private struct RequestRecord {
    var outcome = RequestCounts.Outcome(operation: "other", status: 0, code: 0)
    /// The user whose token the request has, or `nil`.
    var user: String?
}

extension HTTPField.Name {
    /// A request's id in the log.
    fileprivate static let xRequestID = HTTPField.Name(declared: "X-Request-ID")
}
