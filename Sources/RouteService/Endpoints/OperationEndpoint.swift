// An operation of a layer: from form fields to an answer, inline or through the queue.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import NetworkAnalysis
import ServiceLifecycle

/// Answers an operation of one layer to one client.
struct OperationEndpoint: Sendable {
    let layer: PublishedLayer
    let operation: AnalysisOperation
    let queue: SolveQueue
    /// The threads for what blocks besides the solve.
    let lanes: Lanes
    /// The client, or `nil` when the request came by no connection, as in tests of the router.
    let client: ClientPresence?
    /// The caller that the solve is counted for.
    let caller: Caller
    let meter: UsageMeter
    let shutdownGraceSeconds: Double
    /// Limits the external work that requests cause.
    let outbound: OutboundLimits
    /// Fetches the features that a request names by URL.
    var featureSource: any FeatureDownloading = WebDownload()
    /// The id of the request in the log.
    let requestID: String
    /// The stored layers that urls of this server lead to.
    var served = ServedLayers()

    /// Answers a request; if it has no field of locations and a page is requested, with the form.
    ///
    /// - Throws: ``RouteRequestError``, or ``LaneRefusal`` when the solve did not run.
    func answer(_ request: ServiceRequest, _ writer: AnswerWriter) async throws -> Response {
        if request.format == .html, let form = try await form(for: request, writer) { return form }
        var job = OperationJob(endpoint: self, request: request, writer: writer)
        guard operation.passesRowsOn, let stream = AnswerStream(writer) else {
            guard let response = try await work(job) else {
                preconditionFailure("only an answer with a stream is sent row by row")
            }
            return response
        }
        job.stream = stream
        return try await response(of: stream, to: job)
    }

    /// The form on a page; `nil` for a request with locations, and for a form that was sent without
    /// any: its answer says at which field they are missing.
    private func form(
        for request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response? {
        let (layer, description) = (layer, operation.description)
        return try await lanes.bodies.run(
            onBytes: request.fields.byteCount, for: caller.key
        ) { () -> Response? in
            let asked = description.translated(request.fields)
            guard !description.locations.contains(where: asked.isSent) else { return nil }
            return writer.response(
                OperationFormResource(layer: layer, operation: description, fields: asked))
        }
    }

    /// The response of a stream: its head as soon as there are rows. The work continues after that.
    private func response(
        of stream: AnswerStream, to job: OperationJob
    ) async throws -> Response {
        let work = Task {
            do {
                stream.workEnded(.success(try await self.work(job)))
            } catch {
                stream.workEnded(.failure(error))
            }
        }
        return try await withTaskCancellationHandler {
            try await stream.response()
        } onCancel: {
            work.cancel()
        }
    }

    /// Does the whole work for a request.
    ///
    /// - Returns: The response, or `nil` when the job's stream has sent it.
    private func work(_ job: OperationJob) async throws -> Response? {
        defer { outbound.memory.requestEnded(bytes: job.bytes) }
        return try await meter.solve(for: caller, to: layer.metered) { clock in
            try await self.run(job, clock)
        }
    }

    /// Whether a request lacks rows: those that it refers to, or barriers of the service.
    func lacksRows(_ asked: AnalysisRequest) -> Bool {
        !asked.analysis.references.isEmpty
            || layer.stored.hasStanding && asked.analysis.standing == nil
    }

    /// The request with the rows that it refers to, unless its client disconnects before.
    ///
    /// Rows of stored layers are read first, in their lane.
    private func resolved(
        _ asked: AnalysisRequest, _ clock: WorkClock
    ) async throws -> AnalysisRequest {
        guard lacksRows(asked) else { return asked }
        var filled = asked
        filled.analysis = try await rowsOfStores(asked.analysis, clock)
        guard !filled.analysis.references.isEmpty else { return filled }
        return try await ClientPresence.cancellingOnDisconnect(client) {
            [layer, caller, outbound, featureSource, filled] in
            try await Self.resolved(
                filled, on: layer, for: caller, outbound, source: featureSource)
        }
    }

    /// The request with the rows of other servers that it refers to: the one place where references
    /// become rows, for requests and for jobs.
    ///
    /// The rows of stored layers and the barriers of the service are filled in before
    /// (``StoredLayers/filling(_:limits:served:_:)``), which blocks the thread.
    ///
    /// - Throws: `RouteRequestError` naming the parameter; the errors of ``FeatureFetch``.
    static func resolved(
        _ asked: AnalysisRequest, on layer: PublishedLayer, for caller: Caller,
        _ outbound: OutboundLimits, source: any FeatureDownloading
    ) async throws -> AnalysisRequest {
        let configuration = layer.description.configuration
        let fetch = FeatureFetch(
            hosts: configuration.featureHosts, privateHosts: configuration.privateFeatureHosts,
            source: source, gate: outbound.fetches, caller: caller)
        var resolved = asked
        resolved.analysis = try await fetch.resolved(asked.analysis)
        return resolved
    }

    /// The request with the rows of stored layers, and with the barriers of the service.
    private func rowsOfStores(
        _ parameters: AnalysisParameters, _ clock: WorkClock
    ) async throws -> AnalysisParameters {
        guard !layer.stored.layers.isEmpty || !served.isEmpty else { return parameters }
        let work = QueuedWork(
            lanes: lanes, client: client, caller: caller,
            seconds: layer.limits.maximumSolveSeconds,
            shutdownGraceSeconds: shutdownGraceSeconds)
        let admission = SystemAdmission(outbound.systems, of: caller)
        return try await work.run { [layer, served] control in
            try clock.measure {
                try layer.stored.filling(
                    parameters, limits: layer.limits, served: served,
                    admitting: { try admission.admit($0) }, control)
            }
        }
    }

    /// Runs a job in the lane of its effort.
    ///
    /// A trivial job runs inline: it is done before another thread would have woken. A job that
    /// takes longer than estimated moves to the next lane.
    private func run(_ job: OperationJob, _ clock: WorkClock) async throws -> Response? {
        if job.bytes <= Self.trivialBytes {
            let read = try await resolved(job.read(), clock)
            switch job.effort(of: read) {
            case .trivial:
                await queue.scheduler.waitForTurn(of: client, for: caller.key)
                let seconds = min(Self.trialSeconds, layer.limits.maximumSolveSeconds)
                let outcome = queue.runInline(seconds: seconds) { control in
                    try clock.measure { try job.answer(read, control) }
                }
                if let outcome { return try outcome.get() }
                return try await inQueue(job, read, .light, clock)
            case .light: return try await inQueue(job, read, .light, clock)
            case .heavy: return try await inQueue(job, read, .heavy, clock)
            }
        }
        // The fields of larger ones are not parsed inline either.
        return try await inQueue(
            job, nil, job.bytes <= Self.lightBytes ? .light : .heavy, clock)
    }

    private static let trivialBytes = 8_192
    private static let lightBytes = 65_536
    /// The longest time that a solve may block the other connections of its event loop.
    private static let trialSeconds = 0.005

    /// Solves and writes on a thread of the queue, and parses fields there that are not parsed yet:
    /// reading and writing megabytes of stops and shapes takes as long as finding a route.
    private func inQueue(
        _ job: OperationJob, _ read: AnalysisRequest?, _ lane: SolveLane, _ clock: WorkClock
    ) async throws -> Response? {
        let ticket = WorkTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = WorkOrder(ticket, caller: caller.key, bytes: job.bytes)
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await answer(job, read, lane, order, clock)
            } onGracefulShutdown: { [queue, shutdownGraceSeconds] in
                queue.drain(graceSeconds: shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }

    /// Answers a job in its lane, or in the next one when it takes too long. Rows that it refers to
    /// are found between two turns, so that no thread waits for them.
    private func answer(
        _ job: OperationJob, _ read: AnalysisRequest?, _ lane: SolveLane, _ order: WorkOrder,
        _ clock: WorkClock
    ) async throws -> Response? {
        let limit = layer.limits.maximumSolveSeconds
        var (read, lane) = (read, lane)
        while true {
            let work = { @Sendable [read, lane] (control: SolveControl) in
                try clock.measure { try job.run(read, in: lane, control) }
            }
            let outcome =
                lane == .light
                ? try await queue.runLight(order, timeLimitSeconds: limit, work)
                : try await queue.run(order, timeLimitSeconds: limit, work)
            switch outcome {
            case .answer(let answer): return answer
            case .sent: return nil
            case .heavy(let asked): (read, lane) = (asked, .heavy)
            case .referring(let asked):
                let resolved = try await resolved(asked, clock)
                if job.effort(of: resolved) == .heavy { lane = .heavy }
                read = resolved
            case nil: lane = .heavy
            }
        }
    }
}
