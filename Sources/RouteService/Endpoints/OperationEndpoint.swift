// Answers a layer's operation: from form fields to an answer, inline or through the queue.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServiceLifecycle
import ServicePages
import ServiceTransport

/// Answers one operation on one layer for one client.
///
/// It decides where the work runs. Reading fields, solving and writing the answer are a single
/// ``OperationJob``, which runs
/// - inline on the event loop, if the request is small and its solve trivial: it ends before
///   another thread would wake. After 5 ms it moves on;
/// - in the light lane of ``SolveQueue``, for a quarter of a second at most;
/// - in the heavy lane, up to the layer's `maximumSolveSeconds`.
///
/// Large requests go to the queue at once, because even parsing them takes as long as finding a
/// route. A job that turns out to be heavier than estimated is repeated in the next lane with the
/// request it has already parsed.
///
/// Rows the request refers to are fetched between two turns in the queue, so no thread waits for
/// them: first stored layers and standing barriers, in their own lane, then URLs on other servers
/// (``resolved(_:on:for:_:source:)``, which jobs use as well).
///
/// If the client disconnects, its work leaves the queue or is cancelled. Answers with many rows are
/// sent while others are still being found (``AnswerStream``). All solving time is charged to the
/// caller.
struct OperationEndpoint: Sendable {
    let layer: PublishedLayer
    let operation: AnalysisOperation
    let queue: SolveQueue
    /// The threads for blocking work besides the solve.
    let lanes: Lanes
    /// The client, or `nil` for a request without a connection, as in router tests.
    let client: ClientPresence?
    /// The caller to whom the solve is charged.
    let caller: Caller
    let meter: UsageMeter
    let shutdownGraceSeconds: Double
    /// Limits the work that requests cause on other hosts.
    let outbound: OutboundLimits
    /// Counts the mechanisms that found legs.
    let solves: SolveCounts
    /// Fetches features that a request names by URL.
    var featureSource: any FeatureDownloading = WebDownload()
    /// The request's id in the log.
    let requestID: String
    /// Finds this server's stored layers by URL.
    var served = OwnFeatureLayers()
    /// Reads the request and writes the answer, if they are in another form than Waypost's own.
    var translation: (any RequestTranslation)?

    /// Answers a request. If a page is requested and no location field is sent, shows the form.
    ///
    /// - Throws: ``RouteRequestError``, or ``LaneRefusal`` if the solve did not run.
    func respond(_ request: ServiceRequest, _ writer: AnswerWriter) async throws -> Response {
        if translation == nil, request.format == .html,
            let form = try await form(for: request, writer)
        {
            return form
        }
        var job = OperationJob(endpoint: self, request: request, writer: writer)
        guard translation == nil, operation.passesRowsOn, let stream = AnswerStream(writer) else {
            guard let response = try await work(job) else {
                preconditionFailure("only an answer with a stream is sent row by row")
            }
            return response
        }
        job.stream = stream
        return try await response(of: stream, to: job)
    }

    /// Returns the form for a page. Returns `nil` if the request has locations, or if the form was
    /// sent without any: the answer then says at which field they are missing.
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

    /// Returns a stream's response: its head as soon as there are rows. The work continues after
    /// that.
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

    /// Does a request's whole work.
    ///
    /// - Returns: The response, or `nil` if the job's stream has sent it.
    private func work(_ job: OperationJob) async throws -> Response? {
        defer { outbound.memory.requestEnded(bytes: job.bytes) }
        return try await meter.solve(for: caller, to: layer.metered) { clock in
            try await self.run(job, clock)
        }
    }

    /// Returns whether a request still lacks rows it refers to, or the service's barriers.
    func lacksRows(_ asked: AnalysisRequest) -> Bool {
        !asked.analysis.references.isEmpty
            || layer.stored.hasStanding && asked.analysis.standing == nil
    }

    /// Returns the request with the rows it refers to, unless its client disconnects first.
    ///
    /// Rows from stored layers are read first, in their lane.
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

    /// Returns the request with the rows on other servers it refers to. Only here do URLs become
    /// rows, for requests and for jobs.
    ///
    /// Fill in stored layers and the service's barriers before
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

    /// Returns the request with rows from stored layers and with the service's barriers.
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

    /// Runs a job in the lane for its effort.
    ///
    /// A trivial job runs inline: it is done before another thread would have woken. If a job takes
    /// longer than estimated, it moves to the next lane.
    private func run(_ job: OperationJob, _ clock: WorkClock) async throws -> Response? {
        if job.bytes <= Self.trivialBytes {
            let read = try await resolved(job.read(), clock)
            switch job.effort(of: read) {
            case .trivial:
                await queue.scheduler.waitForTurn(of: client, for: caller.key)
                let seconds = min(Self.trialSeconds, layer.limits.maximumSolveSeconds)
                let outcome = queue.runInline(seconds: seconds) { control in
                    try clock.measure { try job.respond(to: read, control) }
                }
                if let outcome { return try outcome.get() }
                return try await inQueue(job, read, .light, clock)
            case .light: return try await inQueue(job, read, .light, clock)
            case .heavy: return try await inQueue(job, read, .heavy, clock)
            }
        }
        // Larger requests are not even parsed inline.
        return try await inQueue(
            job, nil, job.bytes <= Self.lightBytes ? .light : .heavy, clock)
    }

    private static let trivialBytes = 8_192
    private static let lightBytes = 65_536
    /// The longest time a solve may block the other connections on its event loop.
    private static let trialSeconds = 0.005

    /// Solves and writes on a thread of the queue, and parses fields there if they are not parsed
    /// yet: reading and writing megabytes of stops and shapes takes as long as finding a route.
    private func inQueue(
        _ job: OperationJob, _ read: AnalysisRequest?, _ lane: SolveLane, _ clock: WorkClock
    ) async throws -> Response? {
        let ticket = WorkTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = WorkOrder(ticket, caller: caller.key, bytes: job.bytes)
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await respond(job, read, lane, order, clock)
            } onGracefulShutdown: { [queue, shutdownGraceSeconds] in
                queue.drain(graceSeconds: shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }

    /// Answers a job in its lane, or in the next if it takes too long. Rows it refers to are found
    /// between two turns, so that no thread waits for them.
    private func respond(
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
