// `…/solve`: from form fields to an answer, on the spot or by way of the queue.

import AccessControl
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
    let outbound: OutboundLimits
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
        request.fields = asked
        let job = SolveJob(endpoint: self, request: request, sent: sent, writer: writer)
        defer { outbound.memory.requestEnded(bytes: job.bytes) }
        return try await meter.solve(for: caller, to: layer.metered) { clock in
            try await self.run(job, clock)
        }
    }

    /// A request with the rows that it names by url.
    private func resolved(_ parameters: RouteParameters) async throws -> RouteParameters {
        guard !parameters.references.isEmpty else { return parameters }
        let configuration = layer.description.configuration
        let fetch = FeatureFetch(
            hosts: configuration.featureHosts, privateHosts: configuration.privateFeatureHosts,
            source: featureSource, gate: outbound.fetches, caller: caller)
        return try await ClientPresence.cancellingOnDisconnect(client) {
            try await fetch.resolved(parameters)
        }
    }

    /// Runs a job where it belongs.
    ///
    /// A trivial one is answered on the spot: it is done before another thread would have woken.
    /// One that turns out to take longer than it should goes on to the next lane.
    private func run(_ job: SolveJob, _ clock: WorkClock) async throws -> Response {
        if job.bytes <= Self.trivialBytes {
            let read = try await resolved(job.parameters())
            switch job.effort(of: read) {
            case .trivial:
                await queue.scheduler.waitForTurn(of: client)
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
        // Larger ones are not even read on the spot.
        return try await inQueue(
            job, nil, job.bytes <= Self.lightBytes ? .light : .heavy, clock)
    }

    private static let trivialBytes = 8_192
    private static let lightBytes = 65_536
    /// So long a connection may wait for another's solve.
    private static let trialSeconds = 0.005

    /// Solves and writes on a thread of the queue, and reads there what is not read yet: megabytes
    /// of stops and of shapes are as long to read and write as a route is to find.
    private func inQueue(
        _ job: SolveJob, _ read: RouteParameters?, _ lane: SolveLane, _ clock: WorkClock
    ) async throws -> Response {
        let ticket = SolveTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = SolveOrder(ticket, caller: caller.key, bytes: job.bytes)
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

    /// Answers a job in its lane, or in the next one when it is too much for that. Rows that it
    /// names by url are fetched between two turns, so that no thread waits for them.
    private func answer(
        _ job: SolveJob, _ read: RouteParameters?, _ lane: SolveLane, _ order: SolveOrder,
        _ clock: WorkClock
    ) async throws -> Response {
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
            case .heavy(let parameters): (read, lane) = (parameters, .heavy)
            case .referring(let parameters):
                let resolved = try await resolved(parameters)
                if job.effort(of: resolved) == .heavy { lane = .heavy }
                read = resolved
            case nil: lane = .heavy
            }
        }
    }
}
